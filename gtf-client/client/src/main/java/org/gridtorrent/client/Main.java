package org.gridtorrent.client;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.Output;

/** Where {@code gridtorrent} begins. */
public final class Main {
    /** Set by the launcher: whether standard error is a terminal, which Java itself cannot tell. */
    private static final String TERMINAL = "gridtorrent.terminal";

    private Main() {}

    public static void main(String[] arguments) {
        Output output = new Output(stream(FileDescriptor.out), stream(FileDescriptor.err),
                Boolean.getBoolean(TERMINAL));
        System.exit(run(new Invocation(System.getenv(), output), arguments));
    }

    /** Runs one command and returns its exit status. */
    public static int run(Invocation invocation, String... arguments) {
        return GridTorrent.commandLine(invocation).execute(arguments);
    }

    /** UTF-8 whatever the locale says, since JSON is UTF-8. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
