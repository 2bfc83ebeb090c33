package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Running;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both Debian packages on a clean Debian without a JDK.
 *
 * <p>Each run works on a layer above {@link CleanDebian}, in name spaces of its own for mounts, processes and the network,
 * which end with it.
 */
class InstallationIT {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final List<String> APART = List.of("unshare", "--mount", "--pid", "--fork",
            "--kill-child", "--net");
    private static final String ENTER = """
            mount -t overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" overlay "$2/root" || exit 99
            mount -t proc proc "$2/root/proc"
            ip link set lo up
            exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$2/root" "$3"
            """;

    @TempDir
    static Path folder;
    private static Path packages = Path.of("");
    private static Path debian = Path.of("");

    @BeforeAll
    static void prepare() throws IOException {
        packages = Programs.root().resolve("packaging/target/release");
        for (String program : List.of("unshare", "ip")) {
            assumeTrue(CleanDebian.isInstalled(program), program + " is not installed");
        }
        assumeTrue(Files.isDirectory(packages),
                "the packages are not built: mvn -DskipTests -Prelease verify");
        debian = CleanDebian.folder();
        for (String layer : List.of("upper/packages", "work", "root")) {
            Files.createDirectories(folder.resolve(layer));
        }
    }

    @Test
    void aDataSetIsSharedByTheInstalledPrograms() throws IOException {
        Path upper = folder.resolve("upper");
        try (Stream<Path> files = Files.list(packages)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".deb")).toList()) {
                Files.copy(file, upper.resolve("packages").resolve(file.getFileName()));
            }
        }
        Path errand = upper.resolve("install-and-share");
        try (var script = InstallationIT.class.getResourceAsStream("/install-and-share")) {
            Files.copy(Objects.requireNonNull(script), errand);
        }
        assertThat(errand.toFile().setExecutable(true)).isTrue();
        Outcome outcome = Running.run(
                Stream.concat(APART.stream(), Stream.of("sh", "-c", ENTER, "sh",
                        debian.toString(), folder.toString(), "/install-and-share")).toList(),
                "", LIMIT);
        assumeTrue(outcome.status() != 99, "this system mounts no overlay: " + outcome.err());
        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).endsWith("== done");
    }
}
