package org.gridtorrent.client.command.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.UserFolder;

/**
 * The daemon as a service of systemd: of the machine when root asks, otherwise of the user.
 *
 * <p>One a machine or user; it names the launcher and the home that it was made with.
 */
final class SystemdUnit {
    private static final String NAME = "gridtorrent.service";
    /** What systemd itself documents as the sign that it runs. */
    private static final Path RUNNING = Path.of("/run/systemd/system");

    private static final Path OF_THE_PACKAGE = Path.of("/usr/lib/systemd/system", NAME);

    /** What a user's own service manager may not set up. Data lies anywhere, so other folders stay open to it. */
    private static final String OF_THE_SYSTEM = """
            ProtectClock=yes
            ProtectControlGroups=yes
            ProtectHostname=yes
            ProtectKernelLogs=yes
            ProtectKernelModules=yes
            ProtectKernelTunables=yes
            ProtectSystem=full
            """;

    private final Path file;
    private final boolean ofUser;
    private final String text;

    private SystemdUnit(Path file, boolean ofUser, String text) {
        this.file = file;
        this.ofUser = ofUser;
        this.text = text;
    }

    static SystemdUnit of(Invocation invocation) {
        boolean ofUser = !"root".equals(System.getProperty("user.name"));
        Path folder = ofUser
                ? userFolder(invocation.environment())
                : Path.of("/etc/systemd/system");
        return new SystemdUnit(folder.resolve(NAME), ofUser, text(launcher(), home(invocation),
                invocation.environment().getOrDefault("GRIDTORRENT_JAVA_HOME", ""), ofUser));
    }

    private static Path userFolder(Map<String, String> environment) {
        Path config = Path.of(environment.getOrDefault("XDG_CONFIG_HOME", ""));
        return (config.isAbsolute()
                ? config
                : UserFolder.of(environment).resolve(".config")).resolve("systemd/user");
    }

    private static Path launcher() {
        return Optional.ofNullable(System.getProperty("gridtorrent.launcher")).map(Path::of)
                .orElseThrow(() -> CommandFailure.failed(
                        "only bin/gridtorrent can install itself; start this command with it"));
    }

    private static Optional<Path> home(Invocation invocation) {
        boolean inOneFolder = invocation.namedHome().isPresent()
                || !invocation.environment().getOrDefault("GRIDTORRENT_HOME", "").isBlank();
        return inOneFolder ? Optional.of(invocation.home().state()) : Optional.empty();
    }

    static String text(Path launcher, Optional<Path> home, String javaHome, boolean ofUser) {
        String arguments = home.map(folder -> " --home " + argument(folder.toString())).orElse("");
        String environment = javaHome.isBlank()
                ? ""
                : "Environment=" + quoted("GRIDTORRENT_JAVA_HOME=" + javaHome) + "\n";
        return """
                [Unit]
                Description=GridTorrent client
                Wants=network-online.target
                After=network-online.target

                [Service]
                Type=notify
                ExecStart=%s daemon run%s
                %sRestart=on-failure
                RestartSec=5
                WatchdogSec=120
                SuccessExitStatus=143
                RestartPreventExitStatus=2 3 4 5
                LimitNOFILE=65536
                NoNewPrivileges=yes
                LockPersonality=yes
                RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
                RestrictRealtime=yes
                RestrictSUIDSGID=yes
                SystemCallArchitectures=native
                %s
                [Install]
                WantedBy=%s
                """.formatted(quoted(launcher.toString()), arguments, environment,
                ofUser ? "" : OF_THE_SYSTEM, ofUser ? "default.target" : "multi-user.target");
    }

    /** An argument; a dollar sign would begin a variable's name, in the program's path it does not. */
    private static String argument(String word) {
        return quoted(word.replace("$", "$$"));
    }

    /** As one word of a unit's line, where quotes, backslashes and percent signs mean something. */
    private static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%") + '"';
    }

    Path file() {
        return file;
    }

    boolean isOfUser() {
        return ofUser;
    }

    /** Writes the unit and starts it, now and with the machine. */
    void install() throws IOException, InterruptedException {
        requireSystemd();
        if (!ofUser && Files.exists(OF_THE_PACKAGE)) {
            throw CommandFailure.failed("root uses the package's service, which runs as user"
                    + " gridtorrent: su -s /bin/sh gridtorrent -c 'cd; gridtorrent enrol URL CODE',"
                    + " then systemctl enable --now " + NAME);
        }
        if (Files.exists(file) && !Files.readString(file).equals(text)) {
            throw CommandFailure.failed(file + " is there already and says something else; "
                    + "first: gridtorrent daemon uninstall");
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        systemctl("daemon-reload");
        systemctl("enable", "--now", NAME);
    }

    /** Stops the service and removes the unit; the home stays as it is. */
    void uninstall() throws IOException, InterruptedException {
        requireSystemd();
        if (!Files.exists(file)) {
            throw CommandFailure.notFound("no service is installed: " + file + " is not there");
        }
        systemctl("disable", "--now", NAME);
        Files.delete(file);
        systemctl("daemon-reload");
    }

    private static void requireSystemd() {
        if (!Files.isDirectory(RUNNING)) {
            throw CommandFailure.failed("this machine does not run systemd; let what starts its "
                    + "services start: gridtorrent daemon run");
        }
    }

    private void systemctl(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("systemctl"));
        if (ofUser) {
            command.add("--user");
        }
        command.addAll(List.of(words));
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw CommandFailure.failed(String.join(" ", command) + " ended with " + status
                    + (ofUser
                            ? "; a user's services need the packages dbus-user-session and libpam-systemd,"
                                    + " and a new login; or start the daemon with: gridtorrent daemon run"
                            : ""));
        }
    }
}
