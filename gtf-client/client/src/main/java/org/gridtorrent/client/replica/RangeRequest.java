package org.gridtorrent.client.replica;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.mdtp.http.RangeExchange;
import org.gridtorrent.mdtp.http.RangeReceiver;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.schedule.ByteRange;

/** One ranged GET whose bytes are awaited. */
final class RangeRequest implements RangeReceiver {

    /**
     * How a request ended.
     *
     * @param fault why it failed; empty if the range arrived
     * @param fileLength of the whole file; empty if the server did not say it
     */
    record Outcome(Optional<ReplicaFault> fault, OptionalLong fileLength) {}

    private final ByteBuffer target;
    private final CompletableFuture<Optional<ReplicaFault>> end = new CompletableFuture<>();
    private volatile OptionalLong fileLength = OptionalLong.empty();

    private RangeRequest(ByteBuffer target) {
        this.target = target;
    }

    /**
     * Asks for a range as long as what remains in the target, which it fills.
     *
     * @throws TimeoutException if it takes longer than the deadline
     */
    static Outcome await(Replica replica, long start, ByteBuffer target, Duration deadline)
            throws InterruptedException, TimeoutException {
        RangeRequest request = new RangeRequest(target);
        RangeExchange exchange = replica.get(
                new ByteRange(start, start + target.remaining()), request);
        try {
            Optional<ReplicaFault> fault = request.end.get(deadline.toNanos(),
                    TimeUnit.NANOSECONDS);
            return new Outcome(fault, request.fileLength);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            exchange.cancel();
        }
    }

    @Override
    public void started(RangeResponse response) {
        fileLength = response.fileLength();
    }

    @Override
    public void received(ByteBuffer bytes) {
        target.put(bytes);
    }

    @Override
    public void completed() {
        end.complete(Optional.empty());
    }

    /** The caller sees that the file is too short. */
    @Override
    public void unsatisfiable(long length) {
        fileLength = OptionalLong.of(length);
        end.complete(Optional.empty());
    }

    @Override
    public void failed(ReplicaFault fault) {
        end.complete(Optional.of(fault));
    }
}
