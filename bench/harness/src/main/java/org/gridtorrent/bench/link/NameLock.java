package org.gridtorrent.bench.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one process at a time make the link of a name, and one thread of this process any link.
 *
 * <p>The file is removed with the lock, so whoever got the lock of a file makes sure that it is still the
 * one in the folder: it must show there what was written through the lock.
 */
final class NameLock implements AutoCloseable {
    /** Two threads of one process cannot both have a lock of one file. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private final Path file;
    private final FileChannel channel;

    private NameLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Waits for those who hold it. */
    static NameLock take(Path file) throws IOException {
        HERE.lock();
        boolean taken = false;
        try {
            while (true) {
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                taken = isTaken(file, channel);
                if (taken) {
                    return new NameLock(file, channel);
                }
                channel.close();
            }
        } finally {
            if (!taken) {
                HERE.unlock();
            }
        }
    }

    /** False when the file that was waited for has been removed meanwhile. */
    private static boolean isTaken(Path file, FileChannel channel) throws IOException {
        channel.lock();
        String mark = UUID.randomUUID().toString();
        channel.write(ByteBuffer.wrap(mark.getBytes(StandardCharsets.UTF_8)));
        try {
            return Files.readString(file).equals(mark);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            Files.deleteIfExists(file);
        } finally {
            HERE.unlock();
        }
    }
}
