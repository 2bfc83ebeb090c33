package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.metainfo.MetainfoBuilder;
import org.gridtorrent.metainfo.MetainfoException;

/** A folder with a content to share, its .torrent, and room for what is fetched; all of it is deleted at the end. */
public final class SwarmFolder implements AutoCloseable {
    public static final Path TMPFS = Path.of("/dev/shm");
    /** What a process says that keeps one for another machine. */
    public static final String READY = "ready";

    private static final String CONTENT = "content";

    private final ScratchFolder folder;
    private final long length;
    private final List<Replica> replicas = new ArrayList<>();
    private Optional<Replica> receivers = Optional.empty();

    private SwarmFolder(ScratchFolder folder, long length) {
        this.folder = folder;
        this.length = length;
    }

    /** Where files cost least: in memory, if the system has a place for that. */
    public static Path cheapest() {
        return Files.isWritable(TMPFS) ? TMPFS : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** With room for so many copies beside the original. */
    public static SwarmFolder create(Path below, long length, int copies)
            throws IOException, InterruptedException {
        if (Files.getFileStore(below).getUsableSpace() < (copies + 2) * length) {
            throw new IOException(
                    below + " has no room for " + (copies + 2) + " × " + length + " bytes");
        }
        return filled(ScratchFolder.create(below), length);
    }

    /** The same, also on those of the hosts that are other machines. */
    public static SwarmFolder create(Path below, long length, int copies, Network network)
            throws IOException, InterruptedException {
        SwarmFolder made = create(below, length, copies);
        try {
            for (Host host : network.hosts()) {
                if (host.hasDiskOfItsOwn()) {
                    Replica replica = Replica.make(host, made.path(""), length);
                    made.replicas.add(replica);
                    if (host.equals(network.receiver())) {
                        made.receivers = Optional.of(replica);
                    }
                }
            }
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    /** This very folder, which is made. */
    public static SwarmFolder at(Path folder, long length)
            throws IOException, InterruptedException {
        return filled(ScratchFolder.at(folder), length);
    }

    private static SwarmFolder filled(ScratchFolder folder, long length)
            throws IOException, InterruptedException {
        var made = new SwarmFolder(folder, length);
        try {
            made.fill();
            return made;
        } catch (IOException | InterruptedException e) {
            made.close();
            throw e;
        }
    }

    private void fill() throws IOException, InterruptedException {
        Files.createDirectory(source());
        Random random = new Random(1);
        byte[] block = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(content())) {
            for (long left = length; left > 0; left -= block.length) {
                random.nextBytes(block);
                out.write(block, 0, (int) Math.min(block.length, left));
            }
        }
        try {
            Files.write(torrent(), new MetainfoBuilder(content()).build().metainfo().encoded());
        } catch (MetainfoException e) {
            throw new IOException(e);
        }
    }

    public Path path(String name) {
        return folder.path(name);
    }

    /** A new folder in it, on all machines. */
    public Path make(String name) throws IOException, InterruptedException {
        Path made = folder.make(name);
        for (Replica replica : replicas) {
            replica.make(made);
        }
        return made;
    }

    private void delete(Path directory) throws IOException, InterruptedException {
        ScratchFolder.delete(directory);
        for (Replica replica : replicas) {
            replica.delete(directory);
        }
    }

    /** An empty folder in it, of a name that begins so. */
    public Path room(String name) throws IOException {
        return Files.createTempDirectory(folder.path(""), name + "-");
    }

    public Path source() {
        return path("source");
    }

    public Path content() {
        return source().resolve(CONTENT);
    }

    public Path torrent() {
        return path("content.torrent");
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

    /** What is done with a new folder, which is deleted afterwards. */
    public interface Use<T> {
        T in(Path directory) throws IOException, InterruptedException;
    }

    /** Checks that the content came into the folder, whole, before it deletes it. */
    public <T> T into(String name, Use<T> use) throws IOException, InterruptedException {
        Path directory = make(name);
        try {
            T outcome = use.in(directory);
            check(directory);
            return outcome;
        } finally {
            delete(directory);
        }
    }

    /** Where it came to: on the receiver, if that is another machine, and here otherwise. */
    public void check(Path directory) throws IOException, InterruptedException {
        if (receivers.isPresent()) {
            receivers.get().check(content(), directory.resolve(CONTENT));
        } else if (Files.mismatch(content(), directory.resolve(CONTENT)) >= 0) {
            throw new IOException("what came into " + directory + " is not what was sent");
        }
    }

    @Override
    public void close() throws IOException {
        for (Replica replica : replicas) {
            replica.close();
        }
        folder.close();
    }
}
