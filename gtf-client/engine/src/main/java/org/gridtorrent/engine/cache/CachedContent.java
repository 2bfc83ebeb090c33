package org.gridtorrent.engine.cache;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileDescriptors;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of one content in the cache: a sparse file as long as the content, and the map of its pieces.
 *
 * <p>Thread-safe. Reads and writes share the lock; changes of what is there hold it alone, so that no reader
 * gets the zeros of a hole. While the disk has no room, pieces are held in memory and soon dropped.
 */
final class CachedContent {
    private static final int MAX_REOPENS = 100;

    private final ReadCache cache;
    private final InfoHash infoHash;
    private final Path data;
    private final PieceMap map;
    private final PieceLayout layout;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    /** Ticks of the cache, by piece. */
    private final AtomicLongArray lastRead;
    /** Pieces on the disk that this process has hashed. */
    private final Bitfield checked;
    /** Bytes that are written of pieces that are not verified yet. */
    private final Map<Integer, Integer> writing = new ConcurrentHashMap<>();
    private final Map<Integer, MemoryPiece> memory = new HashMap<>();
    private volatile @Nullable FileChannel channel;
    private volatile Consumer<List<Integer>> evictionListener = _ -> {};
    private volatile boolean open;

    /** Piece of which parts are in memory. */
    private static final class MemoryPiece {
        /** By offset in the piece. */
        private final Map<Integer, byte[]> parts = new TreeMap<>();
        private boolean verified;

        long length() {
            return parts.values().stream().mapToLong(part -> part.length).sum();
        }
    }

    CachedContent(ReadCache cache, InfoHash infoHash, Path data, PieceMap map) {
        this.cache = cache;
        this.infoHash = infoHash;
        this.data = data;
        this.map = map;
        this.layout = map.layout();
        this.lastRead = new AtomicLongArray(layout.pieceCount());
        this.checked = new Bitfield(layout.pieceCount());
        map.pieces().pieces().forEach(this::touch);
        cache.used(bytes());
    }

    PieceLayout layout() {
        return layout;
    }

    CacheUsage usage() {
        return new CacheUsage(infoHash, bytes(), layout.totalLength(), isPinned());
    }

    /** Bytes of the verified pieces on the disk. */
    private long bytes() {
        lock.readLock().lock();
        try {
            return map.pieces().pieces().mapToLong(layout::pieceLength).sum();
        } finally {
            lock.readLock().unlock();
        }
    }

    boolean isPinned() {
        lock.readLock().lock();
        try {
            return map.isPinned();
        } finally {
            lock.readLock().unlock();
        }
    }

    void pin(boolean isPinned) throws IOException {
        lock.writeLock().lock();
        try {
            map.pin(isPinned);
        } finally {
            lock.writeLock().unlock();
        }
    }

    boolean isOpen() {
        return open;
    }

    /** Makes it ready for reads and writes: what a crash left of unfinished pieces is given back. */
    void open() throws IOException {
        open = true;
        try (FileChannel file = openChannel()) {
            if (file.size() < layout.totalLength()) {
                file.write(ByteBuffer.allocate(1), layout.totalLength() - 1);
            }
        }
        var absent = Bitfield.full(layout.pieceCount());
        map.pieces().pieces().forEach(absent::clear);
        punch(absent.pieces().boxed().toList());
    }

    /** @param listener told of verified pieces that were evicted, by any thread */
    void setEvictionListener(Consumer<List<Integer>> listener) {
        evictionListener = listener;
    }

