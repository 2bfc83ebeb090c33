package org.gridtorrent.client.command.daemon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code daemon stop}: what was received is safe on disk when it returns. */
@Command(name = "stop", description = "Stop the daemon. Tasks continue when it is started again.")
final class DaemonStop implements Callable<Integer> {
    private final Invocation invocation;

    DaemonStop(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            daemon.stop();
        }
        invocation.output().answer(Map.of("stopped", true), List.of("The daemon has stopped."));
        return ExitStatus.DONE;
    }
}
