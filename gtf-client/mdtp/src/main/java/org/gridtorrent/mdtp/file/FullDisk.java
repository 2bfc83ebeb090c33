package org.gridtorrent.mdtp.file;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Wait for room on a full disk.
 *
 * <p>Thread-safe. {@link #giveUp} ends all waiting, now and from now on.
 */
final class FullDisk {
    private static final long RETRY_MS = Duration.ofSeconds(1).toMillis();
    /** A write that fails with less free is taken for a full disk. */
    private static final long NO_ROOM_BYTES = 64 << 10;

    private final Path folder;
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private volatile boolean isFull;

    FullDisk(Path folder) {
        this.folder = folder;
    }

    /** Whether the last write failed for want of room. */
    boolean isFull() {
        return isFull;
    }

    /** Notes that a write succeeded. */
    void hasRoom() {
        isFull = false;
    }

    /**
     * Notes an error of a write; throws it unless it means that the disk, or a quota, is full. The platform
     * names it in a message alone, so the file system is asked, too.
     */
    void requireIsFull(IOException error) throws IOException {
        String message = String.valueOf(error.getMessage());
        boolean isFullNow = message.contains("No space left") || message.contains("quota exceeded")
                || (!(error instanceof ClosedChannelException) && roomBytes() < NO_ROOM_BYTES);
        if (!isFullNow) {
            throw error;
        }
        isFull = true;
    }

    private long roomBytes() {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // unknown: the error stays as it is
        }
    }

    /** Waits before the next try. */
    void await() throws IOException, InterruptedException {
        if (givenUp.await(RETRY_MS, TimeUnit.MILLISECONDS)) {
            throw new ClosedChannelException();
        }
    }

    void giveUp() {
        givenUp.countDown();
    }
}
