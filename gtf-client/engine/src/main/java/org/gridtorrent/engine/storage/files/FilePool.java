package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bounded pool of a content's open files: the least recently used is closed first.
 *
 * <p>A file in use is never closed, so threads at work may hold more files open for a moment. All
 * pools of the process share one {@link OpenFileLimit}. Thread-safe. The lock guards the table alone:
 * files are opened, synced and closed without it, so a disk that hangs holds up only the threads that
 * need the same file.
 */
final class FilePool implements AutoCloseable {
    private final int capacity;
    private final OpenFileLimit limit;
    private final Opener opener;
    private final ReentrantLock lock = new ReentrantLock();
    /** Signalled when an attempt to open or to sync a file has ended. */
    private final Condition ended = lock.newCondition();
    /** Least recently used first. */
    private final SequencedMap<Key, Handle> handles = new LinkedHashMap<>(4, 0.75f, true);
    private boolean closed;
    /** Kept for good: the system reports a failed write-back once, to one caller (fsync(2)). */
    private volatile @Nullable IOException syncFailure;
    private volatile long lastUsedNs;
    /** Whether a file is open that is neither in use nor unsynced. */
    private volatile boolean anyIdle;

    FilePool(int capacity, OpenFileLimit limit, Opener opener) {
        this.capacity = capacity;
        this.limit = limit;
        this.opener = opener;
    }

    /** Opens a file by its index. */
    interface Opener {
        FileChannel open(int file, boolean forWriting) throws IOException;
    }

    /** Work on an open file. */
    interface Use {
        void with(FileChannel channel) throws IOException;
    }

    private record Key(int file, boolean forWriting) {}

    /** One file's place in the pool; its fields are guarded by the lock. */
    private static final class Handle {
        private final Key key;
        /** Null until opened; opened again in its place when an interrupt has closed it. */
        private volatile @Nullable FileChannel channel;
        private boolean isOpening;
        private int users;
        /** Written to, and not in the sync at work. */
        private boolean dirty;
        /** A thread is syncing what was written before. */
        private boolean isSyncing;
        /** No longer in the pool: closed by its last user. */
        private boolean removed;

        Handle(Key key) {
            this.key = key;
        }

        FileChannel channel() {
            return Objects.requireNonNull(channel);
        }

        boolean isOpen() {
            FileChannel now = channel;
            return now != null && now.isOpen();
        }

        boolean isIdle() {
            return users == 0 && !dirty;
        }
    }

