package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.Optional;

/** A program that moves bytes from one host of a field's line to the other. */
interface TransferTool {
    /** As people call it. */
    String title();

    /** Why it cannot be run, or not in this way, in words; empty when it can. */
    Optional<String> missing(Medium way);

    /** Moves the load and says how fast, in Mb/s of content that arrived. */
    double move(TransferJob load, TransferTestbed field) throws IOException, InterruptedException;
}
