package org.gridtorrent.client.security;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.tracker.AccessList;
import org.gridtorrent.client.tracker.IssuedTicket;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;

/**
 * What this device may show and whom it may let in, per content: its own ticket, the access list.
 *
 * <p>Thread-safe. A ticket is fetched when first needed and again after half its life; while the
 * tracker is away, the old one serves to its end.
 */
public final class TicketCache {
    private final Issuer issuer;
    private final InstantSource clock;
    private final ConcurrentMap<InfoHash, Pass> passes = new ConcurrentHashMap<>();

    /** Asks the tracker for a ticket. */
    public interface Issuer {
        IssuedTicket issue(String infoHash) throws TrackerException;
    }

    public TicketCache(Issuer issuer, InstantSource clock) {
        this.issuer = issuer;
        this.clock = clock;
    }

    /** From now on the content is shared with those whom the tracker's tickets admit. */
    public void open(InfoHash content) {
        passes.putIfAbsent(content, new Pass());
    }

    /** From now on nobody gets it. */
    public void close(InfoHash content) {
        passes.remove(content);
    }

    /** Who may read it; kept beside the tickets, which live on for minutes after a right is taken. */
    public void restrict(InfoHash content, AccessList list) {
        Pass pass = passes.get(content);
        if (pass != null) {
            pass.list = list;
            pass.listed = clock.instant();
            pass.firstList.countDown();
        }
    }

    /** Returns when the tracker has told who may read it, which it is asked when sharing begins, or after the limit. */
    void awaitList(InfoHash content, Duration limit) throws InterruptedIOException {
        Pass pass = passes.get(content);
        try {
            var _ = pass == null || pass.firstList.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** Nobody before the first list: a ticket alone may be of a time before a right was taken. */
    boolean admits(InfoHash content, PeerIdentity peer) {
        Pass pass = passes.get(content);
        AccessList list = pass == null ? null : pass.list;
        return list != null && list.admits(peer.user(), peer.device());
    }

    /** Whether strangers may have it, as the tracker has told since then. */
    boolean admitsAnybody(InfoHash content, Instant then) {
        Pass pass = passes.get(content);
        AccessList list = pass == null ? null : pass.list;
        return list != null && list.anybody() && isListedSince(content, then);
    }

    /** Whether the tracker has told since then who may read it. */
    boolean isListedSince(InfoHash content, Instant then) {
        Pass pass = passes.get(content);
        return pass != null && pass.listed.isAfter(then);
    }

    /** This device's ticket; may ask the tracker. Throws when the content is not open or no ticket is to be had. */
    public byte[] ticket(InfoHash content) throws IOException {
        Pass pass = passes.get(content);
        if (pass == null) {
            throw new RefusedException("this device does not share " + content);
        }
        return pass.ticket(content.hex());
    }

    private final class Pass {
        final CountDownLatch firstList = new CountDownLatch(1);
        volatile @Nullable AccessList list;
        volatile Instant listed = Instant.MIN;
        private byte @Nullable [] ticket;
        private Instant renewal = Instant.MIN;
        private Instant end = Instant.MIN;

        synchronized byte[] ticket(String infoHash) throws IOException {
            Instant now = clock.instant();
            byte[] held = ticket;
            if (held != null && now.isBefore(renewal)) {
                return held;
            }
            try {
                return keep(issuer.issue(infoHash), now);
            } catch (TrackerException e) {
                if (held != null && e.reason().passes() && now.isBefore(end)) {
                    return held;
                }
                throw e;
            }
        }

        private byte[] keep(IssuedTicket issued, Instant now) {
            Duration life = issued.validity();
            ticket = issued.bytes();
            renewal = now.plus(life.dividedBy(2));
            end = now.plus(life);
            return issued.bytes();
        }
    }
}
