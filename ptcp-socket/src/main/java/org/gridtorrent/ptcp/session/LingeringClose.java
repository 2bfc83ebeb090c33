package org.gridtorrent.ptcp.session;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Background delivery for closed sessions, which keeps the process alive until it is done.
 *
 * <p>A virtual thread finishes each session. Virtual threads do not keep a process alive, so one non-daemon
 * platform thread waits until all sessions are finished; a kernel does the same for a program's TCP sockets.
 * Thread-safe.
 */
final class LingeringClose {
    private static final LingeringClose OF_THE_PROCESS = new LingeringClose();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition finished = lock.newCondition();
    private int unfinished;
    private boolean hasKeeper;

    private LingeringClose() {}

    /** Starts the task in the background; the task must end by itself. */
    static void begin(Runnable task) {
        OF_THE_PROCESS.start(task);
    }

    private void start(Runnable task) {
        lock.lock();
        try {
            unfinished++;
            if (!hasKeeper) {
                hasKeeper = true;
                Thread.ofPlatform().name("ptcp-closing-keeper").daemon(false)
                        .start(this::keepProcess);
            }
        } finally {
            lock.unlock();
        }
        Thread.ofVirtual().name("ptcp-closing").start(() -> {
            try {
                task.run();
            } finally {
                end();
            }
        });
    }

    private void end() {
        lock.lock();
        try {
            if (--unfinished == 0) {
                finished.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void keepProcess() {
        lock.lock();
        try {
            while (unfinished > 0) {
                finished.awaitUninterruptibly();
            }
        } finally {
            hasKeeper = false;
            lock.unlock();
        }
    }
}
