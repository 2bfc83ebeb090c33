package org.gridtorrent.bench.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/** Temporary folder with test data, its .torrent and a download directory; deleted when closed. */
public final class ContentFolder implements AutoCloseable {
    public static final Path TMPFS = Path.of("/dev/shm");
    public static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));

    private static final String SOURCE = "source";
    private static final String CONTENT = "content";
    private static final String TORRENT = "content.torrent";

    private final SharedFolder folder;
    private final String name;
    private final long length;
    private final Host receiver;
    private final AtomicInteger rooms = new AtomicInteger();

    private ContentFolder(SharedFolder folder, String name, long length, Host receiver) {
        this.folder = folder;
        this.name = name;
        this.length = length;
        this.receiver = receiver;
    }

    /** Where files cost least: in memory, if the system has a place for that. */
    public static Path memoryOrDisk() {
        return Files.isWritable(TMPFS) ? TMPFS : DISK;
    }

    /** With room for so many copies beside the original. */
    public static ContentFolder create(Path below, long length, int copies)
            throws IOException, InterruptedException {
        return create(below, length, copies, List.of(), Host.HERE);
    }

    /** The same, also on those of the hosts that are other machines; the second is to receive. */
    public static ContentFolder create(Path below, long length, int copies,
            List<? extends Host> hosts) throws IOException, InterruptedException {
        return create(below, length, copies, hosts, hosts.get(1));
    }

    private static ContentFolder create(Path below, long length, int copies,
            List<? extends Host> hosts, Host receiver) throws IOException, InterruptedException {
        SharedFolder folder = SharedFolder.create(below, hosts);
        try {
            return within(folder, "swarm", length, copies, receiver);
        } catch (IOException | InterruptedException e) {
            folder.close();
            throw e;
        }
    }

    /** The same as a part of a folder, with which it closes. */
    public static ContentFolder within(SharedFolder folder, String name, long length, int copies,
            Host receiver) throws IOException, InterruptedException {
        if (Files.getFileStore(folder.path("")).getUsableSpace() < (copies + 2) * length) {
            throw new IOException(folder.path("") + " has no room for " + (copies + 2) + " × "
                    + length + " bytes");
        }
        folder.fill(name, length);
        return new ContentFolder(folder, name, length, receiver);
    }

    /** Makes such a folder with its content and .torrent, alike wherever it is made. */
    static void fill(Path folder, long length) throws IOException, InterruptedException {
        Path content = Files.createDirectories(folder.resolve(SOURCE)).resolve(CONTENT);
        writeRandom(content, length);
        try {
            Files.write(folder.resolve(TORRENT),
                    new MetainfoBuilder(content).build().metainfo().encoded());
        } catch (MetainfoException e) {
            throw new IOException(e);
        }
    }

    /** Writes bytes that are random, and the same each time. */
    public static void writeRandom(Path file, long length) throws IOException {
        writeRandom(file, length, 1);
    }

    /** The same, with other bytes for each seed. */
    public static void writeRandom(Path file, long length, long seed) throws IOException {
        Random random = new Random(seed);
        byte[] block = new byte[(int) Math.min(1 << 20, length)];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long left = length; left > 0; left -= block.length) {
                random.nextBytes(block);
                out.write(block, 0, (int) Math.min(block.length, left));
            }
        }
    }

    public Path path(String part) {
        return folder.path(within(part));
    }

    private String within(String part) {
        return name + "/" + part;
    }

    /** A new folder in it, as this host sees it. */
    public Path make(String part, Host host) throws IOException, InterruptedException {
        return folder.make(within(part), host);
    }

    /** Deletes a folder on the host. */
    public void delete(String part, Host host) throws IOException, InterruptedException {
        folder.delete(within(part), host);
    }

    /** A name for a folder in it that nothing else has, which begins so. */
    public String uniqueName(String beginning) {
        return beginning + "-" + rooms.incrementAndGet();
    }

    public Path source() {
        return path(SOURCE);
    }

    public Path content() {
        return source().resolve(CONTENT);
    }

    public Path torrent() {
        return path(TORRENT);
    }

    public long length() {
        return length;
    }

    /**
     * Writes as much as the content once and drops it, so that what comes next, whosever, is written to memory
     * that was in use just now. A virtual machine gives memory that rests back to its host, and to get it again
     * costs up to three seconds of a processor for a gibibyte.
     */
    public void warmMemory() throws IOException {
        Path file = path("warm");
        byte[] block = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long left = length; left > 0; left -= block.length) {
                out.write(block, 0, (int) Math.min(block.length, left));
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Work with a new folder. */
    public interface Use<T> {
        T in(Path directory) throws IOException, InterruptedException;
    }

    /** Checks that the content came into the receiver's folder, whole, before it deletes it. */
    public <T> T into(String part, Use<T> use) throws IOException, InterruptedException {
        Path directory = make(part, receiver);
        try {
            T outcome = use.in(directory);
            check(directory, receiver);
            return outcome;
        } finally {
            delete(part, receiver);
        }
    }

    /** Checks that the content came into the folder, as this host sees both. */
    public void check(Path directory, Host host) throws IOException, InterruptedException {
        Path came = directory.resolve(CONTENT);
        if (host.hasDiskOfItsOwn()) {
            Tool.run(host.commandOn(List.of("cmp", content().toString(), came.toString())));
        } else if (Files.mismatch(content(), came) >= 0) {
            throw new IOException("what came into " + directory + " is not what was sent");
        }
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
