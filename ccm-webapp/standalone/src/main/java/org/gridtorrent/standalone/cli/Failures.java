package org.gridtorrent.standalone.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place where an exception becomes a line for people and an exit status. */
public final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Invocation invocation;

    public Failures(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof ParameterException usage) {
            return handleParseException(usage, parsed.originalArgs().toArray(String[]::new));
        }
        CommandFailure failure = describe(e);
        invocation.output().say("gridtorrent-server: " + failure.line());
        if (invocation.debug()) {
            e.printStackTrace(invocation.output().errors());
        }
        return failure.exitStatus();
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        Output output = invocation.output();
        output.say("gridtorrent-server: " + e.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(e, output.errors())) {
            output.say("Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        }
        return ExitStatus.WRONG_USAGE;
    }

    /** What went wrong, in one line. */
    public static CommandFailure describe(Throwable e) {
        return switch (e) {
            case CommandFailure failure -> failure;
            case UncheckedIOException unchecked ->
                describe(Objects.requireNonNull(unchecked.getCause()));
            case InterruptedException _ ->
                new CommandFailure(ExitStatus.INTERRUPTED, "interrupted", e);
            case NoSuchFileException missing -> new CommandFailure(ExitStatus.NOT_FOUND,
                    missing.getFile() + ": no such file or folder", e);
            case AccessDeniedException denied -> new CommandFailure(ExitStatus.NOT_ALLOWED,
                    denied.getFile() + ": the system does not allow it", e);
            case FileAlreadyExistsException there ->
                new CommandFailure(ExitStatus.FAILED, there.getFile() + ": is already there", e);
            case FileSystemException file -> new CommandFailure(ExitStatus.FAILED, text(file), e);
            case IOException _ -> new CommandFailure(ExitStatus.FAILED, text(e), e);
            default -> new CommandFailure(ExitStatus.FAILED,
                    "an error in the program itself (" + e + "); --debug shows where", e);
        };
    }

    private static String text(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }
}
