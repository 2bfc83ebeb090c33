package org.gridtorrent.engine.swarm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gridtorrent.engine.connection.ConnectionListener;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.connection.ReadBackpressure;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.PieceStoreListener;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.timer.ConditionTimer;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Queue of events for the swarm's thread, which receives what connections and storage report. Nobody waits to put an event: {@link ReadBackpressure} bounds
 * what peers send, and connections that peers open are dropped while too many are queued. After the
 * queue is closed, events are dropped. Thread-safe.
 */
final class Mailbox implements ConnectionListener, PieceStoreListener {
    static final int MAX_INCOMING = 32;

    private final Consumer<SwarmEvent> dropped;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final ConditionTimer timer = new ConditionTimer(lock, notEmpty);
    /** Replaced when it is taken, so that an idle swarm's mailbox takes no memory. */
    private List<SwarmEvent> events = new ArrayList<>();
    /** Connections in the queue that peers opened. */
    private int incoming;
    private boolean closed;

    /** @param dropped told of each event that is dropped, by any thread */
    Mailbox(Consumer<SwarmEvent> dropped) {
        this.dropped = dropped;
    }

    void put(SwarmEvent event) {
        if (!added(event)) {
            dropped.accept(event);
        }
    }

    private boolean added(SwarmEvent event) {
        lock.lock();
        try {
            if (closed || (isIncoming(event) && incoming == MAX_INCOMING)) {
                return false;
            }
            if (event instanceof SwarmEvent.RecheckAdmission && events.contains(event)) {
                return true;
            }
            events.add(event);
            incoming += isIncoming(event) ? 1 : 0;
            if (events.size() == 1) {
                notEmpty.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isIncoming(SwarmEvent event) {
        return event instanceof SwarmEvent.PeerConnected connected && connected.dialled() == null;
    }

    /** Waits for the first event until the timeout, and takes all that are queued. */
    List<SwarmEvent> take(long timeoutMs) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            long leftNs = deadlineNs - System.nanoTime();
            while (events.isEmpty() && leftNs > 0) {
                timer.set(leftNs);
                notEmpty.await();
                leftNs = deadlineNs - System.nanoTime();
            }
            return drain();
        } finally {
            lock.unlock();
        }
    }

    private List<SwarmEvent> drain() {
        List<SwarmEvent> taken = events;
        events = new ArrayList<>();
        incoming = 0;
        return taken;
    }

    /** Drops what is queued, and all later events. */
    void close() {
        List<SwarmEvent> left;
        lock.lock();
        try {
            closed = true;
            left = drain();
            timer.cancel();
        } finally {
            lock.unlock();
        }
        left.forEach(dropped);
    }

    // Reported by connections and storage.

    @Override
    public void received(int peer, List<PeerMessage> messages, long bytes) {
        put(new SwarmEvent.MessagesReceived(peer, messages, bytes));
    }

    @Override
    public void disconnected(int peer, IOException why) {
        put(new SwarmEvent.PeerDisconnected(peer, why));
    }

    @Override
    public void opened(PeerAddress address) {
        put(new SwarmEvent.ConnectionOpened(address));
    }

    @Override
    public void connected(HandshakenPeer peer, @Nullable PeerAddress dialled) {
        put(new SwarmEvent.PeerConnected(peer, dialled));
    }

    @Override
    public void dialFailed(PeerAddress address, IOException why) {
        put(new SwarmEvent.DialFailed(address, why));
    }

    @Override
    public void verified(List<Integer> pieces) {
        put(new SwarmEvent.PiecesVerified(pieces));
    }

    @Override
    public void hashFailed(int piece) {
        put(new SwarmEvent.HashFailed(piece));
    }

    @Override
    public void corruptBlocks(List<Block> blocks) {
        put(new SwarmEvent.CorruptBlocks(blocks));
    }

    @Override
    public void invalidated(List<Integer> pieces, InvalidationReason reason) {
        put(new SwarmEvent.PiecesLost(pieces, reason));
    }

    @Override
    public void disputedRechecked() {
        put(new SwarmEvent.Rechecked());
    }

    @Override
    public void filesPrepared() {
        put(new SwarmEvent.FilesCreated());
    }

    @Override
    public void drained() {
        put(new SwarmEvent.WriteQueueDrained());
    }

    @Override
    public void diskFull(DiskFullException reason) {
        put(new SwarmEvent.DiskFull(reason));
    }

    @Override
    public void diskHasRoom() {
        put(new SwarmEvent.DiskSpaceFreed());
    }

    @Override
    public void failed(List<Integer> lost, IOException reason) {
        put(new SwarmEvent.StorageFailed(lost, reason));
    }
}
