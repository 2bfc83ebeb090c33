package org.gridtorrent.bench.link;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lock of a link's name, between processes and threads. One process at a time makes the link of a name,
 * and one thread of this process any link.
 *
 * <p>Each name has a byte of the file for its lock. The file stays: who waited for the lock of a removed
 * file would hold nothing, and to look whether it is still there would end a lock of this process, since
 * POSIX lets go of all locks that a process holds on a file when it closes any descriptor of it.
 */
final class LinkLock implements AutoCloseable {
    /** Two threads of one process cannot both have a lock of one file. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private final FileChannel channel;

    private LinkLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock; waits for its holder. */
    static LinkLock take(Path file, String name) throws IOException {
        HERE.lock();
        boolean taken = false;
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock(Integer.toUnsignedLong(name.hashCode()), 1, false);
            taken = true;
            return new LinkLock(channel);
        } finally {
            if (!taken) {
                HERE.unlock();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HERE.unlock();
        }
    }
}
