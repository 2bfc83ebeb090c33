package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.Optional;

/** The engine, one seeder to one leech over so many streams of PTCP: all is checked, written and synced. */
final class GridTorrentTool implements TransferTool {
    static final String TITLE = "GridTorrent";

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Optional<String> missing(Medium way) {
        return way == Medium.DISK
                ? Optional.empty()
                : Optional.of("GridTorrent moves contents, which are files");
    }

    @Override
    public double move(TransferJob load, TransferTestbed field) throws IOException, InterruptedException {
        return load.megabits(field.fetch(load));
    }
}
