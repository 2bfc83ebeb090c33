package org.gridtorrent.ptcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.ptcp.net.TimedWait;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

/**
 * Splitter and merger joined by simulated streams that deliver when chance wants them to, each in its own
 * order; they stall, die with part of what they carry, retire, and new ones come. One thread and a clock
 * of its own, so that a seed always plays the same game.
 */
class SplitterMergerSimulationTest {
    private static final int SEEDS = TestScale.of("ptcp.seeds", 1000, 20_000);

    @Test
    void everySeedDeliversEveryByteOnceAndInOrder() throws Exception {
        long first = TestScale.seed("ptcp.seed");
        long resent = 0;
        for (long seed = first; seed < first + SEEDS; seed++) {
            Simulation simulation = new Simulation(seed);
            simulation.run();
            assertThat(simulation.received.toByteArray()).as("seed %d", seed)
                    .isEqualTo(simulation.content);
            assertThat(simulation.splitter.heldBytes()).as("held by seed %d", seed).isZero();
            assertThat(simulation.merger.heldBytes()).as("held by seed %d", seed).isZero();
            resent += simulation.splitter.resent();
        }
        assertThat(resent).as("sub-packets sent again").isPositive();
    }

    private interface Action {
        void run() throws IOException, InterruptedException;
    }

    /** What one stream has under way, and what the peer has not been told of. */
    private record Arriving(long number, ByteBuffer payload) {}

    private static final class Stream {
        private final StreamSendState ledger;
        private final ArrayDeque<Arriving> underWay = new ArrayDeque<>();
        private final ArrayDeque<Long> confirmations = new ArrayDeque<>();
        private long arrivedBytes;
        private boolean stalled;

        Stream(StreamSendState ledger) {
            this.ledger = ledger;
        }
    }

    private static final class Simulation {
        private static final int MAX_DEATHS = 6;

        private final Random random;
        private final byte[] content;
        private final ByteBuffer toWrite;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private final ArrayDeque<Action> told = new ArrayDeque<>();
        private final List<Stream> streams = new ArrayList<>();
        private final int payloadLength;
        private final Splitter splitter;
        private final Merger merger;
        private final long seed;
        private final boolean unruly;
        private long nowNanos;
        private int deaths;
        private long endCount = -1;

        Simulation(long seed) {
            this.seed = seed;
            random = new Random(seed);
            content = new byte[random.nextInt(3000)];
            random.nextBytes(content);
            toWrite = ByteBuffer.wrap(content);
            unruly = random.nextInt(4) > 0;
            int window = WireFormat.MIN_WINDOW + random.nextInt(16);
            int buffers = 1 + random.nextInt(40);
            payloadLength = 1 + random.nextInt(32);
            merger = new Merger(BufferPool.SHARED, window, 2 * window + random.nextInt(50),
                    limit -> tell(() -> grant(limit)));
            splitter = new Splitter(BufferPool.SHARED, payloadLength, buffers, window,
                    limit -> tell(() -> peerIsBlocked(limit)), () -> nowNanos);
            int count = 1 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                streams.add(new Stream(splitter.open()));
            }
        }

        private void tell(Action action) {
            told.add(action);
        }

        private void grant(long limit) {
            splitter.grant(limit);
        }

        private void peerIsBlocked(long limit) {
            merger.peerIsBlocked(limit);
        }

        void run() throws IOException, InterruptedException {
            while (!isOver()) {
                nowNanos += random.nextInt(1_000_000);
                List<Action> possible = possibleActions();
                if (possible.isEmpty()) {
                    // Only time can help: a late sub-packet goes over another stream.
                    nowNanos += TimeUnit.SECONDS.toNanos(60);
                    possible = possibleActions();
                    if (possible.isEmpty()) {
                        relieve();
                        possible = possibleActions();
                    }
                }
                assertThat(possible).as("deadlock with seed %d", seed).isNotEmpty();
                possible.get(random.nextInt(possible.size())).run();
            }
            assertThat(merger.read(ByteBuffer.allocate(1), TimedWait.FOREVER)).isEqualTo(-1);
            assertThat(merger.isComplete()).isTrue();
        }

