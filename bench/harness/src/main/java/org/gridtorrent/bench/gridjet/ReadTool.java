package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Way of reading files of the holder's at the reader. */
interface ReadTool {
    /** Name in the rows. */
    String title();

    /** Why it cannot be used; empty when it can. */
    default Optional<String> missing() {
        return Optional.empty();
    }

    /**
     * Reads the files one after the other, and checks what came.
     *
     * @return seconds of each; before the first one, nothing was asked for
     */
    List<Double> read(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException;

    /** Seconds for all files at once, as so many programs ask for them. */
    double readAtOnce(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException;
}
