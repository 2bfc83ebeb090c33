package org.gridtorrent.bench.peer;

import java.util.concurrent.TimeUnit;

/** Times the second half of a download. The clock is passed in. Not thread-safe. */
final class SecondHalfTimer {
    private final long length;
    private final long begunNanos;
    private long at;
    private long laterNanos;

    SecondHalfTimer(long length, long nowNanos) {
        this.length = length;
        begunNanos = nowNanos;
        laterNanos = nowNanos;
    }

    /** Records the bytes so far. Without a report between half and all, the whole content counts. */
    void onProgress(long bytes, long nowNanos) {
        if (at < length / 2 && bytes >= length / 2 && bytes < length) {
            at = bytes;
            laterNanos = nowNanos;
        }
    }

    FetchResult end(int connections, long nowNanos) {
        return new FetchResult(seconds(nowNanos - begunNanos), length - at,
                seconds(nowNanos - laterNanos), connections);
    }

    private static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
