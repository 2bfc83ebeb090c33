package org.gridtorrent.mdtp;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.gridtorrent.mdtp.file.PartialFile;

/** Syncs a file on a thread of its own, one sync at a time. */
final class BackgroundSync {
    private final PartialFile file;
    private CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);

    BackgroundSync(PartialFile file) {
        this.file = file;
    }

    /** Begins a sync unless one is under way; throws what the last one threw. */
    void begin() throws IOException {
        if (underWay.isDone()) {
            await();
            underWay = CompletableFuture.runAsync(this::sync, Thread::startVirtualThread);
        }
    }

    private void sync() {
        try {
            file.sync();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    void await() throws IOException {
        try {
            underWay.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
