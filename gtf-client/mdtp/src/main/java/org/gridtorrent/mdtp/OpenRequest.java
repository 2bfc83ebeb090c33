package org.gridtorrent.mdtp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import org.gridtorrent.mdtp.file.RangeWriter;
import org.gridtorrent.mdtp.http.RangeExchange;
import org.gridtorrent.mdtp.http.RangeReceiver;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * Request of a range on its way into the file.
 *
 * <p>As a receiver it runs on the exchange's thread: it writes the bytes, then tells the fetch's thread of
 * them, so that the server waits while the disk does. All else belongs to the fetch's thread.
 */
final class OpenRequest implements RangeReceiver {
    final int number;
    final ReplicaState replica;
    final ByteRange range;
    /** Behind the last byte that was received, as far as the fetch's thread was told. */
    long position;

    private final RangeWriter writer;
    private final Consumer<FetchMessage> fetch;
    private @Nullable RangeExchange exchange;

    OpenRequest(int number, ReplicaState replica, ByteRange range, RangeWriter writer,
            Consumer<FetchMessage> fetch) {
        this.number = number;
        this.replica = replica;
        this.range = range;
        this.writer = writer;
        this.fetch = fetch;
        position = range.start();
    }

    /** Sends it. */
    void send(boolean isWholeFile) {
        exchange = isWholeFile ? replica.replica.getAll(this) : replica.replica.get(range, this);
    }

    /** When it returns, no byte from the new end on is written any more. */
    void shorten(long end) {
        writer.shorten(end);
        if (exchange != null) {
            exchange.shorten(end);
        }
    }

    /** Ends it; returns the offset up to which bytes were written, told or not. */
    long close() {
        if (exchange != null) {
            exchange.cancel(); // of no effect if it is complete
        }
        writer.close();
        return writer.position();
    }

    /** What was written of it. */
    Optional<ByteRange> written() {
        long end = writer.position();
        return end > range.start()
                ? Optional.of(new ByteRange(range.start(), end))
                : Optional.empty();
    }

    @Override
    public void started(RangeResponse response) {
        fetch.accept(new FetchMessage.Started(this, response));
    }

    @Override
    public void received(ByteBuffer bytes) {
        int count;
        try {
            count = writer.write(bytes);
        } catch (IOException e) {
            fetch.accept(new FetchMessage.DiskFailed(e));
            return; // the fetch ends, and cancels the exchange
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (count > 0) {
            fetch.accept(new FetchMessage.Received(this, count));
        }
    }

    @Override
    public void completed() {
        fetch.accept(new FetchMessage.Completed(this));
    }

    @Override
    public void unsatisfiable(long fileLength) {
        fetch.accept(new FetchMessage.Unsatisfiable(this, fileLength));
    }

    @Override
    public void failed(ReplicaFault fault) {
        fetch.accept(new FetchMessage.Failed(this, fault));
    }
}
