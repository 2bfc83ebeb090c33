package org.gridtorrent.engine.webseed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.gridtorrent.engine.connection.ConnectionListener;
import org.gridtorrent.engine.connection.PeerFaultException;
import org.gridtorrent.engine.connection.PeerLink;
import org.gridtorrent.engine.connection.ReadBackpressure;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.jspecify.annotations.Nullable;

/**
 * Link to a web seed: a peer that never chokes, never asks, and sends blocks that come by ranged GETs.
 *
 * <p>Blocks that are requested together and follow one another become one GET for each file that they are of.
 * The threads that read the responses wait for the download limits and for the swarm's back-pressure, so that
 * the server waits too, by TCP. A fault ends the link, with two exceptions, after which the rest is requested
 * again: the server refuses only more requests than are under way, or a connection of a server that has served
 * blocks breaks off.
 *
 * <p>The swarm's thread calls the methods of {@link PeerLink}, which do not block.
 */
final class WebSeed implements PeerLink {
    /** Requests under way: what the next chunk, or many short files, need. */
    private static final int MAX_OPEN = 4;
    /** Connections that may break one after another without a block between them. */
    private static final int MAX_BROKEN_CONNECTIONS = 3;
    /** A response is shortened only if that saves so many bytes, since it costs the connection. */
    private static final long MIN_SHORTENED = 256L * 1024;
    private static final String LOCAL_QUERY = "its address has a query and is of this machine or"
            + " its network, where a query could be a command";
    /** Files whose redirects and versions are remembered. */
    private static final int MAX_REPLICAS = 256;

    private final int number;
    private final WebSeedAddress seed;
    private final ContentFiles files;
    private final ReplicaClients clients;
    private final List<RateLimit> downloadLimits;
    private final ReadBackpressure backpressure;
    private final ConnectionListener listener;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition limitsMoved = lock.newCondition();
    private final Deque<RangeFetch> queued = new ArrayDeque<>();
    private final List<RangeFetch> open = new ArrayList<>();
    /** Runs that are queued or open, by their first byte. */
    private final NavigableMap<Long, RequestedRun> runs = new TreeMap<>();
    private final SequencedMap<Integer, Replica> replicas = new LinkedHashMap<>();
    private int maxOpen = MAX_OPEN;
    private int brokenConnections;
    private boolean hasServed;
    private volatile boolean closed;
    private OptionalInt failedFile = OptionalInt.empty();
    private volatile @Nullable ReplicaClient client;

    /** @param downloadLimits that the responses are read under */
    WebSeed(int number, WebSeedAddress seed, ContentFiles files, ReplicaClients clients,
            List<RateLimit> downloadLimits, ReadBackpressure backpressure,
            ConnectionListener listener) {
        this.number = number;
        this.seed = seed;
        this.files = files;
        this.clients = clients;
        this.downloadLimits = downloadLimits;
        this.backpressure = backpressure;
        this.listener = listener;
    }

    /** Opens the HTTP client, and then says what the seed has, as a peer would. */
    void start(List<PeerMessage> first) {
        Thread.ofVirtual().name("web-seed-" + number).start(() -> {
            try {
                client = clients.get();
                listener.received(number, first, backpressure.received(first));
            } catch (IOException e) {
                end(new PeerFault.NotAsked(address(), String.valueOf(e.getMessage())));
            }
        });
    }

    /** The file whose request ended the link, if it was one. */
    OptionalInt failedFile() {
        lock.lock();
        try {
            return failedFile;
        } finally {
            lock.unlock();
        }
    }

    // Requests, by the swarm's thread.

    @Override
    public void request(List<Block> blocks) {
        lock.lock();
        try {
            for (RequestedRun run : RequestedRun.join(blocks, files.layout())) {
                runs.put(run.start(), run);
                for (FileRange range : files.split(run.start(), run.end())) {
                    queued.add(fetch(run, range));
                }
            }
            advance();
        } finally {
            lock.unlock();
        }
    }

