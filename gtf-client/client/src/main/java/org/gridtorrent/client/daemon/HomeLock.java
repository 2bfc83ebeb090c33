package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.client.disk.DurableFile;
import org.jspecify.annotations.Nullable;

/** Keeps a second daemon out of a home; the system releases it whichever way the process ends. */
final class HomeLock implements AutoCloseable {
    private final FileChannel channel;

    private HomeLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Empty when another daemon has it. */
    static Optional<HomeLock> take(Path file) throws IOException {
        DurableFile.createPrivateFolder(
                Objects.requireNonNull(file.getParent(), "a lock lies in a folder"));
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new HomeLock(channel));
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by this very process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
