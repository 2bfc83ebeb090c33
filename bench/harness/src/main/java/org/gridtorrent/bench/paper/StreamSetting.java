package org.gridtorrent.bench.paper;

/** Number of seeders, and of streams to each; PTCP has as many streams in all. */
record StreamSetting(int seeders, int streamsEach) {
    int streams() {
        return seeders * streamsEach;
    }

    /** With one count alone, over which a report draws its curve. */
    String describe() {
        return streams() + (streams() == 1 ? " stream, " : " streams, ") + streamsEach
                + " to each seeder";
    }
}
