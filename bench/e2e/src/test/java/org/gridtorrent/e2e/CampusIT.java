package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.e2e.process.Running;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docker/campus.yml} as Compose runs it, without Prometheus and Grafana: two nodes on PostgreSQL behind HAProxy, and two
 * machines whose users make groups all the while. Of what was acknowledged, nothing may be lost.
 */
@Tag("full")
class CampusIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String TAG = "campus-" + ProcessHandle.current().pid();
    private static final String SERVER = "gridtorrent-server:" + TAG;
    private static final String CLIENT = "gridtorrent:" + TAG;
    private static final String POSTGRESQL = "postgresql:" + TAG;
    private static final String HAPROXY = "haproxy:" + TAG;
    private static final int NODES_USER = 10_001;
    private static final String ADDRESS = "127.0.0.77";
    /** Each name in the file is one of a group that was acknowledged. */
    private static final String LOAD = "i=0; while sleep 0.1; do i=$((i+1));"
            + " gridtorrent group create $0-$i >/dev/null 2>&1 && echo $0-$i >>/data/acknowledged;"
            + " done";

    @TempDir
    Path folder;
    private final List<String> machines = new ArrayList<>();
    private boolean started;

    @BeforeEach
    void build() throws IOException {
        assumeTrue(CleanDebian.isInstalled("docker-compose"), "docker-compose is not installed");
        String base = Images.base();
        Images.ofDebian(base, Images.DOCKER.resolve("postgresql"), POSTGRESQL);
        Images.ofDebian(base, haproxy(), HAPROXY);
        Images.ofPackage(base, "server", SERVER);
        Images.ofPackage(base, "client", CLIENT);
    }

    private Path haproxy() throws IOException {
        Path image = Files.createDirectory(folder.resolve("haproxy"));
        Files.writeString(image.resolve("Dockerfile"), """
                ARG BASE
                FROM ${BASE}
                RUN apt-get update && apt-get install --yes --no-install-recommends haproxy
                CMD ["haproxy", "-W", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
                """);
        return image;
    }

    @AfterEach
    void end() {
        machines.forEach(machine -> Images.run("docker", "rm", "--force", "--volumes", machine));
        if (started) {
            compose("down", "--volumes").expect(0);
        }
        Images.remove(SERVER, CLIENT, POSTGRESQL, HAPROXY);
    }

    private Outcome compose(String... words) {
        List<String> command = new ArrayList<>(List.of("env", "GRIDTORRENT_HOST=balancer",
                "GRIDTORRENT_BIND=" + ADDRESS, "GRIDTORRENT_SERVER_IMAGE=" + SERVER,
                "POSTGRES_IMAGE=" + POSTGRESQL, "HAPROXY_IMAGE=" + HAPROXY,
                "GRAFANA_PASSWORD=not used", "DATABASE_PASSWORD_FILE=" + folder.resolve("password"),
                "docker-compose", "--project-name", TAG, "--file",
                Images.DOCKER.resolve("campus.yml").toString()));
        command.addAll(List.of(words));
        return Running.run(command, "", Duration.ofMinutes(5));
    }

    private String service(String service, String... command) {
        List<String> words = new ArrayList<>(List.of("exec", "-T", service));
        words.addAll(List.of(command));
        return compose(words.toArray(String[]::new)).expect(0).out();
    }

    private static Outcome machine(String machine, String... command) {
        List<String> words = new ArrayList<>(List.of("docker", "exec", machine));
        words.addAll(List.of(command));
        return Images.run(words.toArray(String[]::new));
    }

    /** A machine of a new account, whose user makes one group after another. */
    private String startMachine(String user) {
        service("node1", "gridtorrent-server", "user", "add", user);
        String[] enrol = service("node1", "gridtorrent-server", "enrol-code", user).strip()
                .split(" ");
        String name = TAG + "-" + user;
        machines.add(name);
        Images.run("docker", "run", "--detach", "--name", name, "--network", TAG + "_default",
                "--entrypoint", "sleep", CLIENT, "infinity").expect(0);
        machine(name, enrol).expect(0);
        Images.run("docker", "exec", "--detach", name, "sh", "-c", LOAD, user).expect(0);
        return name;
    }

    private static void giveTo(int user, Path file) throws IOException {
        try {
            Files.setAttribute(file, "unix:uid", user);
        } catch (FileSystemException e) {
            assumeTrue(false, "only root can give the password's file to the nodes' user");
        }
    }

    private static Optional<Boolean> ready() {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(
                    URI.create("http://" + ADDRESS + ":8480/ready")).build();
            return Optional.of(client.send(request, BodyHandlers.discarding()).statusCode() == 200)
                    .filter(isReady -> isReady);
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> acknowledged(String machine) {
        return machine(machine, "sh", "-c", "cat /data/acknowledged 2>/dev/null").out().lines()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Waits until the machine's user got some more answers. */
    private static void awaitProgress(String machine) {
        int before = acknowledged(machine).size();
        Polling.answered("answers to " + machine, LIMIT, () -> Optional
                .of(acknowledged(machine).size()).filter(now -> now >= before + 3));
    }

    @Test
    void whatWasAcknowledged_outlivesANodeAndPostgresql() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "of a test");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        giveTo(NODES_USER, password);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        started = true;
        Outcome up = compose("up", "--detach", "database", "node1", "keys", "node2", "balancer");
        assertThat(up.status()).as(up.err() + compose("logs").out()).isZero();
        Polling.answered("the balancer", LIMIT, CampusIT::ready);
        String first = startMachine("first");
        String second = startMachine("second");
        awaitProgress(first);
        awaitProgress(second);

        compose("kill", "--signal", "KILL", "node1").expect(0);
        awaitProgress(first);
        awaitProgress(second);
        compose("start", "node1").expect(0);

        compose("kill", "--signal", "KILL", "database").expect(0);
        compose("start", "database").expect(0);
        awaitProgress(first);
        awaitProgress(second);

        Set<String> all = acknowledged(first);
        all.addAll(acknowledged(second));
        for (String node : List.of("node1", "node2")) {
            Polling.answered(node, LIMIT, () -> Optional.of(compose("exec", "-T", node,
                    "gridtorrent-server", "check")).filter(check -> check.status() == 0));
        }
        String groups = machine(first, "gridtorrent", "group", "list", "--json").expect(0).out();
        assertThat(all).hasSizeGreaterThan(12).allSatisfy(
                name -> assertThat(groups).contains('"' + name + '"'));
    }
}
