package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.Optional;

/** Engine of ours, one seeder to one leech over PTCP streams; all is checked, written and synced. */
final class GridTorrentTool implements TransferTool {
    static final String TITLE = "GridTorrent";

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Optional<String> missing(Medium medium) {
        return medium == Medium.DISK
                ? Optional.empty()
                : Optional.of("GridTorrent moves contents, which are files");
    }

    @Override
    public double move(TransferJob job, TransferTestbed testbed)
            throws IOException, InterruptedException {
        return testbed.fetch(job);
    }
}
