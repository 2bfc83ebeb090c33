package org.gridtorrent.client.task;

/** Ends a task for good, with the reason for people and for scripts. */
final class TaskFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final Problem problem;

    TaskFailure(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
