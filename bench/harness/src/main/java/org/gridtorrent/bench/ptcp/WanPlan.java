package org.gridtorrent.bench.ptcp;

import java.time.Duration;
import java.util.List;

/**
 * What is measured on one line.
 *
 * @param counts of streams
 * @param omitSeconds of each transfer that do not count: TCP finds its speed in them
 * @param seconds of each transfer that count
 * @param tuneSeconds that do not count where PTCP has to find its number of streams as well
 */
record WanPlan(
        Duration rtt,
        double loss,
        List<Integer> counts,
        int rounds,
        int omitSeconds,
        int seconds,
        int tuneSeconds) {}
