package org.gridtorrent.client.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
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

/** The one place where a command's exception becomes a line for people and an exit status. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Invocation invocation;

    Failures(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof ParameterException usage) {
            return handleParseException(usage, parsed.originalArgs().toArray(String[]::new));
        }
        CommandFailure failure = describe(e);
        say(failure);
        return failure.exitStatus();
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        Output output = invocation.output();
        output.say("gridtorrent: " + e.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(e, output.errors())) {
            output.say("Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        }
        return ExitStatus.WRONG_USAGE;
    }

    private void say(CommandFailure failure) {
        invocation.output().say("gridtorrent: " + failure.getMessage());
        if (invocation.debug()) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            cause.printStackTrace(invocation.output().errors());
        }
    }

    private static CommandFailure describe(Exception e) {
        return switch (e) {
            case CommandFailure failure -> failure;
            case UncheckedIOException unchecked ->
                describe(Objects.requireNonNull(unchecked.getCause()));
            case InterruptedException _ ->
                new CommandFailure(ExitStatus.INTERRUPTED, "interrupted", e);
            case FileNotFoundException _ -> new CommandFailure(ExitStatus.NOT_FOUND, text(e), e);
            case NoSuchFileException missing -> new CommandFailure(ExitStatus.NOT_FOUND,
                    missing.getFile() + ": no such file or folder", e);
            case AccessDeniedException denied -> new CommandFailure(ExitStatus.NOT_ALLOWED,
                    denied.getFile() + ": the system does not allow it", e);
            case FileAlreadyExistsException there -> new CommandFailure(ExitStatus.FAILED,
                    there.getFile() + ": is already there", e);
            case FileSystemException file ->
                new CommandFailure(ExitStatus.FAILED, text(file), e);
            case ConnectException _,SocketTimeoutException _,HttpTimeoutException _ ->
                new CommandFailure(ExitStatus.NO_ANSWER, "nobody answered (" + text(e) + ")", e);
            case UnknownHostException _ ->
                new CommandFailure(ExitStatus.NO_ANSWER, "unknown host: " + text(e), e);
            case UnresolvedAddressException _ ->
                new CommandFailure(ExitStatus.NO_ANSWER, "the host's name is not known", e);
            case IOException _ -> new CommandFailure(ExitStatus.FAILED, text(e), e);
            default -> new CommandFailure(ExitStatus.FAILED,
                    "an error in the program itself (" + e + "); --debug shows where", e);
        };
    }

    private static String text(Exception e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }
}
