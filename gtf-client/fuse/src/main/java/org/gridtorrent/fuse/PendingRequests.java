package org.gridtorrent.fuse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.fuse.system.Errno;

/** Requests that are not answered yet. Each is answered once: by its result, or when it is given up. Thread-safe. */
final class PendingRequests {
    private final Map<Long, Pending> requests = new ConcurrentHashMap<>();

    /** One request. */
    final class Pending {
        private final long unique;
        private final Optional<GiveUp> giveUp;
        private final AtomicBoolean answered = new AtomicBoolean();

        private Pending(long unique, Optional<GiveUp> giveUp) {
            this.unique = unique;
            this.giveUp = giveUp;
        }

        /** Whether the caller is to answer; nobody else is, then. */
        boolean claim() {
            boolean first = answered.compareAndSet(false, true);
            if (first) {
                requests.remove(unique, this);
            }
            return first;
        }
    }

    /** Answers a request with an error, and stops the work for it. */
    @FunctionalInterface
    interface GiveUp {
        void run(long unique, Errno errno);
    }

    /** One whose work is done in any case, as it changes something. */
    Pending add(long unique) {
        return add(unique, Optional.empty());
    }

    Pending add(long unique, GiveUp giveUp) {
        return add(unique, Optional.of(giveUp));
    }

    private Pending add(long unique, Optional<GiveUp> giveUp) {
        Pending pending = new Pending(unique, giveUp);
        requests.put(unique, pending);
        return pending;
    }

    /** Gives a request up; false when it is not known (yet, or any more). */
    boolean giveUp(long unique, Errno errno) {
        Pending pending = requests.get(unique);
        if (pending == null) {
            return false;
        }
        giveUp(pending, errno);
        return true;
    }

    void giveUpAll(Errno errno) {
        List.copyOf(requests.values()).forEach(pending -> giveUp(pending, errno));
    }

    private static void giveUp(Pending pending, Errno errno) {
        if (pending.giveUp.isPresent() && pending.claim()) {
            pending.giveUp.get().run(pending.unique, errno);
        }
    }
}