    private RangeFetch fetch(RequestedRun run, FileRange range) {
        run.fetches++;
        return new RangeFetch(this, run, range,
                new RateLimitChain(downloadLimits, this::limitsMoved));
    }

    /** Takes note of cancelled blocks. All else that a peer is told does not concern a web server. */
    @Override
    public void send(PeerMessage message) {
        if (message instanceof PeerMessage.Cancel(Block block)) {
            cancel(block);
        }
    }

    private void cancel(Block block) {
        lock.lock();
        try {
            var run = runs.floorEntry(files.layout().offset(block));
            if (run != null && run.getValue().cancel(block)
                    && run.getValue().isWorthShortening(MIN_SHORTENED)) {
                open.stream().filter(fetch -> fetch.run() == run.getValue())
                        .forEach(RangeFetch::shorten);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends the next requests; the lock is held. */
    private void advance() {
        while (!closed && open.size() < maxOpen && !queued.isEmpty()) {
            RangeFetch next = queued.removeFirst();
            if (next.isWanted()) {
                open.add(next);
                start(next);
            } else {
                over(next);
            }
        }
    }

    private void start(RangeFetch fetch) {
        if (fetch.range().file().isPadding()) {
            fetch.receiveZeros();
            return;
        }
        try {
            fetch.requestFrom(replica(fetch.range().index()));
        } catch (IllegalArgumentException e) { // the address of the file
            Thread.ofVirtual().start(() -> fault(fetch,
                    new PeerFault.NotAsked(address(), fetch.path() + ": " + e.getMessage())));
        }
    }

    private Replica replica(int file) {
        Replica replica = replicas.remove(file);
        if (replica == null) {
            replica = Objects.requireNonNull(client, "not started")
                    .replica(files.uri(seed.uri(), file), seed.policy());
        }
        replicas.put(file, replica);
        if (replicas.size() > MAX_REPLICAS) {
            replicas.pollFirstEntry();
        }
        return replica;
    }

    /** The fetch needs no more; the lock is held. */
    private void over(RangeFetch fetch) {
        RequestedRun run = fetch.run();
        run.fetches--;
        if (run.fetches == 0) {
            runs.remove(run.start(), run);
        }
    }

    // Responses, by the threads that read them.

    boolean isWanted(RangeFetch fetch) {
        lock.lock();
        try {
            return fetch.isWanted();
        } finally {
            lock.unlock();
        }
    }

    /** Hands complete blocks on; waits while the limits or the swarm do not allow it. */
    void received(RangeFetch fetch, List<PeerMessage> blocks) {
        try {
            if (fetch.limits().isUnlimited()) {
                deliver(blocks);
                return;
            }
            for (PeerMessage block : blocks) {
                awaitLimits(fetch, ((PeerMessage.Piece) block).data().length);
                deliver(List.of(block));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(List<PeerMessage> blocks) throws InterruptedException {
        if (blocks.isEmpty()) {
            return;
        }
        backpressure.awaitRoom(() -> closed);
        lock.lock();
        try {
            if (closed) {
                return;
            }
            brokenConnections = 0;
            hasServed = true;
        } finally {
            lock.unlock();
        }
        listener.received(number, blocks, backpressure.received(blocks));
    }

    private void awaitLimits(RangeFetch fetch, int bytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                long waitNs = fetch.limits().waitNs(bytes);
                if (waitNs == 0) {
                    fetch.limits().consume();
                    return;
                }
                var _ = limitsMoved.awaitNanos(waitNs);
            }
        } finally {
            lock.unlock();
        }
    }

    private void limitsMoved() {
        lock.lock();
        try {
            limitsMoved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void completed(RangeFetch fetch) {
        lock.lock();
        try {
            open.remove(fetch);
            over(fetch);
            advance();
        } finally {
            lock.unlock();
        }
    }

    void failed(RangeFetch fetch, ReplicaFault fault) {
        boolean again;
        lock.lock();
        try {
            open.remove(fetch);
            again = !fetch.isWanted() || isWorthAnotherRequest(fault);
            if (again && fetch.isWanted()) {
                queued.addFirst(fetch(fetch.run(), fetch.rest()));
            }
            over(fetch);
            advance();
        } finally {
            lock.unlock();
        }
        if (!again) {
            fault(fetch, hasLocalQuery(fault)
                    ? new PeerFault.NotAsked(address(), LOCAL_QUERY)
                    : new PeerFault.RequestFailed(address(), fetch.path(), fault));
        }
    }

    /** Whether the seed's own address was refused, as the metainfo names it with a query. */
    private boolean hasLocalQuery(ReplicaFault fault) {
        return fault.code() == ReplicaFault.Code.ADDRESS_REFUSED
                && seed.source() == WebSeedAddress.Source.METAINFO
                && seed.uri().getRawQuery() != null && fault.detail().equals(seed.uri().getHost());
    }

    private boolean isWorthAnotherRequest(ReplicaFault fault) {
        return switch (fault.code()) {
            case TOO_MANY_CONNECTIONS -> {
                maxOpen = Math.max(1, open.size());
                yield !open.isEmpty();
            }
            case TRUNCATED, CONNECTION_FAILED -> {
                brokenConnections++;
                yield hasServed && brokenConnections <= MAX_BROKEN_CONNECTIONS;
            }
            default -> false;
        };
    }

    void failed(RangeFetch fetch, PeerFault.WrongLength fault) {
        fault(fetch, fault);
    }

    private void fault(RangeFetch fetch, PeerFault fault) {
        lock.lock();
        try {
            if (!closed) {
                failedFile = OptionalInt.of(fetch.range().index());
            }
        } finally {
            lock.unlock();
        }
        end(fault);
    }

    private void end(PeerFault fault) {
        if (cancelAll()) {
            listener.disconnected(number, new PeerFaultException(fault, fault.toString()));
        }
    }

    @Override
    public void close() {
        var _ = cancelAll();
    }

    /** Whether it was not closed before. */
    private boolean cancelAll() {
        boolean first;
        lock.lock();
        try {
            first = !closed;
            closed = true;
            queued.clear();
            open.forEach(RangeFetch::cancel);
            open.clear();
            limitsMoved.signalAll();
        } finally {
            lock.unlock();
        }
        backpressure.wake();
        return first;
    }

    // What it is.

    /** Scheme, host and port. */
    PeerAddress address() {
        return new PeerAddress(remote(), transport());
    }

    @Override
    public InetSocketAddress remote() {
        return remote(seed.uri());
    }

    static InetSocketAddress remote(URI uri) {
        int defaultPort = transport(uri).equals("https") ? 443 : 80;
        return InetSocketAddress.createUnresolved(uri.getHost(),
                uri.getPort() < 0 ? defaultPort : uri.getPort());
    }

    /** The scheme of its address. */
    @Override
    public String transport() {
        return transport(seed.uri());
    }

    static String transport(URI uri) {
        return uri.getScheme().toLowerCase(Locale.ROOT);
    }

    @Override
    public Optional<PeerIdentity> identity() {
        return Optional.empty();
    }

    @Override
    public boolean isAdmitted() {
        return true;
    }

    @Override
    public Optional<RateLimit> limitedBy() {
        lock.lock();
        try {
            return open.stream().flatMap(fetch -> fetch.limitedBy().stream()).findFirst();
        } finally {
            lock.unlock();
        }
    }

    // A web server asks for nothing.

    @Override
    public boolean sendIfQueueBelow(PeerMessage message, int limit) {
        return true;
    }

    @Override
    public void setSource(BlockSource content, int pieceCount) {
        // No block is sent.
    }

    @Override
    public boolean queueBlock(Block block) {
        return false;
    }

    @Override
    public boolean cancelBlock(Block block) {
        return false;
    }

    @Override
    public void retainQueuedBlocks(Predicate<Block> kept) {
        // None is queued.
    }

    @Override
    public int queuedBlocks() {
        return 0;
    }

    @Override
    public long takeBytesSent() {
        return 0;
    }
}
