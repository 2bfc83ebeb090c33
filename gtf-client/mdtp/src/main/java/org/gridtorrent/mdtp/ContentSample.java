package org.gridtorrent.mdtp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.ContentComparison.Source;
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
    /** Answer of a replica whose file has another length. */
    private static final long OTHER_LENGTH = -1;

    /** Whose bytes the file has there. */
    final Source source;
    final ReplicaState asked;
    final ByteRange range;
    final int tries;

    private final long fileLength;
    private final Consumer<FetchMessage> fetch;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable RangeExchange exchange;
    private long sentNs;
    private boolean hasOtherLength;

    ContentSample(Source source, ReplicaState asked, ByteRange range, int tries, long fileLength,
            Consumer<FetchMessage> fetch) {
        this.source = source;
        this.asked = asked;
        this.range = range;
        this.tries = tries;
        this.fileLength = fileLength;
        this.fetch = fetch;
    }

    /** What a replica answers that has bytes of this CRC-32C there. */
    static long answerOf(int crc) {
        return Integer.toUnsignedLong(crc);
    }

    ContentSample again() {
        return new ContentSample(source, asked, range, tries + 1, fileLength, fetch);
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
        return hasOtherLength || bytes.size() == range.length();
    }

    /** What it has there: the same number for the same bytes. */
    long answer() {
        CRC32C crc = new CRC32C();
        crc.update(bytes.toByteArray());
        return hasOtherLength ? OTHER_LENGTH : answerOf((int) crc.getValue());
    }

    @Override
    public void started(RangeResponse response) {
        hasOtherLength = response.fileLength().orElse(fileLength) != fileLength;
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
    public void unsatisfiable(long length) {
        hasOtherLength = true;
        fetch.accept(new FetchMessage.SampleEnded(this));
    }

    @Override
    public void failed(ReplicaFault fault) {
        fetch.accept(new FetchMessage.SampleEnded(this));
    }
}
