package org.gridtorrent.fuse;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.protocol.VolumeStatistics;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;

/** Read-only tree in memory, which can be changed while it is mounted. */
final class MemoryFileSystem implements FileSystem {
    private static final Duration VALID = Duration.ofHours(1);
    private static final Instant TIME = Instant.ofEpochSecond(1_000_000_000);

    private final Folder root = new Folder();
    /** Reads of files that wait. */
    final Queue<CompletableFuture<ReadData>> waiting = new ConcurrentLinkedQueue<>();

    @Override
    public Folder root() {
        return root;
    }

    @Override
    public VolumeStatistics statistics() {
        return new VolumeStatistics(1L << 30, 0, 1);
    }

    /** Folder of this tree. */
    static final class Folder implements DirectoryNode {
        private final Map<String, Node> children = new ConcurrentHashMap<>();

        Folder folder(String name) {
            return (Folder) children.computeIfAbsent(name, _ -> new Folder());
        }

        void put(String name, Node node) {
            children.put(name, node);
        }

        void remove(String name) {
            children.remove(name);
        }

        @Override
        public Optional<Node> lookup(String name) {
            return Optional.ofNullable(children.get(name));
        }

        @Override
        public List<DirectoryEntry> list() {
            List<DirectoryEntry> entries = new ArrayList<>();
            children.forEach((name, node) -> entries.add(new DirectoryEntry(name, node)));
            return entries;
        }

        @Override
        public Attributes attributes() {
            return MemoryFileSystem.attributes(hashCode(), Attributes.DIRECTORY | 0555, 0);
        }

        @Override
        public Duration validity() {
            return VALID;
        }
    }

    private static Attributes attributes(long id, int mode, long size) {
        return new Attributes(id, size, mode, 1, 0, 0, TIME, TIME, TIME);
    }

    /** File with these bytes. */
    static class Content implements FileNode {
        private final MemorySegment bytes;
        final AtomicInteger reads = new AtomicInteger();
        private volatile Optional<Errno> failure = Optional.empty();

        Content(MemorySegment bytes) {
            this.bytes = bytes;
        }

        void fail(Errno errno) {
            failure = Optional.of(errno);
        }

        @Override
        public Attributes attributes() {
            return MemoryFileSystem.attributes(hashCode(), Attributes.REGULAR_FILE | 0444,
                    bytes.byteSize());
        }

        @Override
        public Duration validity() {
            return VALID;
        }

        @Override
        public OpenFile open(OpenMode mode, int thread) throws IOException {
            if (mode.writes()) {
                throw new ErrnoException(Errno.EROFS);
            }
            return new OpenFile() {
                @Override
                public CompletableFuture<ReadData> read(long offset, int length) {
                    return Content.this.read(offset, length);
                }

                @Override
                public boolean keepsCache() {
                    return true;
                }

                @Override
                public void close() {}
            };
        }

        CompletableFuture<ReadData> read(long offset, int length) {
            reads.incrementAndGet();
            if (failure.isPresent()) {
                return CompletableFuture.failedFuture(new ErrnoException(failure.get()));
            }
            long from = Math.min(offset, bytes.byteSize());
            long count = Math.min(length, bytes.byteSize() - from);
            return CompletableFuture.completedFuture(
                    new ReadData(bytes.asSlice(from, count), () -> {}));
        }
    }

    /** File whose reads wait until the test completes them. */
    final class Silent extends Content {
        Silent(MemorySegment bytes) {
            super(bytes);
        }

        @Override
        CompletableFuture<ReadData> read(long offset, int length) {
            CompletableFuture<ReadData> read = new CompletableFuture<>();
            waiting.add(read);
            return read;
        }
    }

    /** Symbolic link. */
    record Link(String target) implements LinkNode {
        @Override
        public Attributes attributes() {
            return MemoryFileSystem.attributes(hashCode(), Attributes.SYMBOLIC_LINK | 0777,
                    target.length());
        }

        @Override
        public Duration validity() {
            return VALID;
        }
    }
}
