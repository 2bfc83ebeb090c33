package org.gridtorrent.engine.storage.integrity;

import java.util.Collection;
import java.util.List;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.storage.files.ExecutableFiles;

/**
 * Set of the pieces that matched their hash, are synced and are in the journal.
 *
 * <p>The one owner of this fact: only the disk worker changes it, every change goes to the listener, and
 * other classes ask or take a copy.
 * Also notes which pieces were read since the last check of their files. Thread-safe.
 */
public final class VerifiedPieces {
    private final ExecutableFiles executables;
    private final Listener listener;
    private final Bitfield verified;
    private Bitfield read;

    /** Receives every change, on the disk worker's thread. */
    public interface Listener {
        /** These pieces matched, are synced and recorded: they may be announced and served. */
        void verified(List<Integer> pieces);

        /**
         * These pieces are no longer verified, or cannot be: a file that holds them changed. Those still
         * good come back by {@link #verified}.
         */
        void invalidated(List<Integer> pieces, InvalidationReason reason);
    }

    public VerifiedPieces(Bitfield verified, ExecutableFiles executables, Listener listener) {
        this.verified = verified;
        this.executables = executables;
        this.listener = listener;
        this.read = new Bitfield(verified.size());
    }

    public synchronized Bitfield copy() {
        return verified.copy();
    }

    public synchronized boolean has(int piece) {
        return verified.has(piece);
    }

    /** Adds pieces that are synced and recorded. */
    public void add(List<Integer> pieces) {
        set(pieces);
        executables.update(this::has);
        listener.verified(pieces);
    }

    private synchronized void set(Collection<Integer> pieces) {
        pieces.forEach(verified::set);
    }

    /** Takes out those of the suspects that are in; returns them. */
    public List<Integer> invalidate(Bitfield suspects, InvalidationReason reason) {
        List<Integer> invalidated = clear(suspects);
        if (!invalidated.isEmpty()) {
            listener.invalidated(invalidated, reason);
        }
        return invalidated;
    }

    private synchronized List<Integer> clear(Bitfield suspects) {
        List<Integer> cleared = suspects.pieces().filter(verified::has).boxed().toList();
        cleared.forEach(verified::clear);
        return cleared;
    }

    /** Notes that the piece is read; true for the first time since {@link #takeRead}. */
    public synchronized boolean markRead(int piece) {
        boolean isFirst = !read.has(piece);
        read.set(piece);
        return isFirst;
    }

    public synchronized boolean isAnyRead() {
        return !read.isEmpty();
    }

    /** The pieces read since the last call. */
    public synchronized Bitfield takeRead() {
        Bitfield taken = read;
        read = new Bitfield(verified.size());
        return taken;
    }
}
