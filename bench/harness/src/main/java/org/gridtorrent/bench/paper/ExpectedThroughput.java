package org.gridtorrent.bench.paper;

/** Throughput that a line should carry. */
interface ExpectedThroughput {
    /** Mb/s that streams from so many senders bring together. */
    double expectedMegabits(int senders, int streams);
}
