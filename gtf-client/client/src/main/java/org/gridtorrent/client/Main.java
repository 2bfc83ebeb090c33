package org.gridtorrent.client;

import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Output;

/** Where {@code gridtorrent} begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(new Invocation(System.getenv(), System.in, Output.standard()), arguments));
    }

    /** Runs one command and returns its exit status. */
    public static int run(Invocation invocation, String... arguments) {
        invocation.words(arguments);
        return Frame.execute(GridTorrent.commandLine(invocation), invocation, arguments);
    }
}
