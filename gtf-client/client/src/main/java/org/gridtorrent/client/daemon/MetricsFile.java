package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.function.Supplier;
import org.gridtorrent.terminal.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes measurements to a file, whole or not at all, until it is interrupted; then deletes it. Other users may read
 * it. A failure is logged when it begins, not each time.
 */
final class MetricsFile implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsFile.class);
    private static final Duration INTERVAL = Duration.ofSeconds(15);

    private final Path file;
    private final Supplier<String> text;
    private boolean failed;

    MetricsFile(Path file, Supplier<String> text) {
        this.file = file.toAbsolutePath().normalize();
        this.text = text;
    }

    @Override
    public void run() {
        try {
            while (true) {
                write();
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException e) {
            delete();
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try {
            // The collector reads names that end in .prom alone.
            Path draft = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(draft, text.get());
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.warn("the measurements cannot be written: {}", Failures.describe(e).line());
            }
            failed = true;
        }
    }

    private void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} is left behind", file, e);
        }
    }
}
