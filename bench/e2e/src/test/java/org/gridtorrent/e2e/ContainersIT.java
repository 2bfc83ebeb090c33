package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** The images of docker/, as they are built: a site, and three machines on networks of their own. */
class ContainersIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String TAG = "test-" + ProcessHandle.current().pid();
    private static final String SERVER = "gridtorrent-server:" + TAG;
    private static final String CLIENT = "gridtorrent:" + TAG;
    private static final String DATA = "/data/run-17/frames";
    private static final List<AutoCloseable> OPEN = new ArrayList<>();
    private static final List<String> VOLUMES = new ArrayList<>();
    private static Network shared = Network.SHARED;

    @BeforeAll
    static void build() throws IOException {
        String base = Images.base();
        Images.ofPackage(base, "server", SERVER);
        Images.ofPackage(base, "client", CLIENT);
        shared = Network.newNetwork();
        OPEN.add(shared);
    }

    @AfterAll
    static void close() throws Exception {
        for (AutoCloseable one : OPEN.reversed()) {
            one.close();
        }
        VOLUMES.forEach(volume -> engine().removeVolumeCmd(volume).exec());
        Images.remove(SERVER, CLIENT);
    }

    private static DockerClient engine() {
        return DockerClientFactory.instance().client();
    }

    private static String newVolume() {
        String volume = Objects.requireNonNull(engine().createVolumeCmd().exec().getName());
        VOLUMES.add(volume);
        return volume;
    }

    /** Restrictions of a container, as in docker/site.yml: a read-only root file system and no capabilities. */
    @SuppressWarnings("resource") // closed by its user
    private static GenericContainer<?> container(String image, String volume) {
        return new GenericContainer<>(DockerImageName.parse(image)).withTmpFs(Map.of("/tmp", ""))
                .withCreateContainerCmdModifier(
                        command -> Objects.requireNonNull(command.getHostConfig())
                                .withReadonlyRootfs(true).withCapDrop(
                                        Capability.ALL)
                                .withBinds(new Bind(volume, new Volume("/data"))));
    }

    private static GenericContainer<?> startSite(String volume) {
        GenericContainer<?> site = container(SERVER, volume).withNetwork(shared)
                .withNetworkAliases("site").withEnv("GRIDTORRENT_HOST", "site")
                .waitingFor(Wait.forHealthcheck().withStartupTimeout(LIMIT));
        site.start();
        OPEN.add(site);
        return site;
    }

    /** A machine of a new account: enrolled by one container, run by another on the same volume. */
    private static GenericContainer<?> startMachine(GenericContainer<?> site, String user)
            throws Exception {
        expect(site, "gridtorrent-server", "user", "add", user);
        String[] enrol = expect(site, "gridtorrent-server", "enrol-code", user).lines()
                .filter(line -> line.contains("gridtorrent enrol ")).findFirst().orElseThrow()
                .strip().split("gridtorrent ", 2)[1].split(" ");
        String volume = newVolume();
        try (GenericContainer<?> once = container(CLIENT, volume).withNetwork(shared)
                .withCommand(enrol)
                .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(LIMIT))) {
            once.start();
        }
        GenericContainer<?> machine = container(CLIENT, volume).withNetwork(shared)
                .waitingFor(Wait.forLogMessage(".*daemon ready.*", 1)
                        .withStartupTimeout(LIMIT));
        machine.start();
        OPEN.add(machine);
        return machine;
    }

    private static String expect(GenericContainer<?> container, String... command)
            throws Exception {
        ExecResult result = container.execInContainer(command);
        assertThat(result.getExitCode()).as(result.getStdout() + result.getStderr()).isZero();
        return result.getStdout() + result.getStderr();
    }

    private static String checksum(GenericContainer<?> machine, String file) throws Exception {
        return expect(machine, "sha256sum", file).split(" ", 2)[0];
    }

    @Test
    void aSiteAndThreeMachines_oneOfThemCutOffAndBack() throws Exception {
        String volume = newVolume();
        GenericContainer<?> site = startSite(volume);
        Polling.observed("the administrator's link in the log", LIMIT,
                () -> site.getLogs().contains("http://site:8480/setup?code="));
        GenericContainer<?> publisher = startMachine(site, "publisher");
        GenericContainer<?> reader = startMachine(site, "reader");
        GenericContainer<?> late = startMachine(site, "late");
        expect(publisher, "sh", "-c", "mkdir /data/run-17 && dd if=/dev/urandom of=" + DATA
                + " bs=1M count=50 status=none");
        String id = expect(publisher, "gridtorrent", "dataset", "publish", "/data/run-17",
                "--title", "Run 17", "--user", "reader", "--user", "late").lines()
                .filter(line -> line.startsWith("Data set ")).findFirst().orElseThrow()
                .substring("Data set ".length());
        expect(reader, "gridtorrent", "dataset", "get", id);
        String original = checksum(publisher, DATA);
        assertThat(checksum(reader, "/data/downloads/run-17/frames")).isEqualTo(original);

        expect(late, "gridtorrent", "dataset", "get", id, "--no-wait");
        engine().disconnectFromNetworkCmd().withContainerId(late.getContainerId())
                .withNetworkId(shared.getId()).exec();
        assertThat(late.execInContainer("gridtorrent", "dataset", "list").getExitCode())
                .isNotZero();
        engine().connectToNetworkCmd().withContainerId(late.getContainerId())
                .withNetworkId(shared.getId()).exec();
        Polling.answered("the copy of the machine that was cut off", LIMIT,
                () -> copied(late, original));
        assertThat(expect(site, "gridtorrent-server", "check")).doesNotContain("WRONG");
        if (TestScale.isFull()) {
            assertRestored(site, volume, reader);
        }
    }

    /** A backup of the site runs in its place, and a machine goes on as before. */
    private static void assertRestored(GenericContainer<?> site, String volume,
            GenericContainer<?> machine) throws Exception {
        expect(site, "gridtorrent-server", "backup", "/data/site.backup");
        expect(site, "gridtorrent-server", "user", "add", "after-the-backup");
        GenericContainer<?> again = restored(site, volume);
        assertThat(expect(again, "gridtorrent-server", "user", "list"))
                .contains("publisher", "reader", "late").doesNotContain("after-the-backup");
        assertThat(expect(again, "gridtorrent-server", "check")).doesNotContain("WRONG");
        Polling.answered("the data set, from the restored site", LIMIT, () -> listed(machine));
    }

    /** Another site of the backup, in the place of the first one; the machines know no difference. */
    private static GenericContainer<?> restored(GenericContainer<?> site, String backedUp) {
        site.stop();
        String volume = newVolume();
        try (GenericContainer<?> once = container(SERVER, volume)
                .withCreateContainerCmdModifier(command -> Objects
                        .requireNonNull(command.getHostConfig())
                        .withBinds(new Bind(volume, new Volume("/data")),
                                new Bind(backedUp, new Volume("/old"), AccessMode.ro)))
                .withCommand("restore", "/old/site.backup")
                .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(LIMIT))) {
            once.start();
        }
        return startSite(volume);
    }

    private static Optional<Boolean> listed(GenericContainer<?> machine) {
        try {
            ExecResult answer = machine.execInContainer("gridtorrent", "dataset", "list",
                    "--shared");
            return Optional.of(answer.getStdout().contains("Run 17")).filter(there -> there);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<Boolean> copied(GenericContainer<?> machine, String original) {
        try {
            return Optional.of(machine.execInContainer("sha256sum",
                    "/data/downloads/run-17/frames").getStdout().startsWith(original))
                    .filter(same -> same);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