        /** The conductor would notice the stalled ones, and open others. */
        private void relieve() {
            List.copyOf(streams).stream().filter(stream -> stream.stalled).forEach(this::die);
            streams.add(new Stream(splitter.open()));
        }

        private boolean isOver() {
            return endCount >= 0 && told.isEmpty() && received.size() == content.length
                    && splitter.awaitDelivered(Duration.ZERO);
        }

        private List<Action> possibleActions() {
            List<Action> actions = new ArrayList<>();
            if (toWrite.hasRemaining() && splitter.room() > 0) {
                actions.add(this::write);
            }
            if (!toWrite.hasRemaining() && endCount < 0) {
                actions.add(this::end);
            }
            if (!told.isEmpty()) {
                actions.add(() -> told.remove().run());
            }
            if (merger.available() > 0) {
                actions.add(this::read);
            }
            for (Stream stream : List.copyOf(streams)) {
                addActions(stream, actions);
            }
            if (unruly && !actions.isEmpty() && deaths < MAX_DEATHS && random.nextInt(20) == 0) {
                actions.add(this::misfortune);
            }
            return actions;
        }

        private void addActions(Stream stream, List<Action> actions) {
            SentSubPacket packet = stream.ledger.takesMore() && stream.underWay.size() < 4
                    ? splitter.poll(stream.ledger)
                    : null;
            if (packet != null) {
                send(stream, packet);
                actions.add(() -> {});
            }
            if (!stream.underWay.isEmpty() && !stream.stalled) {
                actions.add(() -> deliver(stream));
            }
            if (!stream.confirmations.isEmpty()) {
                actions.add(() -> confirm(stream));
            }
        }

        /** A write that fits one sub-packet: it needs one buffer at most, beside the one it fills. */
        private void write() throws IOException {
            int length = Math.min(toWrite.remaining(), 1 + random.nextInt(payloadLength));
            splitter.write(toWrite.slice(toWrite.position(), length));
            toWrite.position(toWrite.position() + length);
        }

        private void end() {
            endCount = splitter.end();
            tell(() -> merger.end(endCount));
        }

        private void send(Stream stream, SentSubPacket packet) {
            ByteBuffer copy = ByteBuffer.allocate(packet.length());
            copy.put(packet.payload()).flip();
            stream.underWay.add(new Arriving(packet.number(), copy));
            splitter.written(packet);
        }

        private void deliver(Stream stream) throws IOException {
            Arriving packet = stream.underWay.remove();
            stream.arrivedBytes += SubPacketHeader.LENGTH + packet.payload().remaining();
            stream.confirmations.add(stream.arrivedBytes);
            merger.offer(packet.number(), packet.payload());
        }

        private void confirm(Stream stream) throws IOException {
            splitter.confirm(stream.ledger, stream.confirmations.remove());
        }

        private void misfortune() throws IOException {
            if (streams.isEmpty()) {
                return;
            }
            deaths++;
            Stream victim = streams.get(random.nextInt(streams.size()));
            switch (random.nextInt(4)) {
                case 0 -> victim.stalled = true;
                case 1 -> splitter.retire(victim.ledger);
                case 2 -> dieAfterSomeArrived(victim);
                default -> die(victim);
            }
        }

        /** What arrived is there, but its confirmation never comes: it arrives twice. */
        private void dieAfterSomeArrived(Stream victim) throws IOException {
            int some = random.nextInt(victim.underWay.size() + 1);
            for (int i = 0; i < some; i++) {
                deliver(victim);
            }
            die(victim);
        }

        private void die(Stream victim) {
            splitter.abandon(victim.ledger);
            streams.remove(victim);
        }

        private void read() throws IOException {
            ByteBuffer target = ByteBuffer.allocate(1 + random.nextInt(100));
            merger.read(target, TimedWait.FOREVER);
            received.write(target.array(), 0, target.position());
        }
    }
}
