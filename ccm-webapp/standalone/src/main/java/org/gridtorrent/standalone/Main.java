package org.gridtorrent.standalone;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.cli.Output;

/** Where {@code gridtorrent-server} begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Output output = new Output(stream(FileDescriptor.out), stream(FileDescriptor.err));
        System.exit(run(new Invocation(System.getenv(), System.in, output), arguments));
    }

    /** Runs one command and returns its exit status. */
    public static int run(Invocation invocation, String... arguments) {
        return GridTorrentServer.commandLine(invocation).execute(arguments);
    }

    /** UTF-8 whatever the locale says, since JSON is UTF-8. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
