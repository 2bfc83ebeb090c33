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
 * Seeded simulation of a splitter and a merger joined by streams that deliver at random.
 *
 * <p>Streams stall, retire, die with part of what they carry, and are replaced. One thread and a simulated clock
 * make each seed repeatable.
 */
class SplitterMergerSimulationTest {
    private static final int SEEDS = TestScale.of("ptcp.seeds", 1000, 20_000);

    @Test
    void deliversEveryByteOnceAndInOrder() throws Exception {
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

    /** A stream with its sub-packets in flight, and the ACKs that the sender has not received. */
    private record Arriving(long number, ByteBuffer payload) {}

    private static final class Stream {
        private final StreamSendState sendState;
        private final ArrayDeque<Arriving> inFlight = new ArrayDeque<>();
        private final ArrayDeque<Long> confirmations = new ArrayDeque<>();
        private long arrivedBytes;
        private boolean stalled;

        Stream(StreamSendState sendState) {
            this.sendState = sendState;
        }
    }

    private static final class Simulation {
        private static final int MAX_FAULTS = 6;

        private final Random random;
        private final byte[] content;
        private final ByteBuffer toWrite;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private final ArrayDeque<Action> controlFrames = new ArrayDeque<>();
        private final List<Stream> streams = new ArrayList<>();
        private final int payloadLength;
        private final Splitter splitter;
        private final Merger merger;
        private final long seed;
        private final boolean hasFaults;
        private long nowNanos;
        private int faults;
        private long endCount = -1;

        Simulation(long seed) {
            this.seed = seed;
            random = new Random(seed);
            content = new byte[random.nextInt(3000)];
            random.nextBytes(content);
            toWrite = ByteBuffer.wrap(content);
            hasFaults = random.nextInt(4) > 0;
            int window = WireFormat.MIN_WINDOW + random.nextInt(16);
            int buffers = 1 + random.nextInt(40);
            payloadLength = 1 + random.nextInt(32);
            merger = new Merger(BufferPool.SHARED, window, 2 * window + random.nextInt(50),
                    limit -> sendControl(() -> grant(limit)));
            splitter = new Splitter(BufferPool.SHARED, payloadLength, buffers, window,
                    limit -> sendControl(() -> peerBlocked(limit)), () -> nowNanos);
            int count = 1 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                streams.add(new Stream(splitter.openStream()));
            }
        }

        private void sendControl(Action action) {
            controlFrames.add(action);
        }

        private void grant(long limit) {
            splitter.raiseLimit(limit);
        }

        private void peerBlocked(long limit) {
            merger.peerBlocked(limit);
        }

        void run() throws IOException, InterruptedException {
            while (!isFinished()) {
                nowNanos += random.nextInt(1_000_000);
                List<Action> possible = possibleActions();
                if (possible.isEmpty()) {
                    // Only time can help: a late sub-packet is copied to another stream.
                    nowNanos += TimeUnit.SECONDS.toNanos(60);
                    possible = possibleActions();
                    if (possible.isEmpty()) {
                        replaceStalled();
                        possible = possibleActions();
                    }
                }
                assertThat(possible).as("deadlock with seed %d", seed).isNotEmpty();
                possible.get(random.nextInt(possible.size())).run();
            }
            assertThat(merger.read(ByteBuffer.allocate(1), TimedWait.FOREVER)).isEqualTo(-1);
            assertThat(merger.isComplete()).isTrue();
        }

        /** As the supervisor does. */
        private void replaceStalled() {
            List.copyOf(streams).stream().filter(stream -> stream.stalled).forEach(this::die);
            streams.add(new Stream(splitter.openStream()));
        }

        private boolean isFinished() {
            return endCount >= 0 && controlFrames.isEmpty() && received.size() == content.length
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
            if (!controlFrames.isEmpty()) {
                actions.add(() -> controlFrames.remove().run());
            }
            if (merger.available() > 0) {
                actions.add(this::read);
            }
            for (Stream stream : List.copyOf(streams)) {
                addActions(stream, actions);
            }
            if (hasFaults && !actions.isEmpty() && faults < MAX_FAULTS && random.nextInt(20) == 0) {
                actions.add(this::injectFault);
            }
            return actions;
        }

        private void addActions(Stream stream, List<Action> actions) {
            SentSubPacket packet = stream.sendState.takesNew() && stream.inFlight.size() < 4
                    ? splitter.poll(stream.sendState)
                    : null;
            if (packet != null) {
                send(stream, packet);
                actions.add(() -> {});
            }
            if (!stream.inFlight.isEmpty() && !stream.stalled) {
                actions.add(() -> deliver(stream));
            }
            if (!stream.confirmations.isEmpty()) {
                actions.add(() -> confirm(stream));
            }
        }

        /** Writes at most one payload, which needs at most one new buffer. */
        private void write() throws IOException {
            int length = Math.min(toWrite.remaining(), 1 + random.nextInt(payloadLength));
            splitter.write(toWrite.slice(toWrite.position(), length));
            toWrite.position(toWrite.position() + length);
        }

        private void end() {
            endCount = splitter.end();
            sendControl(() -> merger.end(endCount));
        }

        private void send(Stream stream, SentSubPacket packet) {
            ByteBuffer copy = ByteBuffer.allocate(packet.length());
            copy.put(packet.payload()).flip();
            stream.inFlight.add(new Arriving(packet.number(), copy));
            splitter.writeFinished(packet);
        }

        private void deliver(Stream stream) throws IOException {
            Arriving packet = stream.inFlight.remove();
            stream.arrivedBytes += SubPacketHeader.LENGTH + packet.payload().remaining();
            stream.confirmations.add(stream.arrivedBytes);
            merger.offer(packet.number(), packet.payload());
        }

        private void confirm(Stream stream) throws IOException {
            splitter.confirm(stream.sendState, stream.confirmations.remove());
        }

        private void injectFault() throws IOException {
            if (streams.isEmpty()) {
                return;
            }
            faults++;
            Stream victim = streams.get(random.nextInt(streams.size()));
            switch (random.nextInt(4)) {
                case 0 -> victim.stalled = true;
                case 1 -> splitter.retire(victim.sendState);
                case 2 -> dieWithoutLastConfirmations(victim);
                default -> die(victim);
            }
        }

        /** Some sub-packets arrive and are never confirmed, so they arrive twice. */
        private void dieWithoutLastConfirmations(Stream victim) throws IOException {
            int some = random.nextInt(victim.inFlight.size() + 1);
            for (int i = 0; i < some; i++) {
                deliver(victim);
            }
            die(victim);
        }

        private void die(Stream victim) {
            splitter.removeStream(victim.sendState);
            streams.remove(victim);
        }

        private void read() throws IOException {
            ByteBuffer target = ByteBuffer.allocate(1 + random.nextInt(100));
            merger.read(target, TimedWait.FOREVER);
            received.write(target.array(), 0, target.position());
        }
    }
}
