package org.gridtorrent.bench.experiment;

import java.io.IOException;

/** Measurement that can be repeated. */
public interface Measurement<T> {
    T take() throws IOException, InterruptedException;
}
