package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The begun pieces that have a block nobody is asked for, by priority, longest open first.
 *
 * <p>Openings are numbered, and each peer keeps the number up to which none is of use to it: it
 * looks once at an opening that it lacks the piece of, and never again, however many stand open.
 */
final class RequestablePieces {
    private static final int LOOKS = 256;

    private final List<NavigableMap<Long, DownloadingPiece>> byPriority = new ArrayList<>();
    private long openings;

    RequestablePieces() {
        for (Priority _ : Priority.ALL) {
            byPriority.add(new TreeMap<>());
        }
    }

    /** Takes the piece in as the newest, if it is not in. */
    void open(DownloadingPiece progress) {
        if (progress.opening == 0) {
            progress.opening = ++openings;
            of(progress.priority).put(progress.opening, progress);
        }
    }

    /** To be called before the piece's priority changes, too. */
    void close(DownloadingPiece progress) {
        if (progress.opening != 0) {
            of(progress.priority).remove(progress.opening);
            progress.opening = 0;
        }
    }

    /** The peer has come to have the piece: it may be of use after all. */
    void reconsider(PickerPeer peer, DownloadingPiece progress) {
        int level = progress.priority.level();
        if (progress.opening != 0) {
            peer.openingsSeen[level] = Math.min(peer.openingsSeen[level], progress.opening - 1);
        }
    }

    /** The piece longest open of which the peer may be asked a block. */
    @Nullable
    DownloadingPiece first(PickerPeer peer, Priority priority) {
        int level = priority.level();
        while (true) {
            Map.Entry<Long, DownloadingPiece> next = of(priority)
                    .higherEntry(peer.openingsSeen[level]);
            if (next == null) {
                return null;
            }
            DownloadingPiece progress = next.getValue();
            if (progress.mayAsk(peer.number) && peer.pieces.has(progress.piece)) {
                return progress;
            }
            peer.openingsSeen[level] = next.getKey();
        }
    }

    /** The same, of those that pass; among the {@value #LOOKS} longest open. */
    @Nullable
    DownloadingPiece first(PickerPeer peer, Priority priority, IntPredicate passes) {
        int looks = 0;
        for (DownloadingPiece progress : of(priority)
                .tailMap(peer.openingsSeen[priority.level()], false).values()) {
            if (++looks > LOOKS) {
                break;
            }
            if (passes.test(progress.piece) && progress.mayAsk(peer.number)
                    && peer.pieces.has(progress.piece)) {
                return progress;
            }
        }
        return null;
    }

    private NavigableMap<Long, DownloadingPiece> of(Priority priority) {
        return byPriority.get(priority.level());
    }
}
