package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.Optional;

/** A mover that is installed, and cannot move anything. */
final class Failing implements TransferTool {
    @Override
    public String title() {
        return "failing";
    }

    @Override
    public Optional<String> missing(Medium way) {
        return Optional.empty();
    }

    @Override
    public double move(TransferJob load, TransferTestbed field) throws IOException {
        throw new IOException("no route");
    }
}
