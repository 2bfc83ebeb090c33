package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code draft open}: the drafts in the browser, by the daemon's gateway. */
@Command(name = "open", description = "Show the drafts in the browser, where files can be dropped into them.")
final class DraftOpen implements Callable<Integer> {
    private final Invocation invocation;

    @Option(names = "--print", description = "Print the address and do not open it. The address works once, "
            + "within two minutes.")
    private boolean print;

    DraftOpen(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        URI address;
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            address = daemon.openDrafts();
        }
        Browser.show(invocation, address, print);
        return ExitStatus.DONE;
    }
}
