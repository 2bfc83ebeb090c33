package org.gridtorrent.catalog.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Many small writes in few transactions: what comes while one is being committed goes into the next.
 * There is no thread for it: of those who wait, whoever gets the lock first writes for all. Safe for
 * use by many threads.
 */
public final class GroupCommit<T> {
    private static final int MOST = 500;

    private static final class Pending<T> {
        final T item;
        // Both are written and read by holders of the lock, and by the item's own thread after it.
        boolean done;
        @Nullable
        RuntimeException failure;

        Pending(T item) {
            this.item = item;
        }
    }

    private final Consumer<List<T>> write;
    private final Predicate<RuntimeException> ofAnItem;
    private final Queue<Pending<T>> queue = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();

    /**
     * @param write one transaction, which happens wholly or throws
     * @param ofAnItem whether such a failure is one item's, so that the others may be written
     */
    public GroupCommit(Consumer<List<T>> write, Predicate<RuntimeException> ofAnItem) {
        this.write = write;
        this.ofAnItem = ofAnItem;
    }

    /** Returns when the item is committed; throws what its own writing threw. */
    public void add(T item) {
        var mine = new Pending<T>(item);
        queue.add(mine);
        writing.lock();
        try {
            while (!mine.done) {
                writeQueued();
            }
        } finally {
            writing.unlock();
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
    }

    private void writeQueued() {
        List<Pending<T>> batch = new ArrayList<>();
        for (var next = queue.poll(); next != null; next = queue.poll()) {
            batch.add(next);
            if (batch.size() == MOST) {
                break;
            }
        }
        write(batch);
        batch.forEach(pending -> pending.done = true);
    }

    /**
     * One that cannot be written must not take the others with it, and is found by halves. Where the
     * fault is no item's, such as a database that does not answer, nobody is made to wait for more.
     */
    private void write(List<Pending<T>> batch) {
        try {
            write.accept(batch.stream().map(pending -> pending.item).toList());
        } catch (RuntimeException e) {
            if (batch.size() > 1 && ofAnItem.test(e)) {
                int half = batch.size() / 2;
                write(batch.subList(0, half));
                write(batch.subList(half, batch.size()));
            } else {
                batch.forEach(pending -> pending.failure = e);
            }
        }
    }
}
