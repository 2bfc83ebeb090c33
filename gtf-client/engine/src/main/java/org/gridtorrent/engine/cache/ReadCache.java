package org.gridtorrent.engine.cache;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.PieceStoreListener;
import org.gridtorrent.engine.storage.StoreLimits;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of contents that are read and not kept, in one folder with one limit for all.
 *
 * <p>The least recently read pieces are evicted first, of any content, open or not; those of pinned contents
 * never. Eviction frees a part of the limit at a time, by one pass over the pieces' ticks. Pieces are found
 * again at the next start. Thread-safe.
 */
public final class ReadCache implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadCache.class);
    private static final String DATA = "data";
    private static final String MAP = "pieces";
    private static final String LOCK = "lock";
    /** Part of the limit that is evicted at a time. */
    private static final int EVICTED_PART = 64;
    /** Pieces count as soon as they are written, since there is no sync to wait for. */
    private static final StoreLimits STORE_LIMITS = new StoreLimits(
            StoreLimits.DEFAULT.syncBytes(), Duration.ZERO, StoreLimits.DEFAULT.maxQueuedBytes(),
            Duration.ofSeconds(1));

    private final Path folder;
    private final FileStore disk;
    private final FileChannel folderLock;
    private final Map<InfoHash, CachedContent> contents = new ConcurrentHashMap<>();
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong usedMemory = new AtomicLong();
    private final AtomicLong tick = new AtomicLong();
    private final ReentrantLock evicting = new ReentrantLock();
    private volatile CacheLimits limits;

    private ReadCache(Path folder, FileChannel folderLock, CacheLimits limits)
            throws IOException {
        this.folder = folder;
        this.folderLock = folderLock;
        this.limits = limits;
        this.disk = Files.getFileStore(folder);
    }

    /** Opens the cache in the folder, which is made when it is missing; one process at a time. */
    public static ReadCache open(Path folder, CacheLimits limits) throws IOException {
        Files.createDirectories(folder);
        FileChannel folderLock = FileChannel.open(folder.resolve(LOCK), CREATE, WRITE);
        try {
            lock(folder, folderLock);
            var cache = new ReadCache(folder, folderLock, limits);
            cache.probeHolePunching();
            cache.load();
            var _ = cache.makeRoom(0);
            return cache;
        } catch (IOException | RuntimeException e) {
            try (folderLock) {
                throw e;
            }
        }
    }

    private static void lock(Path folder, FileChannel folderLock) throws IOException {
        try {
            if (folderLock.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            throw inUse(folder, e);
        }
        throw inUse(folder, null);
    }

    private static IOException inUse(Path folder,
            @Nullable Exception cause) {
        return new IOException("the cache in " + folder + " is in use by another process", cause);
    }

    private void probeHolePunching() throws IOException {
        try (HolePuncher puncher = HolePuncher.open(folder.resolve(LOCK))) {
            puncher.punch(0, 1);
        }
    }

    /** Finds the contents of an earlier process, the longest unused first. */
    private void load() throws IOException {
        record Found(InfoHash infoHash, PieceMap map, long usedMs) {}
        List<Found> found = new ArrayList<>();
        try (Stream<Path> folders = Files.list(folder)) {
            for (Path each : folders.filter(Files::isDirectory).toList()) {
                Optional<InfoHash> infoHash = infoHash(each);
                Optional<PieceMap> map = infoHash.isEmpty()
                        ? Optional.empty()
                        : PieceMap.read(each.resolve(MAP), infoHash.get());
                if (map.isPresent()) {
                    found.add(new Found(infoHash.get(), map.get(),
                            map.get().lastUsed().toEpochMilli()));
                } else {
                    LOG.warn("{} is damaged and removed from the cache", each);
                    delete(each);
                }
            }
        }
        found.sort(Comparator.comparingLong(Found::usedMs));
        found.forEach(each -> contents.put(each.infoHash(),
                new CachedContent(this, each.infoHash(), data(each.infoHash()), each.map())));
    }

    private static Optional<InfoHash> infoHash(Path contentFolder) {
        try {
            return Optional.of(InfoHash.ofHex(contentFolder.getFileName().toString()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Path folder(InfoHash infoHash) {
        return folder.resolve(infoHash.hex());
    }

    private Path data(InfoHash infoHash) {
        return folder(infoHash).resolve(DATA);
    }

    private static void delete(Path contentFolder) throws IOException {
        Files.deleteIfExists(contentFolder.resolve(DATA));
        Files.deleteIfExists(contentFolder.resolve(MAP));
        Files.deleteIfExists(contentFolder);
    }

    public CacheLimits limits() {
        return limits;
    }

    /** Evicts at once what the new limits exclude. */
    public void setLimits(CacheLimits now) throws IOException {
        limits = now;
        var _ = makeRoom(0);
    }

    /** Bytes of all pieces on the disk, those that are being written among them. */
    public long usedBytes() {
        return usedBytes.get();
    }

    /** What it holds of each content. */
    public List<CacheUsage> usage() {
        return contents.values().stream().map(CachedContent::usage).toList();
    }

    /** Whether the content's pieces are kept, whatever the limit; without effect on one that is not here. */
    public void pin(InfoHash infoHash, boolean isPinned) throws IOException {
        CachedContent content = contents.get(infoHash);
        if (content != null) {
            content.pin(isPinned);
        }
    }

    /** Drops all pieces of the content, pinned or not; those that are read again are fetched again. */
    public void drop(InfoHash infoHash) throws IOException {
        evicting.lock();
        try {
            CachedContent content = contents.get(infoHash);
            if (content == null) {
                return;
            }
            content.evictAll();
            if (!content.isOpen()) {
                contents.remove(infoHash);
                delete(folder(infoHash));
            }
        } finally {
            evicting.unlock();
        }
    }

    /** Opens the store of one content for its swarm, which closes it. */
    public PieceStore openStore(Metainfo metainfo, PieceStoreListener listener)
            throws IOException {
        CachedContent content = open(metainfo);
        var storage = new CacheStorage(metainfo, content, folder);
        PieceStore store = PieceStore.openRecorded(metainfo, storage, storage, STORE_LIMITS,
                listener);
        content.setEvictionListener(store::evicted);
        return store;
    }

    private CachedContent open(Metainfo metainfo) throws IOException {
        evicting.lock();
        try {
            InfoHash infoHash = metainfo.infoHash();
            var layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
            CachedContent content = contents.get(infoHash);
            if (content == null || !content.layout().equals(layout)) {
                Files.createDirectories(folder(infoHash));
                content = new CachedContent(this, infoHash, data(infoHash),
                        PieceMap.create(folder(infoHash).resolve(MAP), infoHash, layout));
                contents.put(infoHash, content);
            }
            content.open();
            return content;
        } finally {
            evicting.unlock();
        }
    }

    // For the contents.

    long nextTick() {
        return tick.incrementAndGet();
    }

    void used(long bytes) {
        usedBytes.addAndGet(bytes);
    }

    /** Evicts pieces until the disk and the limit have room for so many bytes; false when they have none. */
    boolean makeRoom(long length) throws IOException {
        if (lacking(length) <= 0) {
            return true;
        }
        evicting.lock();
        try {
            long lacking = lacking(length);
            if (lacking > 0) {
                evict(Math.max(lacking, limits.maxBytes() / EVICTED_PART));
            }
            return lacking(length) <= 0;
        } finally {
            evicting.unlock();
        }
    }

    private long lacking(long length) throws IOException {
        CacheLimits now = limits;
        return Math.max(usedBytes.get() + length - now.maxBytes(),
                now.keepFreeBytes() + length - disk.getUsableSpace());
    }

    /** Evicts the least recently read pieces that have at least so many bytes together. */
    private void evict(long bytes) throws IOException {
        List<CachedContent> candidates = contents.values().stream()
                .filter(content -> !content.isPinned()).toList();
        long enough = leastTick(candidates, bytes);
        for (CachedContent content : candidates) {
            content.evictReadUpTo(enough);
        }
    }

    /** The least tick up to which pieces of so many bytes were last read; by bisection. */
    private long leastTick(List<CachedContent> candidates, long bytes) {
        long low = 0;
        long high = tick.get();
        while (low < high) {
            long middle = (low + high) >>> 1;
            long found = candidates.stream().mapToLong(content -> content.bytesReadUpTo(middle))
                    .sum();
            if (found < bytes) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Takes memory for a part of a piece; verified pieces that are in memory make room for it. */
    boolean reserveMemory(long length) throws IOException {
        if (usedMemory.get() + length > limits.memoryBytes()) {
            for (CachedContent content : contents.values()) {
                content.evictFromMemory();
            }
        }
        if (usedMemory.addAndGet(length) > limits.memoryBytes()) {
            usedMemory.addAndGet(-length);
            return false;
        }
        return true;
    }

    void releaseMemory(long length) {
        usedMemory.addAndGet(-length);
    }

    /** The contents' stores are to be closed before. */
    @Override
    public void close() throws IOException {
        folderLock.close();
    }
}
