package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Splitter and merger joined by simulated streams that deliver when chance wants them to, each in its
 * own order; one thread, so that a seed always plays the same game.
 */
class SplitterMergerSimulationTest {
    private static final int SEEDS = 2000;

    @Test
    void everySeedDeliversEveryByteInOrder() throws Exception {
        long first = Long.getLong("ptcp.seed", System.nanoTime());
        System.out.println("SplitterMergerSimulationTest: -Dptcp.seed=" + first);
        for (long seed = first; seed < first + SEEDS; seed++) {
            Simulation simulation = new Simulation(seed);
            simulation.run();
            assertThat(simulation.received.toByteArray()).as("seed %d", seed)
                    .isEqualTo(simulation.content);
        }
    }

    private interface Action {
        void run() throws IOException, InterruptedException;
    }

    private static final class Simulation {
        private final Random random;
        private final byte[] content;
        private final ByteBuffer toWrite;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private final ArrayDeque<Long> grants = new ArrayDeque<>();
        private final List<ArrayDeque<SubPacket>> streams = new ArrayList<>();
        private final int payloadLength;
        private final Splitter splitter;
        private final Merger merger;
        private final int stalledStream;
        private final long seed;
        private long endCount = -1;
        private boolean endTold;

        Simulation(long seed) {
            this.seed = seed;
            random = new Random(seed);
            content = new byte[random.nextInt(3000)];
            random.nextBytes(content);
            toWrite = ByteBuffer.wrap(content);
            int count = 1 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                streams.add(new ArrayDeque<>());
            }
            int window = Wire.MIN_WINDOW + random.nextInt(32);
            int slots = 1 + random.nextInt(2 * count + 4);
            payloadLength = 1 + random.nextInt(32);
            splitter = new Splitter(BufferPool.SHARED, slots, payloadLength, window);
            merger = new Merger(BufferPool.SHARED, window, grants::add);
            stalledStream = random.nextInt(count);
        }

        void run() throws IOException, InterruptedException {
            while (!isOver()) {
                List<Action> possible = possibleActions();
                assertThat(possible).as("deadlock with seed %d", seed).isNotEmpty();
                possible.get(random.nextInt(possible.size())).run();
            }
            assertThat(merger.read(ByteBuffer.allocate(1), Waiting.FOREVER)).isEqualTo(-1);
        }

        private boolean isOver() {
            return endTold && received.size() == content.length;
        }

        private List<Action> possibleActions() {
            List<Action> actions = new ArrayList<>();
            if (toWrite.hasRemaining() && splitter.freeSlots() > 0) {
                actions.add(this::write);
            }
            if (!toWrite.hasRemaining() && endCount < 0) {
                actions.add(() -> endCount = splitter.end());
            }
            if (splitter.hasNext()) {
                actions.add(this::send);
            }
            if (!grants.isEmpty()) {
                actions.add(() -> splitter.grant(grants.remove()));
            }
            if (endCount >= 0 && !endTold) {
                actions.add(this::tellEnd);
            }
            if (merger.available() > 0) {
                actions.add(this::read);
            }
            addDeliveries(actions);
            return actions;
        }

        /** One stream delivers only when nothing else can happen: it must hold up nobody. */
        private void addDeliveries(List<Action> actions) {
            for (int i = 0; i < streams.size(); i++) {
                ArrayDeque<SubPacket> stream = streams.get(i);
                if (!stream.isEmpty() && (i != stalledStream || actions.isEmpty())) {
                    actions.add(() -> merger.offer(stream.remove()));
                }
            }
        }

        /** A write that fits one sub-packet: it needs one slot at most, beside the one it fills. */
        private void write() throws IOException {
            int length = Math.min(toWrite.remaining(), 1 + random.nextInt(payloadLength));
            splitter.write(toWrite.slice(toWrite.position(), length));
            toWrite.position(toWrite.position() + length);
        }

        private void send() throws IOException, InterruptedException {
            SubPacket packet = splitter.take();
            assertThat(packet).isNotNull();
            if (packet != null) {
                ByteBuffer copy = ByteBuffer.allocate(packet.payload().remaining());
                copy.put(packet.payload()).flip();
                streams.get(random.nextInt(streams.size()))
                        .add(new SubPacket(packet.number(), copy));
                splitter.written(packet);
            }
        }

        private void tellEnd() throws IOException {
            merger.end(endCount);
            endTold = true;
        }

        private void read() throws IOException {
            ByteBuffer target = ByteBuffer.allocate(1 + random.nextInt(100));
            merger.read(target, Waiting.FOREVER);
            received.write(target.array(), 0, target.position());
        }
    }
}
