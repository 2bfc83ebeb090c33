package org.gridtorrent.standalone.reader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.ccm.site.FileSource;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.identity.Ids;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads single files for the pages, from the machines that hold them: only what is asked for, and each
 * piece checked. Thread-safe. What came is kept for a while for who asks again, at most so many bytes of
 * all contents together, and none while the disk is full, which is looked after every second; a content in use that
 * grows beyond them begins anew. Nothing outlives the process.
 */
public final class SiteReader implements FileSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SiteReader.class);
    private static final Bounds BOUNDS = new Bounds(2L << 30, Duration.ofMinutes(1),
            Duration.ofSeconds(10), Duration.ofSeconds(1));
    private static final Duration KEPT_FOR = Duration.ofMinutes(5);
    private static final int ROUNDS_PER_REFRESH = 3;

    private final Catalog catalog;
    private final SiteKeys keys;
    private final Path folder;
    private final Bounds bounds;
    private final InstantSource clock = InstantSource.system();
    private final String deviceId = Ids.next(new SecureRandom());
    private final ReadLimiter limiter = new ReadLimiter();
    private final Engine engine;
    private final Ticker ticker = new Ticker();
    /** Changed under this object's monitor. */
    private final Map<InfoHash, ReadSession> sessions = new ConcurrentHashMap<>();
    private final Set<FileStream> streams = ConcurrentHashMap.newKeySet();
    private long sittingCount;
    private int round;

    /**
     * @param bytes of all contents together that are kept
     * @param untaken how long somebody has a turn without asking for more
     * @param yielding the same while others wait for a turn
     * @param pause between two looks at what is kept and who reads it
     */
    record Bounds(long bytes, Duration untaken, Duration yielding, Duration pause) {}

    private SiteReader(Catalog catalog, SiteKeys keys, Path folder, Bounds bounds)
            throws IOException {
        this.catalog = catalog;
        this.keys = keys;
        this.folder = folder;
        this.bounds = bounds;
        delete(folder);
        this.engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new ContentGate(this::gate));
        ticker.every(bounds.pause(), "file-reader", "files that were fetched are not looked after",
                this::round);
    }

    /** What is in the folder is deleted. */
    public static SiteReader open(Catalog catalog, SiteKeys keys, Path folder)
            throws IOException {
        return open(catalog, keys, folder, BOUNDS);
    }

    static SiteReader open(Catalog catalog, SiteKeys keys, Path folder, Bounds bounds)
            throws IOException {
        return new SiteReader(catalog, keys, folder, bounds);
    }

    @Override
    public InputStream open(String readerId, Content content, String path, long from, long to)
            throws IOException {
        take(readerId);
        var stream = new FileStream(() -> enter(readerId, content), readerId, path, from, to,
                ended -> {
                    streams.remove(ended);
                    limiter.giveBack(readerId);
                });
        streams.add(stream);
        return stream;
    }

    /** The reader that has taken nothing for longest, and for a moment at least, loses its turn when all are taken. */
    private void take(String readerId) throws IOException {
        try {
            limiter.take(readerId);
        } catch (NotNow none) {
            Optional<FileStream> idle = none.reason() == Reason.BUSY
                    ? streams.stream().min(Comparator.comparingLong(FileStream::restingSinceNs))
                    : Optional.empty();
            if (idle.isEmpty()) {
                throw none;
            }
            idle.get().endIfUntaken(bounds.yielding());
            limiter.take(readerId);
        }
    }

    private synchronized ReadSession enter(String readerId, Content content) throws IOException {
        InfoHash infoHash = InfoHash.ofHex(content.infoHash().orElseThrow());
        ReadSession known = sessions.get(infoHash);
        ReadSession session = known == null ? begin(readerId, content) : known;
        session.enter(readerId);
        return session;
    }

    private ReadSession begin(String readerId, Content content) throws IOException {
        Metainfo metainfo = metainfo(readerId, content);
        Path place = folder.resolve(Long.toString(sittingCount++));
        var session = new ReadSession(catalog, keys, deviceId, content.id(), readerId, metainfo,
                place, clock);
        sessions.put(metainfo.infoHash(), session);
        session.begin(engine.add(metainfo, place.resolve("data"), place.resolve("state"),
                SwarmOptions.downloading().withSelection(FileSelection.only(List.of()))));
        return session;
    }

    private Metainfo metainfo(String readerId, Content content) throws IOException {
        try {
            byte[] stored = catalog.datasets().contents().metainfo(readerId, content.id())
                    .orElseThrow(() -> new IOException("the right was taken away"));
            return Metainfo.parse(stored).infoOnly();
        } catch (MetainfoException e) {
            throw new IOException("the stored metainfo cannot be read", e);
        }
    }

    /** For swarms' threads too, which whoever ends a swarm waits for: not under the monitor. */
    private Optional<Gate> gate(InfoHash content) {
        return Optional.ofNullable(sessions.get(content)).flatMap(ReadSession::gate);
    }

    /** Looks after who may have what is read, who holds it, and how much is kept. */
    private void round() {
        try {
            for (FileStream stream : streams) {
                stream.endIfUntaken(bounds.untaken());
            }
            boolean full = all().stream().anyMatch(ReadSession::isDiskFull);
            boolean refreshing = ++round % ROUNDS_PER_REFRESH == 0;
            for (ReadSession session : all()) {
                boolean old = session.isIdle() && (full || session.hasFailed()
                        || System.nanoTime() - session.usedNs() > KEPT_FOR.toNanos());
                if (old || (refreshing && !session.refresh())) {
                    end(session);
                }
            }
            makeRoom();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<ReadSession> all() {
        return List.copyOf(sessions.values());
    }

    /** Those go first that nobody reads, the one read last at the end; then the one that takes most. */
    private void makeRoom() throws IOException {
        List<ReadSession> left = all().stream().sorted(Comparator
                .comparing(ReadSession::isIdle, Comparator.reverseOrder())
                .thenComparingLong(session -> session.isIdle()
                        ? session.usedNs()
                        : -session.bytes()))
                .toList();
        long bytes = left.stream().mapToLong(ReadSession::bytes).sum();
        for (ReadSession session : left) {
            if (bytes <= bounds.bytes()) {
                return;
            }
            bytes -= session.bytes();
            end(session);
        }
    }

    private synchronized void end(ReadSession session) throws IOException {
        session.end();
        engine.remove(session.infoHash());
        sessions.remove(session.infoHash(), session);
        delete(session.place());
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Override
    public void close() {
        ticker.close();
        engine.close();
        try {
            delete(folder);
        } catch (IOException e) {
            LOG.warn("what was fetched is not deleted before the next start: {}", e.toString());
        }
    }
}
