package org.gridtorrent.standalone.reader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content.AccessList;
import org.gridtorrent.catalog.dataset.Content.AccessList;
import org.gridtorrent.ccm.site.FileSource.NotNow;
import org.gridtorrent.ccm.site.FileSource.Reason;
import org.gridtorrent.client.security.TicketCache;
import org.gridtorrent.client.security.TicketGate;
import org.gridtorrent.client.tracker.IssuedTicket;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.engine.download.ContentReader;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/**
 * Swarm of one content while files of it are read and some time after, with the identity that it shows to
 * holders. Thread-safe.
 */
final class ReadSession {
    /** How long a read waits before it looks what is in its way. */
    private static final Duration LOOKING = Duration.ofSeconds(1);
    private static final int MOST_PEERS = 50;

    private final Catalog catalog;
    private final SiteKeys keys;
    private final String contentId;
    private final String deviceId;
    private final Metainfo metainfo;
    private final Path place;
    private final InstantSource clock;
    /** Accounts that read now, once for each read. */
    private final List<String> readers = new CopyOnWriteArrayList<>();
    private volatile String lastReader;
    private volatile boolean ended;
    private volatile long usedNs = System.nanoTime();
    private volatile @Nullable Swarm swarm;
    private volatile @Nullable Admission admission;

    /** Identity that holders see, with the access list and the gate for it. */
    private record Admission(ReaderIdentity identity, TicketCache passes, Gate gate) {}

    ReadSession(Catalog catalog, SiteKeys keys, String deviceId, String contentId,
            String firstReader,
            Metainfo metainfo, Path place, InstantSource clock) {
        this.catalog = catalog;
        this.keys = keys;
        this.deviceId = deviceId;
        this.contentId = contentId;
        this.lastReader = firstReader;
        this.metainfo = metainfo;
        this.place = place;
        this.clock = clock;
    }

    InfoHash infoHash() {
        return metainfo.infoHash();
    }

    /** The folder of its data and state. */
    Path place() {
        return place;
    }

    void begin(Swarm begun) {
        swarm = begun;
        refresh();
    }

    /** Empty when nobody for whom it is read may have it any more. */
    Optional<Gate> gate() {
        return Optional.ofNullable(admission).map(Admission::gate);
    }

    void enter(String readerId) {
        readers.add(readerId);
        lastReader = readerId;
        usedNs = System.nanoTime();
    }

    void leave(String readerId) {
        readers.remove(readerId);
        usedNs = System.nanoTime();
    }

    boolean isIdle() {
        return readers.isEmpty();
    }

    /** When somebody read last; of {@link System#nanoTime}. */
    long usedNs() {
        return usedNs;
    }

    /** On the disk. */
    long bytes() {
        Swarm reading = swarm;
        return reading == null ? 0 : reading.status().bytesVerified();
    }

    /** Whether this machine has no room for what comes. */
    boolean isDiskFull() {
        Swarm reading = swarm;
        return reading != null && reading.status().obstacle()
                .filter(why -> why.code() == Obstacle.Code.DISK_FULL).isPresent();
    }

    /** Whether it cannot go on, whatever comes. */
    boolean hasFailed() {
        Swarm reading = swarm;
        return reading != null && reading.status().phase() == SwarmPhase.FAILED;
    }

    boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
        admission = null;
    }

    /** Looks anew for whom it may be read and who has it; false when nobody may have it any more. */
    boolean refresh() {
        Swarm reading = swarm;
        Set<String> asking = isIdle() ? Set.of(lastReader) : Set.copyOf(readers);
        for (String person : asking) {
            Optional<AccessList> list = catalog.datasets().contents().accessList(person,
                    infoHash().hex());
            if (list.isPresent() && reading != null) {
                admission(person).passes().restrict(infoHash(), accessList(list.get()));
                reading.recheckAdmission();
                reading.addDevices(Holders
                        .of(catalog.sharing().swarms().peers(contentId, deviceId, MOST_PEERS)));
                return true;
            }
        }
        admission = null;
        if (reading != null) {
            reading.recheckAdmission();
        }
        return false;
    }

    private Admission admission(String person) {
        Admission now = admission;
        if (now != null && now.identity().isOf(person, clock.instant())) {
            return now;
        }
        ReaderIdentity identity = new ReaderIdentity(keys, person, deviceId, clock.instant());
        TicketCache passes = new TicketCache(
                hash -> new IssuedTicket(identity.ticket(hash, epoch(person),
                        clock.instant()), ReaderIdentity.life()),
                clock);
        passes.open(infoHash());
        Admission next = new Admission(identity, passes,
                new TicketGate(identity.tls(), identity::credentials, passes, clock));
        admission = next;
        return next;
    }

    private long epoch(String person) throws TrackerException {
        return catalog.access().authorization().find(person, infoHash().hex())
                .orElseThrow(() -> new TrackerException(TrackerException.Reason.NOT_FOUND,
                        "the right was taken away", null))
                .accessEpoch();
    }

    private static org.gridtorrent.client.tracker.AccessList accessList(AccessList list) {
        return new org.gridtorrent.client.tracker.AccessList(list.epoch(), list.everyone(),
                Set.copyOf(list.accountIds()), Set.copyOf(list.withdrawnDeviceIds()), false);
    }

    /** A file's bytes; the path is below the content's own folder. */
    InputStream reader(String path, long from, long to) throws IOException {
        Swarm reading = swarm;
        if (reading == null) {
            throw new NotNow(Reason.UNREACHABLE, "reading has not begun");
        }
        ContentReader reader = reading.reader(file(path), from, to);
        reader.setTimeout(LOOKING);
        return reader;
    }

    private int file(String path) throws IOException {
        int above = metainfo.isSingleFile() ? 0 : 1;
        List<MetainfoFile> files = metainfo.files();
        return IntStream.range(0, files.size()).filter(i -> !files.get(i).isPadding())
                .filter(i -> isAt(files.get(i).path().elements(), above, path)).findFirst()
                .orElseThrow(() -> new IOException("there is no file of this path"));
    }

    private static boolean isAt(List<String> elements, int above, String path) {
        return String.join("/", elements.subList(above, elements.size())).equals(path);
    }
}
