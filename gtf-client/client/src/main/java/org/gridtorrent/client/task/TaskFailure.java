package org.gridtorrent.client.task;

import java.util.List;
import org.gridtorrent.client.status.ReasonText;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task.BadFile;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Thrown when a task fails, with the reason and what can be done about it. */
final class TaskFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final Problem problem;
    private final transient TaskReason reason;
    private final transient List<BadFile> files;

    TaskFailure(Problem problem, ReasonCode code, Object... arguments) {
        this(problem, TaskReason.of(code, arguments), List.of());
    }

    TaskFailure(Problem problem, TaskReason reason, List<BadFile> files) {
        super(ReasonText.describe(reason));
        this.problem = problem;
        this.reason = reason;
        this.files = files;
    }

    /** Those that are not good. */
    List<BadFile> files() {
        return files;
    }

    Problem problem() {
        return problem;
    }

    TaskReason reason() {
        return reason;
    }
}
