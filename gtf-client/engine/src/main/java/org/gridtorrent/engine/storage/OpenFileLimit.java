package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many files all contents together keep open: when there are more, the content that used its
 * files longest ago closes one. So thousands of contents need no more descriptors than one that has
 * thousands of files. What is being used, or was written and is not synced, stays open beyond the
 * limit. Thread-safe; no content waits until another has opened or synced a file.
 */
final class OpenFileLimit {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFileLimit.class);
    /** For the whole process, as its descriptors are. */
    static final OpenFileLimit SHARED = new OpenFileLimit(256);

    private final int count;
    private final AtomicInteger open = new AtomicInteger();
    private final Set<FilePool> holders = ConcurrentHashMap.newKeySet();

    OpenFileLimit(int count) {
        this.count = count;
    }

    /** How many are open. */
    int open() {
        return open.get();
    }

    void opened(FilePool by) {
        open.incrementAndGet();
        holders.add(by);
    }

    void closed(FilePool by, boolean wasLast) {
        open.decrementAndGet();
        if (wasLast) {
            holders.remove(by);
        }
    }

    /** Each content closes a file that it does not need. To be called with no lock held. */
    void closeIdle() {
        for (FilePool files : holders) {
            if (files.isAnyIdle()) {
                var _ = closeOne(files);
            }
        }
    }

    /** To be called after one was opened, and with no lock held. */
    void makeRoom() {
        Set<FilePool> busy = new HashSet<>();
        while (open.get() > count) {
            Optional<FilePool> idlest = holders.stream()
                    .filter(files -> files.isAnyIdle() && !busy.contains(files))
                    .min(Comparator.comparingLong(FilePool::usedNs));
            if (idlest.isEmpty()) {
                return;
            }
            if (!closeOne(idlest.get())) {
                busy.add(idlest.get());
            }
        }
    }

    private static boolean closeOne(FilePool of) {
        try {
            return of.closeOne();
        } catch (IOException e) {
            // All of the file was synced, or only read; its content learns of it when it needs it.
            LOG.debug("a file that rested could not be closed", e);
            return true;
        }
    }
}
