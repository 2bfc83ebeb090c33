package org.gridtorrent.client.task;

import java.util.List;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Report.BadFile;

/** Ends a task for good, with the reason for people and for scripts. */
final class TaskFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final Problem problem;
    private final transient List<BadFile> files;

    TaskFailure(Problem problem, String message) {
        this(problem, message, List.of());
    }

    TaskFailure(Problem problem, String message, List<BadFile> files) {
        super(message);
        this.problem = problem;
        this.files = files;
    }

    /** Those that are not good. */
    List<BadFile> files() {
        return files;
    }

    Problem problem() {
        return problem;
    }
}
