package org.gridtorrent.engine.storage;

import java.util.Collection;
import java.util.List;
import org.gridtorrent.engine.piece.Bitfield;

/** Which pieces are had, and which of them were read of late. Thread-safe. */
final class VerifiedPieces {
    private final Bitfield had;
    private Bitfield read;

    VerifiedPieces(Bitfield had) {
        this.had = had;
        this.read = new Bitfield(had.size());
    }

    synchronized Bitfield copy() {
        return had.copy();
    }

    synchronized void add(Collection<Integer> pieces) {
        pieces.forEach(had::set);
    }

    /** Takes out of the given pieces those that are had: they are so no longer. */
    synchronized List<Integer> withdraw(Bitfield suspects) {
        List<Integer> withdrawn = suspects.pieces().filter(had::has).boxed().toList();
        withdrawn.forEach(had::clear);
        return withdrawn;
    }

    synchronized boolean has(int piece) {
        return had.has(piece);
    }

    /** Remembers that the piece is read; whether that is the first time since {@link #takeRead}. */
    synchronized boolean noteRead(int piece) {
        boolean first = !read.has(piece);
        read.set(piece);
        return first;
    }

    synchronized boolean isAnyRead() {
        return !read.isEmpty();
    }

    /** The pieces read since this was last asked. */
    synchronized Bitfield takeRead() {
        Bitfield taken = read;
        read = new Bitfield(had.size());
        return taken;
    }
}
