package org.gridtorrent.client.command.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    /** Folder in which systemd keeps a file for each user whose services run without a login. */
    private static final Path LINGERING = Path.of("/var/lib/systemd/linger");

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
        String user = System.getProperty("user.name");
        if (unit.isOfUser() && !Files.exists(LINGERING.resolve(user))) {
            lines.add("It runs while you are logged in. To keep it running, as root: "
                    + "loginctl enable-linger " + user);
        }
        invocation.output().answer(Map.of("installed", unit.file().toString()), lines);
        return ExitStatus.DONE;
    }
}
