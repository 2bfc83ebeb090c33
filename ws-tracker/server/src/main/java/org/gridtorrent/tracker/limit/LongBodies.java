package org.gridtorrent.tracker.limit;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * The calls whose long bodies are read or worked on: each takes many times its length of the heap, so
 * that few of them may do so at once, and one of each device. Thread-safe.
 */
public final class LongBodies {
    /** In bytes; all calls but a great data set's registration are much shorter. */
    public static final long LONG = 256 * 1024;
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final Semaphore room;
    private final Set<String> callers = ConcurrentHashMap.newKeySet();

    /** For so many at once. */
    public LongBodies(int most) {
        room = new Semaphore(most);
    }

    /** Nobody waits for room here, with half a body in hand. */
    public void enter(String caller) throws OverloadException {
        if (!callers.add(caller)) {
            throw new OverloadException(AGAIN);
        }
        if (!room.tryAcquire()) {
            callers.remove(caller);
            throw new OverloadException(AGAIN);
        }
    }

    public void leave(String caller) {
        callers.remove(caller);
        room.release();
    }
}
