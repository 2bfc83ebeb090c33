package org.gridtorrent.engine.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.gridtorrent.engine.limit.ConnectionLimit.Slot;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.timer.ConditionTimer;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.MessageReader;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.MessageWriter.BlockSource;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Connection to a peer: one virtual thread reads messages, another writes them.
 *
 * <p>The swarm's thread puts messages and blocks into two queues. The writer empties the first before each
 * block of the second, so that messages never wait behind blocks, and reads blocks from the storage itself.
 * A block that a rate limit holds back stays in its queue, can be cancelled, and delays no message. When
 * either thread ends, the connection is closed, and the listener is called once.
 */
public final class PeerConnection implements PeerLink {
    /** Blocks that a peer may have queued: {@code reqq} of our extension handshake. */
    public static final int MAX_QUEUED_BLOCKS = 4096;
    /** Messages that may be queued, if twice the number of pieces is not more. */
    private static final int MIN_MAX_MESSAGES = 1 << 15;
    /** Small, because messages and blocks taken from the queues still wait for the socket, uncounted. */
    private static final int MESSAGES_A_TURN = 256;
    private static final int BLOCKS_A_TURN = 16;

    private final int number;
    private final Connection connection;
    private final Slot slot;
    private final boolean rejects;
    private final Optional<PieceLayout> layout;
    private final ReadBackpressure backpressure;
    private final ConnectionListener listener;
    private final BooleanSupplier admitted;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final ConditionTimer timer = new ConditionTimer(lock, work);
    private final Deque<PeerMessage> messages = new ArrayDeque<>();
    /** A peer with more messages queued does not read, and is closed. */
    private int maxMessages = MIN_MAX_MESSAGES;
    private final SequencedSet<Block> blocks = new LinkedHashSet<>();
    private final RateLimitChain rateLimits;
    private @Nullable BlockSource source;
    private int sending;
    private volatile boolean closed;
    private final AtomicLong sent = new AtomicLong();

    /**
     * @param slot released when the connection is closed
     * @param layout empty while the content is not known: its reader then takes what any content
     * could have
     */
    PeerConnection(int number, HandshakenPeer peer, Slot slot, Optional<PieceLayout> layout,
            List<RateLimit> limits, ReadBackpressure backpressure,
            ConnectionListener listener, BooleanSupplier admitted) {
        this.number = number;
        this.connection = peer.connection();
        this.slot = slot;
        this.rejects = peer.handshake().fast();
        this.layout = layout;
        this.rateLimits = new RateLimitChain(limits, this::wake);
        this.backpressure = backpressure;
        this.listener = listener;
        this.admitted = admitted;
    }

    void start() {
        Thread.ofVirtual().name("peer-read-" + number).start(this::read);
        Thread.ofVirtual().name("peer-write-" + number).start(this::write);
    }

    private void read() {
        IOException why = new IOException("closed");
        try (MessageReader reader = layout
                .map(known -> new MessageReader(connection.input(), known))
                .orElseGet(() -> MessageReader.withoutLayout(connection.input()))) {
            while (true) {
                backpressure.awaitRoom(() -> closed);
                List<PeerMessage> messages = reader.readBatch();
                listener.received(number, messages, backpressure.received(messages));
            }
        } catch (IOException e) {
            why = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closeAndNotify(why);
        }
    }

    private void write() {
        IOException why = new IOException("closed");
        try (MessageWriter writer = new MessageWriter(connection.output())) {
            List<PeerMessage> messageTurn = new ArrayList<>();
            List<Block> blockTurn = new ArrayList<>();
            while (takeTurn(messageTurn, blockTurn, writer)) {
                for (PeerMessage message : messageTurn) {
                    writer.write(message);
                }
                for (Block block : blockTurn) {
                    serve(block, writer);
                }
            }
        } catch (IOException e) {
            why = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closeAndNotify(why);
        }
    }

    /** Waits for work, having flushed what is laid out; false when closed. */
    private boolean takeTurn(List<PeerMessage> messageTurn, List<Block> blockTurn,
            MessageWriter writer) throws IOException, InterruptedException {
        messageTurn.clear();
        blockTurn.clear();
        boolean flushed = false;
        while (true) {
            lock.lockInterruptibly();
            try {
                sending = 0;
                if (flushed) {
                    awaitWork();
                }
                if (closed) {
                    return false;
                }
                while (messageTurn.size() < MESSAGES_A_TURN && !messages.isEmpty()) {
                    messageTurn.add(messages.removeFirst());
                }
                while (messages.isEmpty() && blockTurn.size() < BLOCKS_A_TURN && waitNs() == 0) {
                    rateLimits.consume();
                    blockTurn.add(blocks.removeFirst());
                }
                sending = blockTurn.size();
            } finally {
                lock.unlock();
            }
            if (!messageTurn.isEmpty() || !blockTurn.isEmpty()) {
                return true;
            }
            writer.flushAndRelease();
            flushed = true;
        }
    }

