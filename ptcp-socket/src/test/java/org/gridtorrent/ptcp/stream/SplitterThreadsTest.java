package org.gridtorrent.ptcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.gridtorrent.ptcp.Transfer;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** Streams with a thread each, which wait and are woken while random ones retire and die. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SplitterThreadsTest {
    private static final int SUB_PACKETS = 10_000;
    private static final int STREAMS = 6;

    /** One for each repetition. */
    private static final Random SEEDS = new Random(TestScale.seed("ptcp.seed"));

    /** Bytes of a stream that have arrived, with its newest sub-packet. */
    private record Arrival(StreamSendState stream, long number, long bytes) {}

    private final Random random = new Random(SEEDS.nextLong());
    private final int window = 1 + random.nextInt(40);

    /** Long payloads fill what a stream may have out, so that it also waits for confirmations. */
    private final int payloadLength = random.nextBoolean() ? 16 : WireFormat.PAYLOAD_LENGTH;

    private final Splitter splitter = new Splitter(BufferPool.SHARED, payloadLength, 64, window,
            limit -> {}, System::nanoTime);
    private final LinkedBlockingQueue<Arrival> network = new LinkedBlockingQueue<>();
    private final List<StreamSendState> live = new ArrayList<>();
    private final BitSet arrived = new BitSet();

    /** A lost wake-up shows as a writer that never ends. */
    @RepeatedTest(5)
    void noWakeUpIsLost() throws Exception {
        for (int i = 0; i < STREAMS; i++) {
            open();
        }
        FutureTask<Long> written = Transfer.inBackground(this::write);
        while (arrived.cardinality() < SUB_PACKETS) {
            arrive(network.take());
            if (random.nextInt(100) == 0) {
                replace(live.get(random.nextInt(STREAMS)));
            }
        }
        assertThat(written.get()).isEqualTo(SUB_PACKETS);
        live.forEach(splitter::removeStream);
        assertThat(splitter.awaitDelivered(Duration.ofSeconds(20))).isTrue();
    }

    private long write() throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(payloadLength);
        for (int i = 0; i < SUB_PACKETS; i++) {
            splitter.write(payload.clear());
        }
        return splitter.end();
    }

    private void open() {
        StreamSendState stream = splitter.openStream();
        live.add(stream);
        Thread.ofVirtual().start(() -> send(stream));
    }

    private void send(StreamSendState stream) {
        try {
            SentSubPacket packet;
            long bytes = 0;
            while ((packet = splitter.take(stream)) != null) {
                bytes += SubPacketHeader.LENGTH + packet.length();
                Arrival arrival = new Arrival(stream, packet.number(), bytes);
                splitter.writeFinished(packet);
                network.add(arrival);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void arrive(Arrival arrival) throws IOException {
        if (live.contains(arrival.stream)) {
            splitter.confirm(arrival.stream, arrival.bytes);
            arrived.set((int) arrival.number);
            splitter.raiseLimit(arrived.nextClearBit(0) + (long) window);
        }
    }

    /** Lets a stream die, retired or not, and opens another one. */
    private void replace(StreamSendState stream) {
        if (random.nextBoolean()) {
            splitter.retire(stream);
        }
        live.remove(stream);
        splitter.removeStream(stream);
        open();
    }
}
