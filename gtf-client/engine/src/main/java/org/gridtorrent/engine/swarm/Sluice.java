package org.gridtorrent.engine.swarm;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Holds the readers of sockets back while the disk does not keep up. Thread-safe. */
final class Sluice {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private boolean open = true;

    void set(boolean open) {
        lock.lock();
        try {
            this.open = open;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void pass() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!open) {
                opened.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
