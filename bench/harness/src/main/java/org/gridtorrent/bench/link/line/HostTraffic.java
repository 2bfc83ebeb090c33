package org.gridtorrent.bench.link.line;

import org.jspecify.annotations.Nullable;

/**
 * Packets of one host, and what became of them; packets unless said otherwise.
 *
 * @param sentBytes by netem without the packets that were lost or dropped
 * @param lost by the lottery
 * @param queueFull dropped since a queue on their way was full; by netem since one of this host's own
 *     queues was full, on the way from it or to it
 * @param delivered to this host
 * @param late of those delivered, a millisecond or more: the machine had no time for the relay, and what
 *     was measured meanwhile was not the line that was asked for; by netem nobody counts them
 */
public record HostTraffic(int host, long sent, long sentBytes, long lost, long queueFull,
        long delivered, long deliveredBytes, @Nullable Long late) {}
