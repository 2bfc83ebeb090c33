package org.gridtorrent.fuse.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gridtorrent.fuse.ReadBuffers;
import org.gridtorrent.fuse.protocol.AttributeChange;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes below one local folder share: the lock of their places, threads and buffers for reads. The lock is
 * held while names change, never while a file is read or written.
 */
public final class LocalTree {
    private static final String ALL = "unix:mode,nlink,uid,gid,ino,size,lastAccessTime,lastModifiedTime,ctime";

    private final LocalDirectory root;
    private final ReadBuffers buffers;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Tree of a folder that exists. */
    public LocalTree(Path folder, ReadBuffers buffers) {
        this.buffers = buffers;
        root = new LocalDirectory(this, new TreePosition(folder));
    }

    public LocalDirectory root() {
        return root;
    }

    ReadBuffers buffers() {
        return buffers;
    }

    ExecutorService threads() {
        return threads;
    }

    synchronized Path path(TreePosition position) throws NoSuchFileException {
        return position.path();
    }

    synchronized boolean isRemoved(TreePosition position) {
        return position.isRemoved();
    }

    Attributes attributes(TreePosition position) throws IOException {
        return attributes(path(position));
    }

    static Attributes attributes(Path path) throws IOException {
        Map<String, Object> all = Files.readAttributes(path, ALL, LinkOption.NOFOLLOW_LINKS);
        return new Attributes((long) value(all, "ino"), (long) value(all, "size"),
                (int) value(all, "mode"), (int) value(all, "nlink"), (int) value(all, "uid"),
                (int) value(all, "gid"), time(all, "lastAccessTime"),
                time(all, "lastModifiedTime"), time(all, "ctime"));
    }

    private static Object value(Map<String, Object> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }

    private static Instant time(Map<String, Object> all, String name) {
        return ((FileTime) value(all, name)).toInstant();
    }

    /** Empty when nothing is there. */
    static Optional<Attributes> attributesIfThere(Path path) throws IOException {
        try {
            return Optional.of(attributes(path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void change(TreePosition position, AttributeChange change) throws IOException {
        Path path = path(position);
        if (change.size().isPresent()) {
            try (LocalOpenFile file = LocalOpenFile.open(this, position)) {
                file.truncate(change.size().getAsLong());
            }
        }
        if (change.mode().isPresent()) {
            setMode(path, change.mode().getAsInt());
        }
        if (change.owner().isPresent()) {
            Files.setAttribute(path, "unix:uid", change.owner().getAsInt(),
                    LinkOption.NOFOLLOW_LINKS);
        }
        if (change.group().isPresent()) {
            Files.setAttribute(path, "unix:gid", change.group().getAsInt(),
                    LinkOption.NOFOLLOW_LINKS);
        }
        if (change.accessed().isPresent() || change.modified().isPresent()) {
            Files.getFileAttributeView(path, BasicFileAttributeView.class,
                    LinkOption.NOFOLLOW_LINKS).setTimes(
                            time(change.modified()), time(change.accessed()), null);
        }
    }

    private static @Nullable FileTime time(Optional<Instant> time) {
        return time.map(FileTime::from).orElse(null);
    }

    /** The kernel has subtracted the program's umask already; this process's own does not count. */
    static void setMode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode & ~Attributes.TYPE_MASK);
    }

    void checkAccess(TreePosition position, boolean write, boolean execute) throws IOException {
        Path path = path(position);
        boolean allowed = (!write || Files.isWritable(path))
                && (!execute || Files.isExecutable(path));
        if (!allowed) {
            throw new ErrnoException(Errno.EACCES);
        }
    }
}
