package org.gridtorrent.bench.paper;

/** Number of seeders, and of streams to each; PTCP has as many streams in all. */
record StreamSetting(int seeders, int streamsEach) {
    int streams() {
        return seeders * streamsEach;
    }

    /** For rows. One count varies alone, so that a report draws its curve over it. */
    String describe() {
        return streams() + (streams() == 1 ? " stream, " : " streams, ") + streamsEach
                + " to each seeder";
    }
}
