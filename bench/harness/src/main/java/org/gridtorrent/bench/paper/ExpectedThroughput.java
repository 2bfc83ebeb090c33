package org.gridtorrent.bench.paper;

/** What is expected of a line. */
interface ExpectedThroughput {
    /** Mb/s that streams from so many senders bring together. */
    double expectedMegabits(int senders, int streams);
}