    void close() throws IOException {
        evictionListener = _ -> {};
        lock.writeLock().lock();
        try {
            List.copyOf(memory.keySet()).forEach(this::forgetInMemory);
            closeChannel();
            map.use(Instant.now());
            open = false;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** A copy of the verified pieces. */
    Bitfield pieces() {
        lock.readLock().lock();
        try {
            Bitfield all = map.pieces().copy();
            memory.forEach((piece, held) -> {
                if (held.verified) {
                    all.set(piece);
                }
            });
            return all;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Whether the piece comes from an earlier process, and was not hashed by this one. */
    boolean isSuspect(int piece) {
        lock.readLock().lock();
        try {
            return map.pieces().has(piece) && !checked.has(piece);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The piece matches its hash. */
    void setChecked(int piece) {
        lock.writeLock().lock();
        try {
            if (map.pieces().has(piece)) {
                checked.set(piece);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Reads a block of a verified piece, or of one that is being written; {@link EOFException} otherwise. */
    void read(Block block, ByteBuffer into) throws IOException {
        int piece = block.piece();
        lock.readLock().lock();
        try {
            MemoryPiece held = memory.get(piece);
            if (held == null && !map.pieces().has(piece) && !writing.containsKey(piece)) {
                throw new EOFException("piece " + piece + " is not in the cache");
            }
            int start = into.position();
            readFile(block, into);
            if (held != null) {
                copy(held, block, into.duplicate().position(start));
            }
            touch(piece);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Copies what the parts in memory have of the block. */
    private static void copy(MemoryPiece held, Block block, ByteBuffer into) {
        int base = into.position();
        held.parts.forEach((offset, bytes) -> {
            int from = Math.max(offset, block.offset());
            int to = Math.min(offset + bytes.length, block.offset() + block.length());
            if (from < to) {
                into.put(base + from - block.offset(), bytes, from - offset, to - from);
            }
        });
    }

    private void readFile(Block block, ByteBuffer into) throws IOException {
        int start = into.position();
        for (int attempt = 1;; attempt++) {
            try {
                FileChannel file = channel();
                into.position(start).limit(start + block.length());
                while (into.hasRemaining()) {
                    if (file.read(into, layout.offset(block) + into.position() - start) < 0) {
                        throw new EOFException(data + " was cut");
                    }
                }
                return;
            } catch (ClosedChannelException e) {
                // Another reader was interrupted.
                if (attempt == MAX_REOPENS || !open || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    /**
     * Writes a block of a piece that is not verified: to the disk, or to memory while the disk is full.
     *
     * @throws DiskFullException when neither has room
     */
    void write(Block block, ByteBuffer bytes) throws IOException {
        if (!cache.makeRoom(block.length()) || !writeFile(block, bytes.duplicate())) {
            keepInMemory(block, bytes);
        }
    }

    /** False when the disk is full. */
    private boolean writeFile(Block block, ByteBuffer bytes) throws IOException {
        lock.readLock().lock();
        try {
            int before = writing.getOrDefault(block.piece(), 0);
            int now = Math.min(before + block.length(), layout.pieceLength(block.piece()));
            writing.put(block.piece(), now);
            cache.used(now - before);
            FileChannel file = channel();
            int start = bytes.position();
            while (bytes.hasRemaining()) {
                file.write(bytes, layout.offset(block) + bytes.position() - start);
            }
            return true;
        } catch (IOException e) {
            if (DiskFullException.classify(data, e) instanceof DiskFullException) {
                return false;
            }
            throw e;
        } finally {
            lock.readLock().unlock();
        }
    }

    private void keepInMemory(Block block, ByteBuffer bytes) throws IOException {
        if (!cache.reserveMemory(block.length())) {
            throw new DiskFullException(data, new IOException("the cache's disk is full"));
        }
        byte[] copy = new byte[block.length()];
        bytes.duplicate().get(copy);
        lock.writeLock().lock();
        try {
            byte[] before = memory.computeIfAbsent(block.piece(), _ -> new MemoryPiece()).parts
                    .put(block.offset(), copy);
            if (before != null) {
                cache.releaseMemory(before.length);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private FileChannel channel() throws IOException {
        FileChannel current = channel;
        if (current != null && current.isOpen()) {
            return current;
        }
        synchronized (map) {
            current = channel;
            if (current == null || !current.isOpen()) {
                current = openChannel();
                channel = current;
            }
            return current;
        }
    }

    private FileChannel openChannel() throws IOException {
        return FileDescriptors
                .retryWhileExhausted(() -> FileChannel.open(data, CREATE, READ, WRITE));
    }

    private void closeChannel() throws IOException {
        FileChannel current = channel;
        if (current != null) {
            current.close();
        }
    }

    /** These pieces match their hashes and are written. */
    void addVerified(Collection<Integer> pieces) throws IOException {
        lock.writeLock().lock();
        try {
            List<Integer> onDisk = new ArrayList<>();
            for (int piece : pieces) {
                MemoryPiece held = memory.get(piece);
                if (held == null) {
                    onDisk.add(piece);
                    int written = writing.getOrDefault(piece, 0);
                    cache.used(layout.pieceLength(piece) - written);
                    writing.remove(piece);
                    checked.set(piece);
                } else {
                    held.verified = true;
                }
                touch(piece);
            }
            map.add(onDisk);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Gives these pieces up, verified or not. */
    void remove(Collection<Integer> pieces) throws IOException {
        lock.writeLock().lock();
        try {
            pieces.forEach(this::forgetInMemory);
            List<Integer> onDisk = pieces.stream().filter(map.pieces()::has).toList();
            map.remove(onDisk);
            onDisk.forEach(checked::clear);
            cache.used(-onDisk.stream().mapToLong(layout::pieceLength).sum());
            for (int piece : pieces) {
                Integer written = writing.remove(piece);
                cache.used(written == null ? 0 : -written);
            }
            punch(pieces);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void forgetInMemory(int piece) {
        MemoryPiece held = memory.remove(piece);
        if (held != null) {
            cache.releaseMemory(held.length());
        }
    }

    /** Gives the room of these pieces back, in runs. */
    private void punch(Collection<Integer> pieces) throws IOException {
        if (pieces.isEmpty() || Files.notExists(data)) {
            return;
        }
        List<Integer> sorted = pieces.stream().sorted().toList();
        try (HolePuncher puncher = HolePuncher.open(data)) {
            int first = sorted.getFirst();
            int last = first;
            for (int piece : sorted) {
                if (piece > last + 1) {
                    punch(puncher, first, last);
                    first = piece;
                }
                last = piece;
            }
            punch(puncher, first, last);
        }
    }

    private void punch(HolePuncher puncher, int first, int last) throws IOException {
        long offset = layout.pieceOffset(first);
        puncher.punch(offset, layout.pieceOffset(last) + layout.pieceLength(last) - offset);
    }

    /** Bytes of the pieces on the disk that were last read at this tick or before. */
    long bytesReadUpTo(long tick) {
        lock.readLock().lock();
        try {
            return map.pieces().pieces().filter(isReadUpTo(tick)).mapToLong(layout::pieceLength)
                    .sum();
        } finally {
            lock.readLock().unlock();
        }
    }

    private IntPredicate isReadUpTo(long tick) {
        return piece -> lastRead.get(piece) <= tick;
    }

    /** Evicts the pieces on the disk that were last read at this tick or before. */
    void evictReadUpTo(long tick) throws IOException {
        evict(piece -> map.pieces().has(piece) && lastRead.get(piece) <= tick);
    }

    /** Evicts all pieces. */
    void evictAll() throws IOException {
        evict(_ -> true);
    }

    /** Evicts verified pieces that are in memory. */
    void evictFromMemory() throws IOException {
        evict(piece -> {
            MemoryPiece held = memory.get(piece);
            return held != null && held.verified;
        });
    }

    private void evict(IntPredicate which) throws IOException {
        List<Integer> victims;
        lock.writeLock().lock();
        try {
            victims = pieces().pieces().filter(which).boxed().toList();
            remove(victims);
        } finally {
            lock.writeLock().unlock();
        }
        if (!victims.isEmpty()) {
            evictionListener.accept(victims);
        }
    }

    private void touch(int piece) {
        lastRead.setRelease(piece, cache.nextTick());
    }
}
