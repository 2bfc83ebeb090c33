package org.gridtorrent.standalone;

import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Output;

/** Where {@code gridtorrent-server} begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(new Invocation(System.getenv(), System.in, Output.standard()), arguments));
    }

    /** Runs one command and returns its exit status. */
    public static int run(Invocation invocation, String... arguments) {
        return Frame.execute(GridTorrentServer.commandLine(invocation), invocation, arguments);
    }
}
