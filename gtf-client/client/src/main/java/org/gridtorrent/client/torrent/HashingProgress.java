package org.gridtorrent.client.torrent;

import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.terminal.Progress;
import org.gridtorrent.terminal.Progress.Sample;

/** Shows how far hashing is. Thread-safe, since several threads hash. */
final class HashingProgress implements HashProgress, AutoCloseable {
    private final Progress progress;
    private final String what;
    private final long startedNs = System.nanoTime();

    HashingProgress(Output output, String what) {
        this.progress = new Progress(output);
        this.what = what;
    }

    @Override
    public synchronized void hashed(long done, long total) {
        double seconds = Math.max(1, System.nanoTime() - startedNs) / 1e9;
        progress.update(new Sample(what, done, total, (long) (done / seconds), -1));
    }

    @Override
    public synchronized void close() {
        progress.close();
    }
}
