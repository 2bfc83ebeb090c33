package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.model.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gridtorrent.e2e.documents.Guide;
import org.gridtorrent.e2e.documents.Guide.Block;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Running;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * {@code docs/OPERATOR-GUIDE.md} followed on a Debian whose first process is systemd: its shell commands are run as they stand, its
 * settings written into the files that it names.
 *
 * <p>Costs two minutes, most of them other programs' installation.
 */
@Tag("full")
class OperatorGuideIT {
    private static final String IMAGE = "gridtorrent-guide:test-" + ProcessHandle.current().pid();
    private static final String HOST = "grid.example.org";
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** Ends when systemd has started all units; its bus is not there at once. */
    private static final String BOOTED = "timeout 60 sh -c"
            + " 'until systemctl is-system-running --wait; do sleep 0.1; done'";
    private static final String PASSWORD = "database-password";
    private static final String SETTINGS = "/etc/gridtorrent/server.toml";
    /** Sections whose commands are run elsewhere: by ContainersIT and CampusIT. */
    private static final Set<String> ELSEWHERE = Set.of("Containers", "Run several nodes");

    private static Optional<GenericContainer<?>> started = Optional.empty();

    private final Set<Block> done = new HashSet<>();
    private final Guide guide;

    OperatorGuideIT() throws IOException {
        guide = Guide.read("OPERATOR-GUIDE.md");
    }

    @BeforeAll
    static void start() throws IOException {
        String base = Images.base();
        Images.ofDebian(base,
                Programs.root().resolve("bench/e2e/src/test/resources/operator-guide"), IMAGE);
        GenericContainer<?> server = new GenericContainer<>(DockerImageName.parse(IMAGE))
                .withEnv("container", "docker")
                .withTmpFs(Map.of("/run", "", "/run/lock", "", "/tmp", "exec"))
                .withCreateContainerCmdModifier(command -> Objects
                        .requireNonNull(command.withHostName(HOST).getHostConfig())
                        .withCgroupnsMode("private")
                        .withCapAdd(Capability.SYS_ADMIN, Capability.SYS_PTRACE)
                        .withSecurityOpts(List.of("seccomp=unconfined", "apparmor=unconfined")));
        Path packages = Programs.root().resolve("packaging/target/release");
        try (Stream<Path> files = Files.list(packages)) {
            files.filter(file -> file.toString().endsWith(".deb")).forEach(file -> server
                    .withCopyFileToContainer(MountableFile.forHostPath(file),
                            "/root/" + file.getFileName()));
        }
        server.start();
        started = Optional.of(server);
        Outcome booted = shell(BOOTED, "");
        assumeTrue(booted.status() == 0,
                "systemd does not start in a container here: " + booted.out() + booted.err());
    }

    @AfterAll
    static void end() {
        started.ifPresent(GenericContainer::stop);
        Images.remove(IMAGE);
    }

    @Test
    void eachShellCommandOfTheGuideSucceeds() {
        installs();
        sharesWithMachines();
        isWatched();
        isReachedByHttps();
        movesToPostgresql();
        sendsMail();
        isBackedUpAndRestored();

        List<Block> left = new ArrayList<>(guide.blocks("sh"));
        left.removeAll(done);
        left.removeIf(block -> ELSEWHERE.contains(block.section()));
        assertThat(left).as("commands that no test runs").isEmpty();
    }

    private void installs() {
        run("Packages", 0);
        assertThat(run("Set up the site", 0)).contains("Started");
        Polling.answered("the link for the administrator's password", LIMIT, () -> Optional
                .of(expect("journalctl --unit gridtorrent-server"))
                .filter(log -> log.contains("http://127.0.0.1:8480/setup?code=")));
        assertThat(run("Set up the site", 1)).contains("publisher");
        expect("gridtorrent-server check");
    }

    private void sharesWithMachines() {
        set(guide.block("Make the site reachable", "toml", 0));
        expect("systemctl restart gridtorrent-server");
        String code = expect("gridtorrent-server enrol-code publisher").replaceAll(
                "(?s).*gridtorrent enrol \\S+ (\\S+).*", "$1");
        run("Machines that store data for others", 0, Map.of("CODE", code), "");
        assertThat(expect("su -s /bin/sh gridtorrent -c 'cd; gridtorrent doctor'"))
                .doesNotContain("WRONG");
    }

