package org.gridtorrent.terminal;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place where a command's exception becomes a line for people and an exit status. */
public final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** The system's words, which the Java platform passes on. */
    private static final String NO_SPACE = "No space left on device";

    private final Run run;

    Failures(Run run) {
        this.run = run;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof ParameterException usage) {
            return handleParseException(usage, parsed.originalArgs().toArray(String[]::new));
        }
        CommandFailure failure = describe(e);
        say(command, failure);
        return failure.exitStatus();
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        Output output = run.output();
        output.say(program(e.getCommandLine()) + ": " + e.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(e, output.errors())) {
            output.say("Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        }
        return ExitStatus.WRONG_USAGE;
    }

    private void say(CommandLine command, CommandFailure failure) {
        run.output().say(program(command) + ": " + failure.line());
        if (run.debug()) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            cause.printStackTrace(run.output().errors());
        }
    }

    private static String program(CommandLine command) {
        return command.getCommandSpec().root().name();
    }

    /** What went wrong, in one line. */
    public static CommandFailure describe(Throwable e) {
        if (isOfFullDisk(e)) {
            return new CommandFailure(ExitStatus.FAILED,
                    "the disk is full; make room and try again", e);
        }
        return switch (e) {
            case CommandFailure failure -> failure;
            case UncheckedIOException unchecked ->
                describe(Objects.requireNonNull(unchecked.getCause()));
            case ExecutionException execution when execution.getCause() != null ->
                describe(execution.getCause());
            case InterruptedException _ ->
                new CommandFailure(ExitStatus.INTERRUPTED, "interrupted", e);
            case FileNotFoundException _ -> new CommandFailure(ExitStatus.NOT_FOUND, text(e), e);
            case NoSuchFileException missing -> new CommandFailure(ExitStatus.NOT_FOUND,
                    missing.getFile() + ": no such file or folder", e);
            case AccessDeniedException denied -> new CommandFailure(ExitStatus.NOT_ALLOWED,
                    denied.getFile() + ": user " + System.getProperty("user.name")
                            + " may not read or write it",
                    e);
            case FileAlreadyExistsException there -> new CommandFailure(ExitStatus.FAILED,
                    there.getFile() + ": is already there", e);
            case FileSystemException file ->
                new CommandFailure(ExitStatus.FAILED, text(file), e);
            case ConnectException _,SocketTimeoutException _,HttpTimeoutException _ ->
                new CommandFailure(ExitStatus.NO_ANSWER, "nobody answered (" + text(e) + ")", e);
            case UnknownHostException _ ->
                new CommandFailure(ExitStatus.NO_ANSWER, "unknown host: " + text(e), e);
            case CharacterCodingException _ -> new CommandFailure(ExitStatus.BAD_INPUT,
                    "a file that should be text in UTF-8 holds other bytes; --debug shows which",
                    e);
            case EOFException _,ClosedChannelException _ -> new CommandFailure(ExitStatus.FAILED,
                    "the connection or file ended too early; try again", e);
            case UnresolvedAddressException _ ->
                new CommandFailure(ExitStatus.NO_ANSWER, "the host's name is not known", e);
            case IOException _ -> new CommandFailure(ExitStatus.FAILED, text(e), e);
            default -> new CommandFailure(ExitStatus.FAILED,
                    "an error in the program itself (" + e + "); --debug shows where", e);
        };
    }

    /** Whatever it was that could not be written, a library may have put its own words around it. */
    private static boolean isOfFullDisk(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    && String.valueOf(cause.getMessage()).contains(NO_SPACE)) {
                return true;
            }
        }
        return false;
    }

    private static String text(Throwable e) {
        String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }
}
