package org.gridtorrent.bench.transfer;

import java.util.Optional;

/** A mover that is not installed. */
final class Absent implements TransferTool {
    @Override
    public String title() {
        return "absent";
    }

    @Override
    public Optional<String> missing(Medium way) {
        return Optional.of("it is not here");
    }

    @Override
    public double move(TransferJob load, TransferTestbed field) {
        throw new IllegalStateException("asked, though missing");
    }
}
