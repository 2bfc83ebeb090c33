package org.gridtorrent.client.tree;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Files that are open, so that those of a data set fail when it must not be read any more. Thread-safe. */
final class OpenFiles {
    private final Map<String, Set<Tracked>> byDataset = new ConcurrentHashMap<>();

    boolean isEmpty() {
        return byDataset.isEmpty();
    }

    /** The file, which fails from {@link #fail} on. */
    OpenFile track(String datasetId, OpenFile file) {
        Tracked tracked = new Tracked(datasetId, file);
        byDataset.compute(datasetId, (_, files) -> {
            Set<Tracked> open = files == null ? ConcurrentHashMap.newKeySet() : files;
            open.add(tracked);
            return open;
        });
        return tracked;
    }

    /** Files of the data set that are open fail now, with reads that wait. */
    void fail(String datasetId, UnreadableException why) {
        for (Tracked file : List.copyOf(byDataset.getOrDefault(datasetId, Set.of()))) {
            file.fail(why);
        }
    }

    private final class Tracked implements OpenFile {
        private final String datasetId;
        private final OpenFile file;
        private final AtomicLong reads = new AtomicLong();
        private final Map<Long, CompletableFuture<Integer>> waiting = new ConcurrentHashMap<>();
        private volatile @Nullable UnreadableException failure;

        Tracked(String datasetId, OpenFile file) {
            this.datasetId = datasetId;
            this.file = file;
        }

        @Override
        public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
            if (failure != null) {
                return CompletableFuture.failedFuture(failure);
            }
            CompletableFuture<Integer> read = file.read(offset, into);
            long number = reads.incrementAndGet();
            waiting.put(number, read);
            var _ = read.whenComplete((_, _) -> waiting.remove(number));
            UnreadableException meanwhile = failure;
            if (meanwhile != null) {
                read.completeExceptionally(meanwhile);
            }
            return read;
        }

        void fail(UnreadableException why) {
            failure = why;
            List.copyOf(waiting.values()).forEach(read -> read.completeExceptionally(why));
            close();
        }

        @Override
        public void close() {
            byDataset.computeIfPresent(datasetId, (_, files) -> {
                files.remove(this);
                return files.isEmpty() ? null : files;
            });
            file.close();
        }
    }
}
