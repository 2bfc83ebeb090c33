package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Downloading pieces with unrequested blocks, by priority, in the order in which they were added.
 *
 * <p>Entries are numbered, and each peer keeps the number up to which it lacks every piece: it looks at an entry
 * that it lacks once only, however many entries there are.
 */
final class RequestablePieces {
    private static final int MAX_LOOKS = 256;

    private final List<NavigableMap<Long, DownloadingPiece>> byPriority = new ArrayList<>();
    private long lastEntry;

    RequestablePieces() {
        for (Priority _ : Priority.ALL) {
            byPriority.add(new TreeMap<>());
        }
    }

    /** Adds the piece as the newest unless it is there. */
    void add(DownloadingPiece piece) {
        if (piece.requestableEntry == 0) {
            piece.requestableEntry = ++lastEntry;
            of(piece.priority).put(piece.requestableEntry, piece);
        }
    }

    /** To be called before the piece's priority changes, too. */
    void remove(DownloadingPiece piece) {
        if (piece.requestableEntry != 0) {
            of(piece.priority).remove(piece.requestableEntry);
            piece.requestableEntry = 0;
        }
    }

    /** The peer now has the piece. */
    void reconsider(PickerPeer peer, DownloadingPiece piece) {
        int level = piece.priority.level();
        if (piece.requestableEntry != 0) {
            peer.lackedUpTo[level] = Math.min(peer.lackedUpTo[level], piece.requestableEntry - 1);
        }
    }

    /** The oldest entry that may be requested from the peer. */
    @Nullable
    DownloadingPiece first(PickerPeer peer, Priority priority) {
        int level = priority.level();
        while (true) {
            Map.Entry<Long, DownloadingPiece> next = of(priority)
                    .higherEntry(peer.lackedUpTo[level]);
            if (next == null) {
                return null;
            }
            DownloadingPiece piece = next.getValue();
            if (piece.mayRequestFrom(peer.number) && peer.pieces.has(piece.piece)) {
                return piece;
            }
            peer.lackedUpTo[level] = next.getKey();
        }
    }

    /** The same of those that pass the filter, among the {@value #MAX_LOOKS} oldest. */
    @Nullable
    DownloadingPiece first(PickerPeer peer, Priority priority, IntPredicate filter) {
        int looks = 0;
        for (DownloadingPiece piece : of(priority)
                .tailMap(peer.lackedUpTo[priority.level()], false).values()) {
            if (++looks > MAX_LOOKS) {
                break;
            }
            if (filter.test(piece.piece) && piece.mayRequestFrom(peer.number)
                    && peer.pieces.has(piece.piece)) {
                return piece;
            }
        }
        return null;
    }

    private NavigableMap<Long, DownloadingPiece> of(Priority priority) {
        return byPriority.get(priority.level());
    }
}