    /** Waits for a message to send or a block that may go, or for the end. */
    private void awaitWork() throws InterruptedException {
        while (!closed && messages.isEmpty()) {
            long waitNs = waitNs();
            if (waitNs == 0) {
                return;
            }
            timer.set(waitNs);
            work.await();
        }
    }

    /** How long until the first block may go; without one, for ever. */
    private long waitNs() {
        if (blocks.isEmpty()) {
            rateLimits.cancel();
            return ConditionTimer.NEVER;
        }
        return rateLimits.waitNs(blocks.getFirst().length());
    }

    private void wake() {
        lock.lock();
        try {
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    private void serve(Block block, MessageWriter writer) throws IOException {
        ReadWatch watch = new ReadWatch(Objects.requireNonNull(source));
        try {
            writer.writePiece(block, watch);
            sent.addAndGet(block.length());
        } catch (IOException e) {
            if (!watch.failed) {
                throw e;
            }
            // The store reports the lost piece to the swarm.
            if (!rejects) {
                throw e;
            }
            writer.write(new PeerMessage.Reject(block));
        }
    }

    /** Tells failures to read the storage from failures to write the socket. */
    private static final class ReadWatch implements BlockSource {
        private final BlockSource source;
        private boolean failed;

        ReadWatch(BlockSource source) {
            this.source = source;
        }

        @Override
        public void read(Block block, ByteBuffer into) throws IOException {
            failed = true;
            try {
                source.read(block, into);
            } catch (IllegalArgumentException e) {
                throw new IOException("withdrawn meanwhile", e);
            }
            failed = false;
        }
    }

    private void closeAndNotify(IOException why) {
        boolean first;
        lock.lock();
        try {
            first = !closed;
            closed = true;
            rateLimits.cancel();
            timer.cancel();
            work.signalAll();
        } finally {
            lock.unlock();
        }
        connection.close();
        slot.close();
        backpressure.wake();
        if (first) {
            listener.disconnected(number, why);
        }
    }

    @Override
    public void send(PeerMessage message) {
        sendAll(List.of(message));
    }

    @Override
    public void request(List<Block> requested) {
        sendAll(requested.stream().map(PeerMessage.Request::new).toList());
    }

    private void sendAll(Collection<? extends PeerMessage> added) {
        boolean overrun;
        lock.lock();
        try {
            messages.addAll(added);
            overrun = messages.size() > maxMessages;
            work.signal();
        } finally {
            lock.unlock();
        }
        if (overrun) {
            connection.closeAsync();
        }
    }

    @Override
    public boolean sendIfQueueBelow(PeerMessage message, int most) {
        lock.lock();
        try {
            if (messages.size() >= most) {
                return false;
            }
            messages.add(message);
            work.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void setSource(BlockSource content, int pieceCount) {
        lock.lock();
        try {
            source = content;
            maxMessages = Math.max(MIN_MAX_MESSAGES, 2 * pieceCount);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean queueBlock(Block block) {
        lock.lock();
        try {
            if (blocks.size() >= MAX_QUEUED_BLOCKS || !blocks.add(block)) {
                return false;
            }
            work.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean cancelBlock(Block block) {
        lock.lock();
        try {
            boolean was = blocks.remove(block);
            work.signal(); // another connection may use the rate limit now
            return was;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void retainQueuedBlocks(Predicate<Block> kept) {
        lock.lock();
        try {
            List<Block> dropped = blocks.stream().filter(kept.negate()).toList();
            dropped.forEach(blocks::remove);
            if (rejects) {
                dropped.forEach(block -> messages.add(new PeerMessage.Reject(block)));
            }
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int queuedBlocks() {
        lock.lock();
        try {
            return blocks.size() + sending;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<RateLimit> limitedBy() {
        lock.lock();
        try {
            return blocks.isEmpty() ? Optional.empty() : rateLimits.limitedBy();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long takeBytesSent() {
        return sent.getAndSet(0);
    }

    @Override
    public boolean isAdmitted() {
        return admitted.getAsBoolean();
    }

    @Override
    public InetSocketAddress remote() {
        return connection.remote();
    }

    @Override
    public String transport() {
        return connection.transport();
    }

    @Override
    public Optional<PeerIdentity> identity() {
        return connection.identity();
    }

    @Override
    public void close() {
        connection.closeAsync();
        slot.close(); // at once: the connection that replaces this one takes it
        lock.lock();
        try {
            closed = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
        backpressure.wake();
    }
}