    /**
     * Runs the use with the file open. A channel that another thread's interrupt closed is opened
     * again, and the use repeated.
     */
    void use(int file, boolean forWriting, Use use) throws IOException {
        var key = new Key(file, forWriting);
        while (true) {
            Handle handle = FileDescriptors.retryWhileExhausted(() -> acquire(key));
            try {
                use.with(handle.channel());
                return;
            } catch (ClosedChannelException e) {
                if (isClosed() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            } finally {
                release(handle, forWriting);
            }
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** The file, open, and in use until it is released. */
    private Handle acquire(Key key) throws IOException {
        Handle handle;
        lock.lock();
        try {
            if (closed) {
                throw new ClosedChannelException();
            }
            lastUsedNs = System.nanoTime();
            handle = handles.get(key);
            if (handle == null) {
                handle = new Handle(key);
                handles.put(key, handle);
                limit.opened(this);
            }
            handle.users++;
            awaitOpening(handle);
            if (handle.isOpen()) {
                return handle;
            }
            handle.isOpening = true;
        } finally {
            lock.unlock();
        }
        open(handle);
        return handle;
    }

    /** With the lock held, which is given up meanwhile. */
    private void awaitOpening(Handle handle) {
        while (handle.isOpening) {
            ended.awaitUninterruptibly();
        }
    }

    private void open(Handle handle) throws IOException {
        @Nullable
        FileChannel channel = null;
        try {
            makeRoom();
            channel = opener.open(handle.key.file, handle.key.forWriting);
        } finally {
            opened(handle, channel);
        }
        limit.makeRoom();
    }

    /** @param channel null when it could not be opened */
    private void opened(Handle handle, @Nullable FileChannel channel) throws IOException {
        boolean isTooLate;
        lock.lock();
        try {
            handle.isOpening = false;
            ended.signalAll();
            isTooLate = channel != null && closed;
            if (channel == null || isTooLate) {
                handle.users--;
                removeUnopened(handle);
            } else {
                handle.channel = channel;
            }
        } finally {
            lock.unlock();
        }
        if (channel != null && isTooLate) {
            channel.close();
            throw new ClosedChannelException();
        }
    }

    private void removeUnopened(Handle handle) {
        if (handle.isIdle() && handles.remove(handle.key, handle)) {
            limit.closed(this, handles.isEmpty());
        }
    }

    /** When a file was last used ({@link System#nanoTime}). */
    long lastUsedNs() {
        return lastUsedNs;
    }

    boolean isAnyIdle() {
        return anyIdle;
    }

    /** Closes the idle file that was used longest ago; false when there is none. */
    boolean closeOne() throws IOException {
        Optional<Handle> idle;
        lock.lock();
        try {
            idle = handles.values().stream().filter(Handle::isIdle).findFirst();
            idle.ifPresent(this::remove);
            anyIdle = handles.values().stream().anyMatch(Handle::isIdle);
        } finally {
            lock.unlock();
        }
        if (idle.isPresent()) {
            close(idle.get());
        }
        return idle.isPresent();
    }

    /** With the lock held. */
    private void remove(Handle handle) {
        handles.remove(handle.key);
        handle.removed = true;
        limit.closed(this, handles.isEmpty());
    }

    private static void close(Handle handle) throws IOException {
        FileChannel channel = handle.channel;
        if (channel != null) {
            channel.close();
        }
    }

    /**
     * Closes unused files until the pool keeps to its capacity. Each is synced before: a later sync
     * through another descriptor could miss the error. All that are unused are synced with it, so that the
     * next to be closed need not wait for the disk again.
     */
    private void makeRoom() throws IOException {
        List<Handle> surplus = surplus();
        if (isAnyUnsynced(surplus)) {
            SyncThreads.each(unused(), this::force);
        }
        for (Handle handle : surplus) {
            boolean isIdle;
            lock.lock();
            try {
                isIdle = handle.isIdle() && !handle.removed;
                if (isIdle) {
                    remove(handle);
                }
            } finally {
                lock.unlock();
            }
            if (isIdle) {
                close(handle);
            }
        }
    }

    /** Looks at few files: this is called for each file that is opened, and one is surplus then as a rule. */
    private List<Handle> surplus() {
        lock.lock();
        try {
            int count = handles.size() - capacity;
            return count <= 0
                    ? List.of()
                    : handles.values().stream().filter(handle -> handle.users == 0).limit(count)
                            .toList();
        } finally {
            lock.unlock();
        }
    }

    private List<Handle> unused() {
        lock.lock();
        try {
            return handles.values().stream().filter(handle -> handle.users == 0).toList();
        } finally {
            lock.unlock();
        }
    }

    private boolean isAnyUnsynced(List<Handle> some) {
        lock.lock();
        try {
            return some.stream().anyMatch(handle -> handle.dirty);
        } finally {
            lock.unlock();
        }
    }

    private void release(Handle handle, boolean written) throws IOException {
        boolean wasLast;
        lock.lock();
        try {
            handle.dirty |= written;
            handle.users--;
            wasLast = handle.removed && handle.users == 0;
            if (!handle.removed && handle.isIdle()) {
                anyIdle = true;
            }
        } finally {
            lock.unlock();
        }
        if (wasLast) {
            close(handle);
        }
    }

    /** Syncs the file, and opens it anew at its next use; its present users keep what is open. */
    void reopen(int file) throws IOException {
        for (Handle handle : takeOut(file)) {
            try {
                force(handle);
            } finally {
                release(handle, false);
            }
        }
    }

    /** The file's handles, in use until they are released. */
    private List<Handle> takeOut(int file) {
        List<Handle> taken = new ArrayList<>();
        lock.lock();
        try {
            for (Key key : List.of(new Key(file, false), new Key(file, true))) {
                Handle handle = handles.get(key);
                if (handle != null) {
                    remove(handle);
                    handle.users++;
                    taken.add(handle);
                }
            }
        } finally {
            lock.unlock();
        }
        return taken;
    }

    /** Syncs everything that was written before the call; fails for good when any sync has failed. */
    void force() throws IOException {
        SyncThreads.each(unsyncedHandles(), this::force);
        IOException before = syncFailure;
        if (before != null) {
            throw new IOException("what was written could not be synced: " + before.getMessage(),
                    before);
        }
    }

    private List<Handle> unsyncedHandles() {
        lock.lock();
        try {
            return handles.values().stream().filter(handle -> handle.dirty || handle.isSyncing)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Syncs the file, having waited for a sync by another thread. Counts as a use: a file that is being
     * synced is not closed.
     */
    private void force(Handle handle) throws IOException {
        if (!beginSync(handle)) {
            return;
        }
        boolean synced = false;
        try {
            handle.channel().force(true);
            synced = true;
        } catch (ClosedChannelException e) {
            throw e; // by an interrupt: synced anew, through a channel that is opened again
        } catch (IOException e) {
            syncFailure = e;
            throw e;
        } finally {
            endSync(handle, synced);
        }
    }

    /** False when there is nothing to sync. */
    private boolean beginSync(Handle handle) {
        lock.lock();
        try {
            while (handle.isOpening || handle.isSyncing) {
                ended.awaitUninterruptibly();
            }
            handle.isSyncing = handle.dirty;
            handle.users += handle.dirty ? 1 : 0;
            handle.dirty = false;
            return handle.isSyncing;
        } finally {
            lock.unlock();
        }
    }

    private void endSync(Handle handle, boolean synced) throws IOException {
        lock.lock();
        try {
            handle.isSyncing = false;
            handle.dirty |= !synced;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
        release(handle, false);
    }

    /** Closes all files, without syncing. */
    @Override
    public void close() throws IOException {
        @Nullable
        IOException failure = null;
        for (Handle handle : takeAll()) {
            try {
                close(handle);
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private List<Handle> takeAll() {
        lock.lock();
        try {
            closed = true;
            List<Handle> all = List.copyOf(handles.values());
            all.forEach(this::remove);
            anyIdle = false;
            return all;
        } finally {
            lock.unlock();
        }
    }
}
