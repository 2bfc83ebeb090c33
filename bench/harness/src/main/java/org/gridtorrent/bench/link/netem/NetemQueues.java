package org.gridtorrent.bench.link.netem;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.line.HostLine;
import org.gridtorrent.bench.link.line.LineSpec;

/**
 * Queues of one direction of a host's access line, as arguments of {@code tc}.
 *
 * <p>The root queue is netem: it drops packets at random and delays each by a quarter of the round trip,
 * because a packet passes two such queues on its way to another host; the queue from a host adds the host's
 * own delay. Its child is tbf, which sends at the
 * line's rate and limits the queue in bytes; netem can limit it only in packets. Delay before queueing gives
 * the same times as delay after it. netem orphans packets from the sender's socket, so that a full queue
 * drops packets instead of slowing a local sender.
 */
final class NetemQueues {
    /** Length of the Ethernet header, which does not count towards the rate. */
    private static final int HEADER = 14;
    private static final int MIN_PACKET_BYTES = 28;
    private static final long MIN_DELAY_NS = 1_000;
    private static final double LATE_TIMER_SECONDS = 5e-4;
    private static final long MIN_SPARE_BYTES = 100;

    private final LineSpec spec;
    private final HostLine line;

    NetemQueues(LineSpec spec, int host) {
        this.spec = spec;
        line = spec.line(host);
    }

    /** Queues from the host, on its own device, with random loss and its seed if there is one. */
    List<String> up(String device, OptionalLong seed) {
        String lossOption = spec.loss() == 0
                ? ""
                : String.format(Locale.ROOT, " loss random %.8f%%", spec.loss() * 100);
        return queues(device, delayNs() + line.delay().toNanos(),
                lossOption + (lossOption.isEmpty() || seed.isEmpty()
                        ? ""
                        : " seed " + Long.toUnsignedString(seed.getAsLong())));
    }

    /** Queues to the host, on the link namespace's device. */
    List<String> down(String device) {
        return queues(device, delayNs(), "");
    }

    private List<String> queues(String device, long delayNs, String lossOption) {
        return List.of(
                "qdisc add dev " + device + " root handle 1: stab overhead -" + HEADER
                        + " linklayer ethernet netem limit " + packets(delayNs) + " delay "
                        + delay(delayNs) + lossOption,
                "qdisc add dev " + device + rateQueue(line.bitsPerSecond()));
    }

    /** Change of the rate of a device's queues. */
    String changeRate(String device, long bitsPerSecond) {
        return "qdisc change dev " + device + rateQueue(bitsPerSecond);
    }

    private String rateQueue(long bitsPerSecond) {
        return " parent 1:1 handle 2: tbf rate " + bitsPerSecond + "bit burst "
                + burst(bitsPerSecond) + " limit " + line.bufferBytes();
    }

    /** Delay in a unit that every tc reads; not all know nanoseconds. */
    private static String delay(long delayNs) {
        return String.format(Locale.ROOT, "%.3fus", delayNs / 1e3);
    }

    private long delayNs() {
        return Math.max(MIN_DELAY_NS, spec.rtt().toNanos() / 4);
    }

    /** Limit of netem in packets, more than can be delayed or queued, so that only tbf's byte limit applies. */
    private long packets(long delayNs) {
        double onTheWay = line.bitsPerSecond() / 8.0 * delayNs / 1e9;
        return (long) Math.min(1000 + (onTheWay + line.bufferBytes()) / MIN_PACKET_BYTES,
                Integer.MAX_VALUE);
    }

    /** One packet plus what the line sends while a timer is late, so that a late timer does not lower the rate. */
    private static long burst(long bitsPerSecond) {
        return LineSpec.MTU
                + Math.max(MIN_SPARE_BYTES, (long) (bitsPerSecond / 8.0 * LATE_TIMER_SECONDS));
    }
}
