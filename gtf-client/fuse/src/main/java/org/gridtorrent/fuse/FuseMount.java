package org.gridtorrent.fuse;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.gridtorrent.fuse.protocol.Replies;
import org.gridtorrent.fuse.system.FuseDevice;
import org.gridtorrent.fuse.system.Mounts;

/**
 * Mounted file system. Its platform threads read requests until it is unmounted, by whomever. Thread-safe.
 */
public final class FuseMount implements AutoCloseable {
    private static final Duration END = Duration.ofSeconds(2);
    /** A write's data, its header, and some more for the header of a request with extensions. */
    private static final int REQUEST_LENGTH = Replies.MAX_WRITE + 4096;
    private static final int MAX_READERS = 4;

    private final Path folder;
    private final FuseDevice device;
    private final FileSystem fileSystem;
    private final Session session;
    private final Consumer<Throwable> failures;
    private final List<Thread> readers;
    private final AtomicInteger reading;
    private final CountDownLatch unmounted = new CountDownLatch(1);

    private FuseMount(Path folder, FuseDevice device, FileSystem fileSystem,
            Consumer<Throwable> failures) {
        this.folder = folder;
        this.device = device;
        this.fileSystem = fileSystem;
        this.failures = failures;
        session = new Session(device, fileSystem, failures);
        int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, MAX_READERS);
        reading = new AtomicInteger(count);
        readers = IntStream.range(0, count).mapToObj(i -> Thread.ofPlatform()
                .name("fuse-reader-" + i).unstarted(this::readRequests)).toList();
    }

    /**
     * Mounts a folder, after it detached a mount there whose process was killed.
     *
     * @param failures takes what should not happen; thread-safe
     */
    public static FuseMount mount(Path folder, FileSystem fileSystem, Consumer<Throwable> failures)
            throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        FuseMount mount = new FuseMount(absolute, Mounts.mount(absolute), fileSystem, failures);
        mount.readers.forEach(Thread::start);
        return mount;
    }

    private void readRequests() {
        try (Arena arena = Arena.ofConfined()) {
            FuseDevice.Reader reader = device.reader(arena, REQUEST_LENGTH);
            for (MemorySegment message = reader.next(); message.byteSize() > 0; message = reader
                    .next()) {
                session.handle(message);
            }
        } catch (IOException | RuntimeException e) {
            failures.accept(e);
        } finally {
            if (reading.decrementAndGet() == 0) {
                session.close();
                device.close();
                unmounted.countDown();
            }
        }
    }

    public DirectoryNode root() {
        return fileSystem.root();
    }

    /** Returns when it is unmounted and no file in it is open. */
    public void awaitUnmount() throws InterruptedException {
        unmounted.await();
    }

    /**
     * Has the kernel drop what it keeps of a node, pages and attributes; programs that mapped it read it anew.
     * Waits for requests for the node: not to be called where these are answered.
     */
    public void invalidate(Node node) {
        OptionalLong id = session.inodes().id(node);
        if (id.isPresent()) {
            try (Arena arena = Arena.ofConfined()) {
                device.write(Replies.invalidateNode(arena, id.getAsLong()));
            }
        }
    }

    /** The same for all nodes that the kernel knows and that are meant. */
    public void invalidateAll(Predicate<Node> meant) {
        session.inodes().nodes().stream().filter(meant).forEach(this::invalidate);
    }

    /** Has the kernel forget where a name leads. Waits as {@link #invalidate} does. */
    public void invalidateEntry(DirectoryNode parent, String name) {
        OptionalLong id = session.inodes().id(parent);
        if (id.isPresent()) {
            try (Arena arena = Arena.ofConfined()) {
                device.write(Replies.invalidateEntry(arena, id.getAsLong(), name));
            }
        }
    }

    /** Nodes that the kernel knows. */
    public int knownNodes() {
        return session.inodes().size();
    }

    /**
     * Takes it out of the tree and ends every wait. Requests for files that are still open are answered until they
     * are closed, or the process ends.
     */
    @Override
    public void close() throws IOException {
        session.end();
        if (unmounted.getCount() > 0) {
            Mounts.unmount(folder, true);
        }
        try {
            for (Thread reader : readers) {
                reader.join(END);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