    private void isWatched() {
        assertThat(run("Monitor", 0)).contains("ready", "gridtorrent_database_up 1");
        run("Monitor", 1);
        expect("cp /var/lib/gridtorrent/server/metrics-token .");
        run("Monitor", 2);
        run("Monitor", 3);
        Polling.answered("the daemon's metrics", LIMIT,
                () -> Optional.of(shell("cat /var/lib/prometheus/node-exporter/*.prom", ""))
                        .filter(answer -> answer.out()
                                .contains("gridtorrent_daemon_tracker_up 1")));
    }

    private void isReachedByHttps() {
        expect("sed -i '/^http = /d' " + SETTINGS);
        set(guide.block("HTTPS", "toml", 0));
        write("/etc/nginx/conf.d/grid.conf", """
                server {
                    listen 443 ssl;
                    server_name grid.example.org;
                    ssl_certificate /etc/ssl/certs/grid.pem;
                    ssl_certificate_key /etc/ssl/private/grid.pem;
                    %s
                }
                """.formatted(guide.block("HTTPS", "", 0).text()));
        expect("systemctl restart nginx gridtorrent-server");
        assertThat(
                expect("curl -sS --cacert /etc/ssl/certs/grid.pem https://grid.example.org/ready"))
                .isEqualTo("ready");
    }

    private void movesToPostgresql() {
        makeDatabase();
        assertThat(run("Use PostgreSQL", 1)).contains("moved to postgresql:");
        assertThat(expect("gridtorrent-server user list")).contains("publisher");
        assertThat(expect("gridtorrent-server check")).doesNotContain("WRONG");
    }

    /** The password is typed twice, and written into the file. */
    private void makeDatabase() {
        run("Use PostgreSQL", 0, Map.of(), PASSWORD + "\n" + PASSWORD + "\n");
        write("/etc/gridtorrent/database-password", PASSWORD);
    }

    private void sendsMail() {
        run("Mail", 0);
    }

    private void isBackedUpAndRestored() {
        write("/root/.pgpass", "localhost:*:*:gridtorrent:" + PASSWORD);
        expect("chmod 600 /root/.pgpass");
        assertThat(run("Back up and restore", 0)).contains("are as at");
        run("Back up and restore", 1);

        expect("gridtorrent-server user add after-the-dump; systemctl stop gridtorrent-server");
        expect("runuser -u postgres -- dropdb gridtorrent; runuser -u postgres -- dropuser gridtorrent");
        makeDatabase();
        run("Back up and restore", 2);
        expect("systemctl start gridtorrent-server");
        assertThat(expect("gridtorrent-server user list")).contains("publisher")
                .doesNotContain("after-the-dump");
    }

    private String run(String section, int index) {
        return run(section, index, Map.of(), "");
    }

    /** Output of a shell block of the guide, with placeholders replaced. It has to succeed. */
    private String run(String section, int index, Map<String, String> placeholders, String input) {
        Block block = guide.block(section, "sh", index);
        done.add(block);
        String commands = block.text();
        for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
            commands = commands.replace(placeholder.getKey(), placeholder.getValue());
        }
        return shell(commands, input).expect(0).out();
    }

    /** Writes settings of the guide over those of the same name. */
    private static void set(Block settings) {
        settings.text().lines().filter(line -> line.contains(" = ")).forEach(line -> expect(
                "sed -i '/^%s = /d' %s; echo '%s' >> %2$s".formatted(line.split(" ", 2)[0],
                        SETTINGS, line)));
    }

    private static void write(String file, String content) {
        shell("cat > " + file, content).expect(0);
    }

    private static String expect(String command) {
        return shell(command, "").expect(0).out();
    }

    private static Outcome shell(String commands, String input) {
        return Running.run(List.of("docker", "exec", "--interactive",
                started.orElseThrow().getContainerId(), "bash", "-e", "-o", "pipefail", "-c",
                "exec 2>&1\n" + commands), input, LIMIT);
    }
}
