package org.gridtorrent.bench.paper;

/** Throughput that a line should carry. */
interface ExpectedThroughput {
    /** Mb/s that so many streams from so many senders should bring together. */
    double expectedMegabits(int senders, int streams);
}
