package org.gridtorrent.mdtp;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown when a fetch cannot be completed; what was fetched stays for the next one unless it is false. */
public final class FetchException extends IOException {
    private static final long serialVersionUID = 1;

    private final Reason reason;
    private final transient List<ReplicaStatus> replicas;

    /** Causes of a failed fetch. */
    public enum Reason {
        /** No replica serves the file. */
        NO_REPLICA,
        /** The address is of a Metalink, which says where the files are; nothing was known of the file. */
        METALINK,
        /** Replicas answer, but nothing came for too long. */
        NO_PROGRESS,
        /** Replicas have files of different length, and nothing says which is right. */
        LENGTHS_DIFFER,
        /** Replicas have different bytes, and nothing says which are right. */
        CONTENTS_DIFFER,
        /** The file's checksum is not the expected one. */
        CHECKSUM_DIFFERS,
        /** The partial file of an earlier fetch belongs to another file. */
        OTHER_FILE_PRESENT
    }

    FetchException(Reason reason, List<ReplicaStatus> replicas, @Nullable FetchException cause) {
        super(reason.name(), cause);
        this.reason = reason;
        this.replicas = List.copyOf(replicas);
    }

    public Reason reason() {
        return reason;
    }

    public List<ReplicaStatus> replicas() {
        return replicas;
    }
}
