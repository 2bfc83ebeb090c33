package org.gridtorrent.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Running;
import org.testcontainers.DockerClientFactory;

/** Images of docker/, made of the packages that the build left. Tests are skipped where they cannot be made. */
final class Images {
    static final Path DOCKER = Programs.root().resolve("docker");
    private static final Path PACKAGES = Programs.root().resolve("packaging/target/release");

    private Images() {}

    /** The image that {@code -Dcontainers.base} names, or one of the Debian of {@link CleanDebian}. */
    static String base() throws IOException {
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(),
                "no container engine answers");
        assumeTrue(Files.isDirectory(PACKAGES),
                "the packages are not built: mvn -DskipTests -Prelease verify");
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

    /** Makes the image of a program from its package. */
    static void ofPackage(String base, String program, String image) {
        build(base, DOCKER.resolve(program).resolve("Dockerfile"), PACKAGES, image).expect(0);
    }

    /** Makes an image for which Debian's own packages are needed; skips the test where no mirror is reached. */
    static void ofDebian(String base, Path folder, String image) {
        Outcome outcome = build(base, folder.resolve("Dockerfile"), folder, image);
        assumeTrue(outcome.status() == 0, () -> "the image " + image + " cannot be made here: "
                + outcome.err());
    }

    private static Outcome build(String base, Path dockerfile, Path context, String image) {
        return run("docker", "build", "--quiet", "--build-arg", "BASE=" + base, "--file",
                dockerfile.toString(), "--tag", image, context.toString());
    }

    static void remove(String... images) {
        for (String image : images) {
            run("docker", "image", "rm", "--force", image);
        }
    }

    static Outcome run(String... command) {
        return Running.run(List.of(command), "", Duration.ofMinutes(5));
    }
}
