package org.gridtorrent.client.share;

import java.io.IOException;
import org.gridtorrent.client.status.ReasonText;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Thrown when what this device holds of a content is not where it was, above all on a disk that is not mounted. */
public final class FolderMissingException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient TaskReason reason;

    public FolderMissingException(TaskReason reason) {
        super(ReasonText.describe(reason));
        this.reason = reason;
    }

    public TaskReason reason() {
        return reason;
    }
}
