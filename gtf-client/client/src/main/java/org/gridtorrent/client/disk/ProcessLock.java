package org.gridtorrent.client.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Something that one holder at a time has to itself, among all processes; the system releases it
 * whichever way the process ends. The file stays and says nothing.
 */
public final class ProcessLock implements AutoCloseable {
    private static final FileAttribute<?> OWNERS_ALONE = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /**
     * In this process. The system's locks are a process's, and closing any channel of the file
     * releases them: a second holder must not even open it.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ProcessLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Empty when somebody else has it. The folder is made when missing. */
    public static Optional<ProcessLock> take(Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent(), "a lock lies in a folder");
        DurableFile.createPrivateFolder(folder);
        Path real = folder.toRealPath().resolve(file.getFileName());
        if (!HELD.add(real)) {
            return Optional.empty();
        }
        Optional<ProcessLock> lock = Optional.empty();
        try {
            lock = takeFromOthers(real);
        } finally {
            if (lock.isEmpty()) {
                HELD.remove(real);
            }
        }
        return lock;
    }

    private static Optional<ProcessLock> takeFromOthers(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNERS_ALONE);
        boolean taken = false;
        try {
            closeToOthers(file);
            taken = channel.tryLock() != null;
        } finally {
            if (!taken) {
                channel.close();
            }
        }
        return taken ? Optional.of(new ProcessLock(file, channel)) : Optional.empty();
    }

    /** Whoever can open it can hold it, if only for reading. */
    private static void closeToOthers(Path file) {
        try {
            var _ = DurableFile.closeToOthers(file);
        } catch (IOException e) {
            return; // no file system for it, or not our file: it may still be free
        }
    }

    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            channel.close();
            HELD.remove(file);
        }
    }
}
