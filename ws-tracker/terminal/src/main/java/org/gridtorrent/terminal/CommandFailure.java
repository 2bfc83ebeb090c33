package org.gridtorrent.terminal;

import org.jspecify.annotations.Nullable;

/** Ends a command: one clear line for the person, and the exit status for the script. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitStatus;

    public CommandFailure(int exitStatus, String message) {
        this(exitStatus, message, null);
    }

    public CommandFailure(int exitStatus, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitStatus = exitStatus;
    }

    public static CommandFailure failed(String message) {
        return new CommandFailure(ExitStatus.FAILED, message);
    }

    public static CommandFailure wrongUsage(String message) {
        return new CommandFailure(ExitStatus.WRONG_USAGE, message);
    }

    public static CommandFailure badInput(String message) {
        return new CommandFailure(ExitStatus.BAD_INPUT, message);
    }

    public static CommandFailure notAllowed(String message) {
        return new CommandFailure(ExitStatus.NOT_ALLOWED, message);
    }

    public static CommandFailure notFound(String message) {
        return new CommandFailure(ExitStatus.NOT_FOUND, message);
    }

    public static CommandFailure noAnswer(String message) {
        return new CommandFailure(ExitStatus.NO_ANSWER, message);
    }

    /** The line that the person reads. */
    public String line() {
        return String.valueOf(getMessage());
    }

    public int exitStatus() {
        return exitStatus;
    }
}
