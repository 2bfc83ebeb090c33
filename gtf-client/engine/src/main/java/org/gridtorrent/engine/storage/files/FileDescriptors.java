package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries the opening of files while the process has no file descriptor left.
 *
 * <p>Connections that end give descriptors back; meanwhile every content closes its idle files. After a
 * minute the failure is final. Thread-safe.
 */
public final class FileDescriptors {
    private static final Logger LOG = LoggerFactory.getLogger(FileDescriptors.class);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);
    private static final Path ALWAYS_PRESENT = Path.of("/dev/null");

    private FileDescriptors() {}

    /** Repeated as a whole after a failure. */
    @FunctionalInterface
    public interface Opening<T> {
        T open() throws IOException;
    }

    /** To be called without a lock that another thread needs to close a file. */
    public static <T> T retryWhileExhausted(Opening<T> opening) throws IOException {
        long beganNs = System.nanoTime();
        boolean logged = false;
        while (true) {
            try {
                return opening.open();
            } catch (FileSystemException e) {
                if (!isExhausted(e) || System.nanoTime() - beganNs > TIMEOUT.toNanos()) {
                    throw e;
                }
                if (!logged) {
                    logged = true;
                    LOG.warn("{}; tried again until some are closed: ulimit -n, or LimitNOFILE of"
                            + " a systemd unit, lets the process have more", e.getMessage());
                }
                OpenFileLimit.SHARED.closeIdle();
                pause(e);
            }
        }
    }

    /** The platform names the error in a message of its own language alone, so one is opened on trial. */
    private static boolean isExhausted(FileSystemException e) {
        return e.getClass() == FileSystemException.class
                && (String.valueOf(e.getReason()).contains("Too many open files")
                        || isNoneLeft());
    }

    private static boolean isNoneLeft() {
        try (FileChannel _ = FileChannel.open(ALWAYS_PRESENT, StandardOpenOption.READ)) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static void pause(FileSystemException failure) throws FileSystemException {
        try {
            Thread.sleep(RETRY_INTERVAL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }
}
