package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens files, and waits while the process has no descriptor left for one: what is short now comes
 * back when connections end. Meanwhile contents close what they keep open without need. Thread-safe.
 */
final class FileDescriptors {
    private static final Logger LOG = LoggerFactory.getLogger(FileDescriptors.class);
    /** After that it is a failure. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Path ALWAYS_THERE = Path.of("/dev/null");

    private FileDescriptors() {}

    /** Tried again as a whole when it fails for want of a descriptor. */
    @FunctionalInterface
    interface Opening<T> {
        T open() throws IOException;
    }

    /** To be called with no lock held for which others wait who could close something. */
    static <T> T patiently(Opening<T> opening) throws IOException {
        long beganNs = System.nanoTime();
        boolean told = false;
        while (true) {
            try {
                return opening.open();
            } catch (FileSystemException e) {
                if (!isForWantOfOne(e) || System.nanoTime() - beganNs > PATIENCE.toNanos()) {
                    throw e;
                }
                if (!told) {
                    told = true;
                    LOG.warn("{}; tried again until some are closed: ulimit -n, or LimitNOFILE of"
                            + " a systemd unit, lets the process have more", e.getMessage());
                }
                OpenFileLimit.SHARED.closeIdle();
                pause(e);
            }
        }
    }

    /** The platform says which error it was by the message alone, in its own language: so try too. */
    private static boolean isForWantOfOne(FileSystemException e) {
        return e.getClass() == FileSystemException.class
                && (String.valueOf(e.getReason()).contains("Too many open files") || isNoneLeft());
    }

    private static boolean isNoneLeft() {
        try (FileChannel _ = FileChannel.open(ALWAYS_THERE, StandardOpenOption.READ)) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static void pause(FileSystemException failure) throws FileSystemException {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }
}
