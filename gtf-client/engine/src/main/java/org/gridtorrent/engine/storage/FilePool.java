package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded set of a content's open files, the least recently used closed first. A file in use is
 * never closed, so for a moment there may be more, one for each thread at work. All contents together
 * keep to an {@link OpenFileLimit}. Thread-safe.
 */
final class FilePool implements AutoCloseable {
    private final int capacity;
    private final OpenFileLimit limit;
    private final Opener opener;
    /** Held while a file is opened, and while one is synced to make room: for as long as the disk takes. */
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<Key, Handle> handles = new LinkedHashMap<>(4, 0.75f, true);
    private boolean closed;
    /** The system tells of it once, whoever asks, and forgets what it could not write. */
    private volatile @Nullable IOException syncFailure;
    private volatile long usedNs;
    /** Whether one is neither in use nor to be synced. */
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

    /** What is done with an open file. */
    interface Use {
        void with(FileChannel channel) throws IOException;
    }

    private record Key(int file, boolean forWriting) {}

    private static final class Handle {
        private final FileChannel channel;
        private int users;
        private boolean dirty;
        private boolean forgotten;
        /** Just opened; of the thread that opened it. */
        private boolean fresh = true;

        Handle(FileChannel channel) {
            this.channel = channel;
        }
    }

    /**
     * Runs the use with the file open. A channel that another thread's interrupt closed is opened
     * again: the use must bear to be repeated.
     */
    void use(int file, boolean forWriting, Use use) throws IOException {
        var key = new Key(file, forWriting);
        while (true) {
            Handle handle = FileDescriptors.patiently(() -> acquire(key));
            try {
                if (handle.fresh) {
                    handle.fresh = false;
                    limit.makeRoom();
                }
                use.with(handle.channel);
                return;
            } catch (ClosedChannelException e) {
                if (isClosed() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            } finally {
                release(key, handle);
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

    private Handle acquire(Key key) throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new ClosedChannelException();
            }
            usedNs = System.nanoTime();
            Handle handle = handles.get(key);
            if (handle == null || !handle.channel.isOpen()) {
                boolean dirty = handle != null && handle.dirty;
                makeRoom();
                handle = new Handle(opener.open(key.file, key.forWriting));
                handle.dirty = dirty;
                if (handles.put(key, handle) == null) {
                    limit.opened(this);
                }
            }
            handle.users++;
            return handle;
        } finally {
            lock.unlock();
        }
    }

    /** One of the handles is gone. */
    private void closed() {
        limit.closed(this, handles.isEmpty());
    }

    /** When a file was last used, by the system's clock. */
    long usedNs() {
        return usedNs;
    }

    boolean isAnyIdle() {
        return anyIdle;
    }

    /**
     * Closes the file that was used longest ago of those that need neither use nor sync; false when there
     * is none, or when the disk is being waited for: other contents' files are not to wait for it too.
     */
    boolean closeOne() throws IOException {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            Optional<Key> idle = handles.entrySet().stream().filter(each -> isIdle(each.getValue()))
                    .map(Map.Entry::getKey).findFirst();
            if (idle.isPresent()) {
                Handle handle = Objects.requireNonNull(handles.remove(idle.get()));
                closed();
                handle.channel.close();
            }
            return idle.isPresent();
        } finally {
            anyIdle = handles.values().stream().anyMatch(FilePool::isIdle);
            lock.unlock();
        }
    }

    private static boolean isIdle(Handle handle) {
        return handle.users == 0 && !handle.dirty;
    }

    private void makeRoom() throws IOException {
        Iterator<Handle> oldest = handles.values().iterator();
        while (handles.size() >= capacity && oldest.hasNext()) {
            Handle handle = oldest.next();
            if (handle.users == 0) {
                // Synced before it is closed: a later sync through another descriptor could miss
                // the error.
                force(handle);
                oldest.remove();
                closed();
                handle.channel.close();
            }
        }
    }

    private void release(Key key, Handle handle) throws IOException {
        lock.lock();
        try {
            Handle current = handles.get(key);
            if (key.forWriting && current != null) {
                current.dirty = true;
            }
            noLongerUsed(handle);
        } finally {
            lock.unlock();
        }
    }

    /** Opens the file anew when it is next used; who uses it now goes on with what is open. */
    void forget(int file) throws IOException {
        lock.lock();
        try {
            for (Key key : List.of(new Key(file, false), new Key(file, true))) {
                Handle handle = handles.remove(key);
                if (handle != null) {
                    closed();
                    force(handle);
                    handle.forgotten = true;
                    if (handle.users == 0) {
                        handle.channel.close();
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Syncs everything that was written before the call; fails for good when any sync has failed. */
    void force() throws IOException {
        for (Handle handle : dirtyHandles()) {
            force(handle);
        }
        IOException before = syncFailure;
        if (before != null) {
            throw new IOException("what was written could not be synced: " + before.getMessage(),
                    before);
        }
    }

    private List<Handle> dirtyHandles() {
        lock.lock();
        try {
            return new ArrayList<>(
                    handles.values().stream().filter(handle -> handle.dirty).toList());
        } finally {
            lock.unlock();
        }
    }

    /** Counts as a use: what is being synced is not closed. */
    private void force(Handle handle) throws IOException {
        if (!takeDirty(handle)) {
            return;
        }
        boolean synced = false;
        try {
            handle.channel.force(true);
            synced = true;
        } catch (ClosedChannelException e) {
            throw e; // by an interrupt: synced anew, through a channel that is opened again
        } catch (IOException e) {
            syncFailure = e;
            throw e;
        } finally {
            forced(handle, synced);
        }
    }

    private boolean takeDirty(Handle handle) {
        lock.lock();
        try {
            boolean dirty = handle.dirty;
            handle.dirty = false;
            handle.users += dirty ? 1 : 0;
            return dirty;
        } finally {
            lock.unlock();
        }
    }

    private void forced(Handle handle, boolean synced) throws IOException {
        lock.lock();
        try {
            handle.dirty |= !synced;
            noLongerUsed(handle);
        } finally {
            lock.unlock();
        }
    }

    private void noLongerUsed(Handle handle) throws IOException {
        handle.users--;
        if (handle.forgotten && handle.users == 0) {
            handle.channel.close();
        } else if (isIdle(handle)) {
            anyIdle = true;
        }
    }

    /** Closes all, without syncing. */
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            @Nullable
            IOException failure = null;
            for (Handle handle : handles.values()) {
                try {
                    handle.channel.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
            while (!handles.isEmpty()) {
                handles.pollFirstEntry();
                closed();
            }
            anyIdle = false;
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }
}
