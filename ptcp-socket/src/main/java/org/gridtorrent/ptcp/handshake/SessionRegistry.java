package org.gridtorrent.ptcp.handshake;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a server socket by their ids, and the data channels that came before theirs.
 *
 * <p>A place is there from the first who asks for it until its session ends, or until the last who waited
 * in vain has left, so that a session and all that wait for it always meet in the same one. Thread-safe.
 */
public final class SessionRegistry {
    private final ConcurrentMap<HandshakeToken, Place> registry = new ConcurrentHashMap<>();

    /** Changed only within a call of the map, which lets one thread at a time. */
    private static final class Place {
        private final CompletableFuture<JoinAuthenticator> authenticator = new CompletableFuture<>();
        private int waiting;

        boolean isOf(JoinAuthenticator wanted) {
            return authenticator.getNow(null) == wanted;
        }

        boolean isNeeded() {
            return waiting > 0 || authenticator.isDone();
        }
    }

    /** Who may join that session, as soon as it is there; an interrupt ends the wait. */
    JoinAuthenticator await(HandshakeToken session) throws InterruptedException {
        Place place = registry.compute(session, (id, there) -> {
            Place found = orNew(there);
            found.waiting++;
            return found;
        });
        try {
            return place.authenticator.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a place is only ever taken", e);
        } finally {
            leave(session, place);
        }
    }

    private void leave(HandshakeToken session, Place place) {
        registry.computeIfPresent(session, (id, there) -> {
            if (there != place) {
                return there;
            }
            there.waiting--;
            return there.isNeeded() ? there : null;
        });
    }

    /** False if a session of that id is there already. */
    boolean take(HandshakeToken session, JoinAuthenticator authenticator) {
        return registry.compute(session, (id, there) -> {
            Place place = orNew(there);
            place.authenticator.complete(authenticator);
            return place;
        }).isOf(authenticator);
    }

    /** The session is over. */
    void free(HandshakeToken session) {
        registry.remove(session);
    }

    private static Place orNew(@Nullable Place there) {
        return there == null ? new Place() : there;
    }

    /** Sessions, and those that are waited for. */
    int count() {
        return registry.size();
    }
}
