package org.gridtorrent.bench.link.relay;

import java.util.SplittableRandom;
import org.gridtorrent.bench.link.line.HostLine;
import org.gridtorrent.bench.link.line.LineSpec;

/**
 * Times at which packets arrive, or are lost. No I/O; the clock is passed in. Not thread-safe.
 *
 * <p>A packet first meets the lottery, then waits in the queue of its source's access line, takes its time
 * there byte by byte, travels for half the round trip and its source's own delay, and does the same at its destination's access line.
 * A queue is a point in time: when the line will have sent all that waits. What waits in bytes follows
 * from that and the rate, so a full queue drops a packet as a queue of so many bytes would.
 */
final class LineModel {
    /** In the place of a time: the lottery took the packet. */
    static final long LOST = Long.MIN_VALUE;

    /** In the place of a time: the queue was full. */
    static final long QUEUE_FULL = Long.MIN_VALUE + 1;

    private final SplittableRandom lottery;
    private final double loss;
    private final long[] oneWayNs;
    private final AccessLine[] up;
    private final AccessLine[] down;

    /** With hosts counted from 0. */
    LineModel(LineSpec spec) {
        lottery = new SplittableRandom(spec.seed());
        loss = spec.loss();
        oneWayNs = new long[spec.hosts()];
        up = new AccessLine[spec.hosts()];
        down = new AccessLine[spec.hosts()];
        for (int host = 0; host < spec.hosts(); host++) {
            HostLine line = spec.line(host + 1);
            oneWayNs[host] = spec.rtt().toNanos() / 2 + line.delay().toNanos();
            up[host] = new AccessLine(line);
            down[host] = new AccessLine(line);
        }
    }

    /** Changes a host's rate, both ways. Packets that wait keep their times. */
    void setRate(int host, long bitsPerSecond) {
        up[host].setRate(bitsPerSecond);
        down[host].setRate(bitsPerSecond);
    }

    /**
     * When the last bit of a packet reaches its destination's access line, or {@link #LOST} or
     * {@link #QUEUE_FULL}. Of one source, these times never go back.
     *
     * @param sinceNs the packet was sent after this, and seen now: if the line was free meanwhile, it has
     *     been at work on what was sent
     */
    long arrivalNs(int source, int length, long sinceNs, long nowNs) {
        if (loss > 0 && lottery.nextDouble() < loss) {
            return LOST;
        }
        long sentNs = up[source].take(length, sinceNs, nowNs);
        return sentNs == QUEUE_FULL ? QUEUE_FULL : sentNs + oneWayNs[source];
    }

    /**
     * When a packet is delivered that reached its destination's access line at this time, or
     * {@link #QUEUE_FULL}. To be asked in the order of arrival.
     */
    long deliveryNs(int destination, int length, long arrivalNs) {
        return down[destination].take(length, arrivalNs, arrivalNs);
    }

    private static final class AccessLine {
        private final long bufferBytes;
        private double nsPerByte;
        private long freeNs = Long.MIN_VALUE;

        AccessLine(HostLine line) {
            bufferBytes = line.bufferBytes();
            setRate(line.bitsPerSecond());
        }

        private void setRate(long bitsPerSecond) {
            nsPerByte = 8e9 / bitsPerSecond;
        }

        long take(int length, long sinceNs, long nowNs) {
            if (freeNs == Long.MIN_VALUE || freeNs - sinceNs < 0) {
                freeNs = sinceNs;
            }
            double queuedBytes = Math.max(0, freeNs - nowNs) / nsPerByte;
            if (queuedBytes + length > bufferBytes) {
                return QUEUE_FULL;
            }
            freeNs += Math.round(length * nsPerByte);
            return freeNs;
        }
    }
}
