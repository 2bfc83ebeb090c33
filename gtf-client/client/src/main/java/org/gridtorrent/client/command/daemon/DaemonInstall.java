package org.gridtorrent.client.command.daemon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code daemon install}. */
@Command(name = "install", description = "Install the daemon as a systemd service and start it.")
final class DaemonInstall implements Callable<Integer> {
    private final Invocation invocation;

    DaemonInstall(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        new Device(invocation).enrolment();
        SystemdUnit unit = SystemdUnit.of(invocation);
        unit.install();
        List<String> lines = new ArrayList<>();
        lines.add("Installed and started: " + unit.file());
        if (unit.isOfUser()) {
            lines.add("It runs while you are logged in; to let it run always: "
                    + "loginctl enable-linger");
        }
        invocation.output().answer(Map.of("installed", unit.file().toString()), lines);
        return ExitStatus.DONE;
    }
}
