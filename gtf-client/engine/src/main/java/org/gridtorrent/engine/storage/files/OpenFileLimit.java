package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limit on the files that all contents of the process keep open together.
 *
 * <p>Above it, the pool that used its files longest ago closes one, so thousands of contents need no
 * more descriptors than one content of thousands of files. Files that are in use or unsynced stay open
 * beyond the limit. Thread-safe; holds no lock while a file is closed.
 */
final class OpenFileLimit {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFileLimit.class);
    /** For the whole process, as file descriptors are. */
    static final OpenFileLimit SHARED = new OpenFileLimit(256);

    private final int count;
    private final AtomicInteger open = new AtomicInteger();
    private final Set<FilePool> pools = ConcurrentHashMap.newKeySet();

    OpenFileLimit(int count) {
        this.count = count;
    }

    /** How many files are open. */
    int open() {
        return open.get();
    }

    void opened(FilePool by) {
        open.incrementAndGet();
        pools.add(by);
    }

    void closed(FilePool by, boolean wasLast) {
        open.decrementAndGet();
        if (wasLast) {
            pools.remove(by);
        }
    }

    /** Closes an idle file of each pool, if it has one. */
    void closeIdle() {
        for (FilePool pool : pools) {
            if (pool.isAnyIdle()) {
                var _ = closeOne(pool);
            }
        }
    }

    /** Closes idle files until the limit is kept; to be called after one was opened. */
    void makeRoom() {
        while (open.get() > count) {
            Optional<FilePool> idlest = pools.stream().filter(FilePool::isAnyIdle)
                    .min(Comparator.comparingLong(FilePool::lastUsedNs));
            if (idlest.isEmpty()) {
                return;
            }
            var _ = closeOne(idlest.get());
        }
    }

    private static boolean closeOne(FilePool pool) {
        try {
            return pool.closeOne();
        } catch (IOException e) {
            // All of the file was synced, or only read; its content learns of it when it needs it.
            LOG.debug("an idle file could not be closed", e);
            return true;
        }
    }
}
