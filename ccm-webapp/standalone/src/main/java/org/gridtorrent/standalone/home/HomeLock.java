package org.gridtorrent.standalone.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.terminal.CommandFailure;

/**
 * The right to open a home's database: held by one process at a time.
 *
 * <p>The system lets go of it when the process ends, however it ends; so a lock never outlives a
 * kill.
 */
public final class HomeLock implements AutoCloseable {
    private final FileChannel channel;

    private HomeLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * The lock, unless another process holds it. Throws {@link CommandFailure} for another user than the home's owner: files
     * that root makes there are closed to the site's own user.
     */
    public static Optional<HomeLock> tryTake(SiteHome home) throws IOException {
        if (Files.notExists(home.lock())) {
            requireOwner(home.folder());
        }
        // Whoever can open it can hold it, if only for reading.
        FileChannel channel = FileChannel.open(home.lock(),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                OwnerOnly.attribute(OwnerOnly.FILE));
        Optional<HomeLock> lock = Optional.empty();
        try {
            if (lock(channel)) {
                requireOwner(home.folder());
                lock = Optional.of(new HomeLock(channel));
                channel.truncate(0).write(ByteBuffer.wrap(Long
                        .toString(ProcessHandle.current().pid())
                        .getBytes(StandardCharsets.US_ASCII)));
            }
            return lock;
        } finally {
            if (lock.isEmpty()) {
                channel.close();
            }
        }
    }

    private static void requireOwner(Path folder) throws IOException {
        Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        if (!Files.getAttribute(folder, "unix:uid").equals(self)) {
            String owner = Files.getOwner(folder).getName();
            throw CommandFailure.notAllowed("the site in " + folder + " belongs to user " + owner
                    + "; run the command as that user: runuser -u " + owner
                    + " -- gridtorrent-server …");
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by this process itself
        }
    }

    /** The process that holds, or last held, the lock; for people to read. */
    public static String holder(SiteHome home) throws IOException {
        return new String(Files.readAllBytes(home.lock()), StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
