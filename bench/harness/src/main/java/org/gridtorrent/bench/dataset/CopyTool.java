package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.gridtorrent.bench.result.TransferCost;

/** Program that copies files from one end to the other, both on this machine. Not thread-safe. */
interface CopyTool {
    /** Longest time that one command may take. */
    int LIMIT_SECONDS = 1200;

    /** Name in the rows. */
    String title();

    /** Why it cannot be run; empty when it can. */
    Optional<String> missing();

    /** Starts what serves the files, if that does not run yet; this time does not count. */
    void prepare(DatasetFiles files) throws IOException, InterruptedException;

    /** Copies the files into an empty folder; the processors are those of both ends. */
    TransferCost copy(DatasetFiles files, Path target) throws IOException, InterruptedException;

    /** Folder in the target in which the files have arrived. */
    default Path arrived(DatasetFiles files, Path target) {
        return target.resolve(files.name());
    }

    /** Lets go of a copy before its folder is deleted. */
    default void release(DatasetFiles files) throws IOException, InterruptedException {}
}
