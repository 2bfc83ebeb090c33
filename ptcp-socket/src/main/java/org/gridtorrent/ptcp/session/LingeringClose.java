package org.gridtorrent.ptcp.session;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What is still to be done for sessions that were closed: delivering what had been written.
 *
 * <p>Each has a virtual thread, which would end with the process. So there is one thread of the platform
 * as long as there are any, which does nothing but keep the process: as a kernel goes on for the sockets of
 * a program that has ended. Thread-safe.
 */
public final class LingeringClose {
    private static final LingeringClose OF_THE_PROCESS = new LingeringClose();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition finished = lock.newCondition();
    private int unfinished;
    private boolean kept;

    private LingeringClose() {}

    /** Begins the task, which must end by itself; returns at once. */
    static void begin(Runnable task) {
        OF_THE_PROCESS.start(task);
    }

    private void start(Runnable task) {
        lock.lock();
        try {
            unfinished++;
            if (!kept) {
                kept = true;
                Thread.ofPlatform().name("ptcp-closing-keeper").daemon(false).start(this::keep);
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

    private void keep() {
        lock.lock();
        try {
            while (unfinished > 0) {
                finished.awaitUninterruptibly();
            }
        } finally {
            kept = false;
            lock.unlock();
        }
    }
}
