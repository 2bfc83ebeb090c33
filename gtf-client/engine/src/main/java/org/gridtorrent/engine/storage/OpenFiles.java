package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bounded set of open files, the least recently used closed first. A file in use is never closed,
 * so for a moment there may be more, one for each thread at work. Thread-safe.
 */
final class OpenFiles implements AutoCloseable {
    private final int capacity;
    private final Opener opener;
    private final Map<Key, Handle> handles = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;

    OpenFiles(int capacity, Opener opener) {
        this.capacity = capacity;
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
            Handle handle = acquire(key);
            try {
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

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized Handle acquire(Key key) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        Handle handle = handles.get(key);
        if (handle == null || !handle.channel.isOpen()) {
            boolean dirty = handle != null && handle.dirty;
            makeRoom();
            handle = new Handle(opener.open(key.file, key.forWriting));
            handle.dirty = dirty;
            handles.put(key, handle);
        }
        handle.users++;
        return handle;
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
                handle.channel.close();
            }
        }
    }

    private synchronized void release(Key key, Handle handle) throws IOException {
        handle.users--;
        Handle current = handles.get(key);
        if (key.forWriting && current != null) {
            current.dirty = true;
        }
        if (handle.forgotten && handle.users == 0) {
            handle.channel.close();
        }
    }

    /** Opens the file anew when it is next used; who uses it now goes on with what is open. */
    synchronized void forget(int file) throws IOException {
        for (Key key : List.of(new Key(file, false), new Key(file, true))) {
            Handle handle = handles.remove(key);
            if (handle != null) {
                force(handle);
                handle.forgotten = true;
                if (handle.users == 0) {
                    handle.channel.close();
                }
            }
        }
    }

    /** Syncs everything that was written before the call. */
    void force() throws IOException {
        for (Handle handle : dirtyHandles()) {
            force(handle);
        }
    }

    private synchronized List<Handle> dirtyHandles() {
        return new ArrayList<>(handles.values().stream().filter(handle -> handle.dirty).toList());
    }

    private void force(Handle handle) throws IOException {
        if (takeDirty(handle)) {
            try {
                handle.channel.force(true);
            } catch (IOException e) {
                synchronized (this) {
                    handle.dirty = true;
                }
                throw e;
            }
        }
    }

    private synchronized boolean takeDirty(Handle handle) {
        boolean dirty = handle.dirty;
        handle.dirty = false;
        return dirty;
    }

    /** Closes all, without syncing. */
    @Override
    public synchronized void close() throws IOException {
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
        handles.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
