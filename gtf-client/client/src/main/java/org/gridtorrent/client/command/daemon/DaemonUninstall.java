package org.gridtorrent.client.command.daemon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code daemon uninstall}. */
@Command(name = "uninstall", description = "Stop and remove the systemd service. Data and identity are kept.")
final class DaemonUninstall implements Callable<Integer> {
    private final Invocation invocation;

    DaemonUninstall(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        SystemdUnit unit = SystemdUnit.of(invocation);
        unit.uninstall();
        invocation.output().answer(Map.of("uninstalled", unit.file().toString()),
                List.of("Stopped and removed: " + unit.file()));
        return ExitStatus.DONE;
    }
}
