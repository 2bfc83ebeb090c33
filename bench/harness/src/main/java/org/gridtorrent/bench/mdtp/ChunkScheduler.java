package org.gridtorrent.bench.mdtp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeScheduler;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event.RequestFailed;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler that asks each replica for one chunk at a time, in the order of the file.
 *
 * <p>A replica takes the next chunk as soon as it is free. {@link ChunkLengths} says how long chunks are,
 * and is all that the MDTP paper's algorithm and static chunking differ by. Each byte is asked for once,
 * and a chunk is never taken from a replica that is slow or silent.
 *
 * <p>The paper says nothing of failures. Here what a failed request did not bring is asked for again before
 * new chunks, and so are bytes that were found to be false; the replica is left alone for as long as the
 * failure says. Confined to one thread.
 */
final class ChunkScheduler implements RangeScheduler {
    private static final Duration RETRY_AFTER_REFUSAL = Duration.ofSeconds(1);

    /** Lengths of the chunks that are asked for. Confined to one thread. */
    interface ChunkLengths {
        /** Length of the next chunk for this replica, in bytes; at least one. */
        long next(int replica);

        /** Reports that a replica sent a whole chunk, from the request to the last byte. */
        void completed(int replica, long length, long durationNs);
    }

    private final ChunkLengths lengths;
    private final List<Replica> replicas = new ArrayList<>();
    /** Replica that each request was sent to. */
    private final Map<Integer, Replica> senders = new HashMap<>();
    private final Deque<ByteRange> returned = new ArrayDeque<>();
    private long nextOffset;
    /** {@code Long.MAX_VALUE} until the first response tells it. */
    private long fileLength = Long.MAX_VALUE;
    private long arrivedBytes;
    private int nextRequest;

    /** Scheduler of a fetch of which nothing is there yet. */
    ChunkScheduler(int replicaCount, ChunkLengths lengths) {
        this.lengths = lengths;
        for (int i = 0; i < replicaCount; i++) {
            replicas.add(new Replica(i));
        }
    }

    /** Replica and the chunk that it was asked for. */
    private static final class Replica {
        private final int number;
        private @Nullable Chunk chunk;
        /** True after a fault that lasts: it gets no more requests. */
        private boolean isAbandoned;
        /** True while its next request waits for {@code retryAtNs}. */
        private boolean isPaused;
        private long retryAtNs;

        Replica(int number) {
            this.number = number;
        }

        boolean isFree(long nowNs) {
            return chunk == null && !isAbandoned && (!isPaused || retryAtNs - nowNs <= 0);
        }

        void pause(Duration time, long nowNs) {
            if (time.equals(RequestFailed.FOREVER)) {
                isAbandoned = true;
            } else {
                isPaused = true;
                retryAtNs = nowNs + time.toNanos();
            }
        }
    }

    /** Request for a range that is under way. */
    private static final class Chunk {
        private final int request;
        private final long start;
        private final long sentNs;
        private long end;
        private long received;

        Chunk(int request, ByteRange range, long sentNs) {
            this.request = request;
            this.start = range.start();
            this.end = range.end();
            this.sentNs = sentNs;
        }
    }

    @Override
    public List<Action> start(long nowNs) {
        return askFreeReplicas(nowNs);
    }

    @Override
    public List<Action> tick(long nowNs) {
        return askFreeReplicas(nowNs);
    }

    @Override
    public boolean isComplete() {
        return arrivedBytes == fileLength;
    }

    @Override
    public List<Action> handle(Event event, long nowNs) {
        Replica replica = senders.get(event.request());
        if (replica == null) {
            throw new IllegalArgumentException("an event of no request: " + event);
        }
        List<Action> actions = new ArrayList<>();
        Chunk chunk = replica.chunk;
        if (event instanceof Event.BytesRejected rejected) {
            arrivedBytes -= rejected.range().length();
            returned.add(rejected.range());
        } else if (chunk != null && chunk.request == event.request()) {
            handle(event, replica, chunk, actions, nowNs);
        } else if (event instanceof Event.RequestFailed failed
                && failed.retryAfter().equals(RequestFailed.FOREVER)) {
            replica.isAbandoned = true;
        }
        actions.addAll(askFreeReplicas(nowNs));
        return actions;
    }

    private void handle(Event event, Replica replica, Chunk chunk, List<Action> actions,
            long nowNs) {
        switch (event) {
            case Event.ResponseStarted started -> learnLength(started.fileLength(), actions);
            case Event.BytesReceived received -> {
                chunk.received += received.count();
                arrivedBytes += received.count();
            }
            case Event.RequestCompleted _ -> {
                lengths.completed(replica.number, chunk.end - chunk.start, nowNs - chunk.sentNs);
                replica.chunk = null;
                replica.isPaused = false;
            }
            case Event.RangeUnsatisfiable unsatisfiable -> {
                replica.chunk = null;
                learnLength(unsatisfiable.fileLength(), actions);
            }
            case Event.RequestFailed failed -> {
                giveBack(replica);
                replica.pause(failed.retryAfter(), nowNs);
            }
            case Event.Busy busy -> {
                giveBack(replica);
                replica.pause(busy.retryAfter(), nowNs);
            }
            case Event.TooManyConnections _ -> {
                giveBack(replica);
                replica.pause(RETRY_AFTER_REFUSAL, nowNs);
            }
            case Event.BytesRejected _ -> throw new IllegalStateException("handled before");
        }
    }

    /** Shortens chunks that reach beyond the file; one that begins there is answered as unsatisfiable. */
    private void learnLength(long length, List<Action> actions) {
        if (fileLength != Long.MAX_VALUE) {
            return;
        }
        fileLength = length;
        for (Replica replica : replicas) {
            Chunk chunk = replica.chunk;
            if (chunk != null && chunk.end > length && chunk.start < length) {
                chunk.end = length;
                actions.add(new Action.Shorten(chunk.request, length));
            }
        }
    }

    /** Returns what the replica's chunk still lacks. */
    private void giveBack(Replica replica) {
        Chunk chunk = replica.chunk;
        replica.chunk = null;
        if (chunk != null && chunk.start + chunk.received < chunk.end) {
            returned.add(new ByteRange(chunk.start + chunk.received, chunk.end));
        }
    }

    private List<Action> askFreeReplicas(long nowNs) {
        List<Action> actions = new ArrayList<>();
        for (Replica replica : replicas) {
            if (replica.isFree(nowNs)) {
                ByteRange range = nextRange(lengths.next(replica.number));
                if (range == null) {
                    break;
                }
                actions.add(ask(replica, range, nowNs));
            }
        }
        return actions;
    }

    private Action ask(Replica replica, ByteRange range, long nowNs) {
        int request = nextRequest++;
        senders.put(request, replica);
        replica.chunk = new Chunk(request, range, nowNs);
        return new Action.Send(request, replica.number, range);
    }

    /** Next range of at most this length; null when everything is asked for. */
    private @Nullable ByteRange nextRange(long length) {
        while (!returned.isEmpty()) {
            ByteRange again = returned.remove();
            long end = Math.min(again.end(), fileLength);
            if (again.start() < end) {
                long cut = Math.min(again.start() + length, end);
                if (cut < end) {
                    returned.addFirst(new ByteRange(cut, end));
                }
                return new ByteRange(again.start(), cut);
            }
        }
        if (nextOffset >= fileLength) {
            return null;
        }
        long start = nextOffset;
        nextOffset = Math.min(start + length, fileLength);
        return new ByteRange(start, nextOffset);
    }
}
