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
public record Traffic(
        int host,
        long sent,
        long sentBytes,
        long lost,
        long queueFull,
        long delivered,
        long deliveredBytes,
        @Nullable Long late) {

    /** With the host counted from 0. */
    static Traffic of(Counters counters, int host) {
        return new Traffic(host + 1, counters.of(host, Counters.SENT),
                counters.of(host, Counters.SENT_BYTES), counters.of(host, Counters.LOST),
                counters.of(host, Counters.QUEUE_FULL), counters.of(host, Counters.DELIVERED),
                counters.of(host, Counters.DELIVERED_BYTES), counters.of(host, Counters.LATE));
    }
}
