package org.gridtorrent.bench.link.netem;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.line.LineSpec;

/**
 * Queues of one direction of a host's access line, as arguments of {@code tc}.
 *
 * <p>netem loses packets and delays them by a quarter of the round trip: on their way to another host they
 * meet two of these. Below it tbf lets them out at the line's rate, and limits what waits, in bytes; netem
 * itself only counts packets. Delaying before waiting gives the same times as the other way round, and
 * netem sets a packet free of its sender's account, so that a local sender does not feel the queue before
 * it is full.
 */
final class NetemQueues {
    /** Ethernet's header, which is no part of the rate that is asked for. */
    private static final int HEADER = 14;
    private static final int SMALLEST_PACKET = 28;
    private static final long LEAST_DELAY_NS = 1_000;
    private static final double LATE_TIMER_SECONDS = 5e-4;
    private static final long LEAST_SPARE = 100;

    private final LineSpec spec;
    private final int host;

    NetemQueues(LineSpec spec, int host) {
        this.spec = spec;
        this.host = host;
    }

    /** From the host, on this device of its own; with the lottery, and its seed if there is one. */
    List<String> up(String device, OptionalLong seed) {
        String lottery = spec.loss() == 0
                ? ""
                : String.format(Locale.ROOT, " loss random %.8f%%", spec.loss() * 100);
        return queues(device, lottery + (lottery.isEmpty() || seed.isEmpty()
                ? ""
                : " seed " + Long.toUnsignedString(seed.getAsLong())));
    }

    /** To the host, on this device in the middle. */
    List<String> down(String device) {
        return queues(device, "");
    }

    private List<String> queues(String device, String lottery) {
        return List.of(
                "qdisc add dev " + device + " root handle 1: stab overhead -" + HEADER
                        + " linklayer ethernet netem limit " + packets() + " delay " + delay()
                        + lottery,
                "qdisc add dev " + device + " parent 1:1 handle 2: tbf rate " + spec.rateOf(host)
                        + "bit burst " + burst() + " limit " + spec.bufferBytes());
    }

    /** Delay in a unit that every tc reads; not all know nanoseconds. */
    private String delay() {
        return String.format(Locale.ROOT, "%.3fus", delayNs() / 1e3);
    }

    private long delayNs() {
        return Math.max(LEAST_DELAY_NS, spec.rtt().toNanos() / 4);
    }

    /** Packet limit, above what can ever be on the way or waiting: the bytes are to limit. */
    private long packets() {
        double onTheWay = spec.rateOf(host) / 8.0 * delayNs() / 1e9;
        return (long) Math.min(1000 + (onTheWay + spec.bufferBytes()) / SMALLEST_PACKET,
                Integer.MAX_VALUE);
    }

    /** A packet, and what the line sends while a timer is late, so that its lateness costs no rate. */
    private long burst() {
        return LineSpec.MTU
                + Math.max(LEAST_SPARE, (long) (spec.rateOf(host) / 8.0 * LATE_TIMER_SECONDS));
    }
}
