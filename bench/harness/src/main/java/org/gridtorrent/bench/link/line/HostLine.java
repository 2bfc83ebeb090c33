package org.gridtorrent.bench.link.line;

import java.time.Duration;

/**
 * Access line of one host.
 *
 * @param bitsPerSecond in each direction, IP headers included
 * @param delay of every packet from the host, in addition to half the round trip
 * @param bufferBytes that wait for it in one direction; what comes beyond them is dropped
 */
public record HostLine(long bitsPerSecond, Duration delay, long bufferBytes) {}
