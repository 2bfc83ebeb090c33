package org.gridtorrent.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.e2e.process.Running;

/** A Debian without a JDK, made by debootstrap once and kept in the user's cache. Nobody writes to it. */
final class CleanDebian {
    static final String SUITE = "bookworm";
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private CleanDebian() {}

    /** Its root. Skips the test where it cannot be made: not as root, without debootstrap, without a mirror. */
    static Path folder() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can make a Debian");
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("gridtorrent");
        Files.createDirectories(cache);
        try (FileChannel channel = FileChannel.open(cache.resolve("lock"),
                StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            Path made = cache.resolve("debian-" + SUITE);
            if (!Files.isDirectory(made)) {
                make(cache.resolve("debian-" + SUITE + "-unfinished"), made);
            }
            return made;
        }
    }

    private static void make(Path unfinished, Path made) throws IOException {
        assumeTrue(isInstalled("debootstrap"), "debootstrap is not installed");
        Running.run(List.of("rm", "-rf", unfinished.toString()), "", LIMIT).expect(0);
        Outcome outcome = Running.run(List.of("debootstrap", "--variant=minbase",
                "--include=systemd", SUITE, unfinished.toString()), "", LIMIT);
        assumeTrue(outcome.status() == 0, "debootstrap made no Debian: " + outcome.err());
        Files.move(unfinished, made, StandardCopyOption.ATOMIC_MOVE);
    }

    static boolean isInstalled(String program) {
        return Stream.of("/usr/sbin", "/usr/bin", "/sbin", "/bin")
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }
}
