package org.gridtorrent.ptcp.handshake;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of a server socket by id, and the JOINs that wait for a session to open.
 *
 * <p>An entry exists from the first JOIN or OPEN with its id until the session ends, or until the last JOIN has
 * given up waiting. So a session and all JOINs that wait for it use the same entry. Thread-safe.
 */
final class SessionRegistry {
    private final ConcurrentMap<HandshakeToken, Entry> entries = new ConcurrentHashMap<>();

    /** Changed only within calls of the map, which lets one thread at a time. */
    private static final class Entry {
        private final CompletableFuture<JoinAuthenticator> session = new CompletableFuture<>();
        private int waiting;

        boolean isOf(JoinAuthenticator wanted) {
            return session.getNow(null) == wanted;
        }

        boolean isNeeded() {
            return waiting > 0 || session.isDone();
        }
    }

    /** Waits until the session is open. */
    JoinAuthenticator await(HandshakeToken id) throws InterruptedException {
        Entry entry = entries.compute(id, (key, present) -> {
            Entry found = orNew(present);
            found.waiting++;
            return found;
        });
        try {
            return entry.session.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an entry never fails", e);
        } finally {
            stopWaiting(id, entry);
        }
    }

    private void stopWaiting(HandshakeToken id, Entry entry) {
        entries.computeIfPresent(id, (key, present) -> {
            if (present != entry) {
                return present;
            }
            present.waiting--;
            return present.isNeeded() ? present : null;
        });
    }

    /** Adds an open session; false if there is one with that id. */
    boolean register(HandshakeToken id, JoinAuthenticator session) {
        return entries.compute(id, (key, present) -> {
            Entry entry = orNew(present);
            entry.session.complete(session);
            return entry;
        }).isOf(session);
    }

    /** Removes a session that has ended. */
    void remove(HandshakeToken id) {
        entries.remove(id);
    }

    private static Entry orNew(@Nullable Entry present) {
        return present == null ? new Entry() : present;
    }

    /** Sessions, and ids for which a JOIN waits. */
    int size() {
        return entries.size();
    }
}
