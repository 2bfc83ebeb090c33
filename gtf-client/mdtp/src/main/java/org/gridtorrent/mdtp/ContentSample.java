package org.gridtorrent.mdtp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.http.RangeExchange;
import org.gridtorrent.mdtp.http.RangeReceiver;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * Request of a few bytes that are in the file already, to compare them.
 *
 * <p>Written by the exchange's thread, then handed to the fetch's thread.
 */
final class ContentSample implements RangeReceiver {

    final int pair;
    final ReplicaState asked;
    final ByteRange range;
    final int tries;

    private final Consumer<FetchMessage> fetch;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable RangeExchange exchange;
    private long sentNs;
    private boolean isShorterFile;

    ContentSample(int pair, ReplicaState asked, ByteRange range, int tries,
            Consumer<FetchMessage> fetch) {
        this.pair = pair;
        this.asked = asked;
        this.range = range;
        this.tries = tries;
        this.fetch = fetch;
    }

    ContentSample again() {
        return new ContentSample(pair, asked, range, tries + 1, fetch);
    }

    void send() {
        sentNs = System.nanoTime();
        exchange = asked.replica.get(range, this);
    }

    long sentNs() {
        return sentNs;
    }

    void cancel() {
        if (exchange != null) {
            exchange.cancel();
        }
    }

    /** Whether the replica said what it has there. */
    boolean isAnswered() {
        return isShorterFile || bytes.size() == range.length();
    }

    /** Whether these bytes of the file have this checksum. */
    boolean hasChecksum(int crc) {
        CRC32C own = new CRC32C();
        own.update(bytes.toByteArray());
        return !isShorterFile && (int) own.getValue() == crc;
    }

    @Override
    public void started(RangeResponse response) {
        // only the bytes count
    }

    @Override
    public void received(ByteBuffer received) {
        byte[] copy = new byte[received.remaining()];
        received.get(copy);
        bytes.writeBytes(copy);
    }

    @Override
    public void completed() {
        fetch.accept(new FetchMessage.SampleEnded(this));
    }

    @Override
    public void unsatisfiable(long fileLength) {
        isShorterFile = true;
        fetch.accept(new FetchMessage.SampleEnded(this));
    }

    @Override
    public void failed(ReplicaFault fault) {
        fetch.accept(new FetchMessage.SampleEnded(this));
    }
}
