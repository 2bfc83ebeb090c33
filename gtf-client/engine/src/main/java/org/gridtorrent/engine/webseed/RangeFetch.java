package org.gridtorrent.engine.webseed;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.limit.RateLimitChain;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.mdtp.http.RangeExchange;
import org.gridtorrent.mdtp.http.RangeReceiver;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.jspecify.annotations.Nullable;

/**
 * One ranged GET of one file; of padding (BEP 47), zeros without a request.
 *
 * <p>What it receives comes on the exchange's thread, or on a virtual thread of its own. All else is guarded by the
 * lock of its {@link WebSeed}.
 */
final class RangeFetch implements RangeReceiver {
    private static final int ZEROS_LENGTH = 64 * 1024;

    private final WebSeed seed;
    private final RequestedRun run;
    private final FileRange range;
    private final RateLimitChain limits;
    /** Offset in the content of the next byte; written by the receiving thread. */
    private volatile long position;
    private @Nullable RangeExchange exchange;

    RangeFetch(WebSeed seed, RequestedRun run, FileRange range, RateLimitChain limits) {
        this.seed = seed;
        this.run = run;
        this.range = range;
        this.limits = limits;
        position = range.start();
    }

    RequestedRun run() {
        return run;
    }

    FileRange range() {
        return range;
    }

    RateLimitChain limits() {
        return limits;
    }

    Optional<RateLimit> limitedBy() {
        return limits.limitedBy();
    }

    /** Offset in the content behind the last byte that is wanted. */
    private long end() {
        return Math.min(range.end(), run.end());
    }

    boolean isWanted() {
        return position < end();
    }

    /** What has not arrived, for another request; it has to be wanted. */
    FileRange rest() {
        return range.from(position);
    }

    void requestFrom(Replica replica) {
        FileRange wanted = new FileRange(range.index(), range.file(), position, end());
        exchange = replica.get(wanted.inFile(), this);
    }

    void receiveZeros() {
        Thread.ofVirtual().name("padding").start(() -> {
            byte[] zeros = new byte[(int) Math.min(ZEROS_LENGTH, range.end() - range.start())];
            while (position < range.end()) {
                received(ByteBuffer.wrap(zeros, 0,
                        (int) Math.min(zeros.length, range.end() - position)));
            }
            completed();
        });
    }

    /** Bytes behind the wanted ones need not come. */
    void shorten() {
        if (exchange != null) {
            exchange.shorten(end() - range.file().offset());
        }
    }

    void cancel() {
        limits.cancel();
        if (exchange != null) {
            exchange.cancel();
        }
    }

    @Override
    public void started(RangeResponse response) {
        response.fileLength().ifPresent(length -> {
            if (length != range.file().length()) {
                wrongLength(length);
            }
        });
    }

    @Override
    public void received(ByteBuffer bytes) {
        long before = position; // this thread alone writes it
        int count = bytes.remaining();
        List<PeerMessage> blocks = run.assembler.put(before, bytes);
        position = before + count;
        seed.received(this, blocks);
    }

    @Override
    public void completed() {
        if (seed.isWanted(this)) {
            wrongLength(position - range.file().offset()); // the file ended before the range
        } else {
            seed.completed(this);
        }
    }

    @Override
    public void unsatisfiable(long fileLength) {
        wrongLength(fileLength);
    }

    private void wrongLength(long length) {
        seed.failed(this, new PeerFault.WrongLength(seed.address(), path(), length));
    }

    @Override
    public void failed(ReplicaFault fault) {
        seed.failed(this, fault);
    }

    /** The file's path, as messages show it. */
    String path() {
        return range.file().path().toString();
    }
}
