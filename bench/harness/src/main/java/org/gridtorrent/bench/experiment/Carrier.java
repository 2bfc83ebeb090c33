package org.gridtorrent.bench.experiment;

import java.io.IOException;

/** A way to bring bytes from one memory to another over the loopback interface. */
public interface Carrier {
    String name();

    /** Brings so many bytes over, on a connection that is made before the clock starts. */
    Trip carry(long length) throws IOException, InterruptedException;

    /**
     * What one transfer took.
     *
     * @param cpuSeconds of both ends together
     */
    record Trip(long length, double seconds, double cpuSeconds) {
        public double mebibytesPerSecond() {
            return length / seconds / (1 << 20);
        }

        public double cpuSecondsPerGibibyte() {
            return cpuSeconds / ((double) length / (1 << 30));
        }
    }
}
