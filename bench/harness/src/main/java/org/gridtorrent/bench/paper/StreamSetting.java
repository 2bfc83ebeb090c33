package org.gridtorrent.bench.paper;

/** A point of a curve: so many seeders, reached over so many streams each, beside PTCP with as many in all. */
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
