package org.gridtorrent.bench.link;

import org.jspecify.annotations.Nullable;

/**
 * What one host sent, and what became of it; packets unless said otherwise.
 *
 * @param sentBytes by netem without the packets that were lost or dropped
 * @param lost by the lottery
 * @param queueFull dropped since a queue on their way was full; by netem since one of this host's own
 *     queues was full, on the way from it or to it
 * @param delivered to this host
 * @param late of those delivered, a millisecond or more: the machine had no time for the relay, and what
 *     was measured meanwhile was not the line that was asked for; by netem nobody counts them
 */
public record HostTraffic(
        int host,
        long sent,
        long sentBytes,
        long lost,
        long queueFull,
        long delivered,
        long deliveredBytes,
        @Nullable Long late) {

    /** With the host counted from 0. */
    static HostTraffic of(PacketCounters counters, int host) {
        return new HostTraffic(host + 1, counters.of(host, PacketCounters.SENT),
                counters.of(host, PacketCounters.SENT_BYTES), counters.of(host, PacketCounters.LOST),
                counters.of(host, PacketCounters.QUEUE_FULL), counters.of(host, PacketCounters.DELIVERED),
                counters.of(host, PacketCounters.DELIVERED_BYTES), counters.of(host, PacketCounters.LATE));
    }
}
