package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Running;
import org.gridtorrent.e2e.process.Until;
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
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(),
                "no container engine answers");
        Path packages = Programs.root().resolve("packaging/target/release");
        assumeTrue(Files.isDirectory(packages),
                "the packages are not built: mvn -DskipTests -Prelease verify");
        String base = base();
        buildImage(base, "server", SERVER, packages);
        buildImage(base, "client", CLIENT, packages);
        shared = Network.newNetwork();
        OPEN.add(shared);
    }

    /** The image that {@code -Dcontainers.base} names, or one of the Debian of {@link InstallationIT}. */
    private static String base() throws IOException {
        Optional<String> named = Optional.ofNullable(System.getProperty("containers.base"));
        return named.isPresent() ? named.get() : importedDebian();
    }

    private static String importedDebian() throws IOException {
        String image = "gridtorrent-base:" + CleanDebian.SUITE;
        if (run("docker", "image", "inspect", image).status() != 0) {
            Path debian = CleanDebian.folder();
            run("sh", "-c", "tar -C \"$1\" -c . | docker import - \"$2\"", "sh",
                    debian.toString(), image).expect(0);
        }
        return image;
    }

    private static void buildImage(String base, String program, String image, Path packages) {
        run("docker", "build", "--quiet", "--build-arg", "BASE=" + base, "--file",
                Programs.root().resolve("docker").resolve(program).resolve("Dockerfile")
                        .toString(),
                "--tag", image, packages.toString()).expect(0);
    }

    private static Outcome run(String... command) {
        return Running.run(List.of(command), "", Duration.ofMinutes(5));
    }

    @AfterAll
    static void close() throws Exception {
        for (AutoCloseable one : OPEN.reversed()) {
            one.close();
        }
        VOLUMES.forEach(volume -> engine().removeVolumeCmd(volume).exec());
        run("docker", "image", "rm", "--force", SERVER, CLIENT);
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

    private static GenericContainer<?> startSite() {
        GenericContainer<?> site = container(SERVER, newVolume()).withNetwork(shared)
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
        GenericContainer<?> site = startSite();
        assertThat(site.getLogs()).contains("http://site:8480/setup?code=");
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
        Until.answered("the copy of the machine that was cut off", LIMIT,
                () -> copied(late, original));
        assertThat(expect(site, "gridtorrent-server", "check")).doesNotContain("WRONG");
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
