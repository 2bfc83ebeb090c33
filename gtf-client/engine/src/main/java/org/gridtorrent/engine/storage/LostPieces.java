package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gridtorrent.engine.piece.Bitfield;

/**
 * Pieces that were withdrawn and did not match when they were last hashed, and how their files stood
 * then: another look is worth while when one of these stands otherwise. Thread-safe.
 */
final class LostPieces {
    /** Files, at one look; the others have their turn. */
    private static final int LOOKED_AT_ONCE = 256;

    private final FileLayout layout;
    private final Storage storage;
    private final Bitfield lost;
    private final NavigableMap<Integer, Look> files = new TreeMap<>();
    private int turn;

    /** How a file stood when it was hashed, and when it was last looked at; empty: not there. */
    private record Look(Optional<FileStamp> hashed, Optional<FileStamp> last) {}

    LostPieces(FileLayout layout, Storage storage) {
        this.layout = layout;
        this.storage = storage;
        this.lost = new Bitfield(layout.pieces().pieceCount());
    }

    synchronized boolean isAny() {
        return !files.isEmpty();
    }

    /** How the files of these pieces stand, to be asked before they are hashed. */
    Map<Integer, Optional<FileStamp>> stand(Bitfield pieces) {
        Set<Integer> holding = new TreeSet<>();
        pieces.pieces().forEach(piece -> layout.filesOf(piece).forEach(holding::add));
        Map<Integer, Optional<FileStamp>> stand = new HashMap<>();
        holding.forEach(file -> stand.put(file, stamp(file)));
        return stand;
    }

    /** One that cannot be looked at is as good as gone. */
    private Optional<FileStamp> stamp(int file) {
        try {
            return storage.stamp(file);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** These were hashed, and some are good. */
    synchronized void hashed(Bitfield pieces, Collection<Integer> good,
            Map<Integer, Optional<FileStamp>> stood) {
        pieces.pieces().forEach(lost::set);
        good.forEach(lost::clear);
        stood.forEach((file, stamp) -> {
            if (layout.piecesOf(file).anyMatch(lost::has)) {
                files.put(file, new Look(stamp, stamp));
            } else {
                files.remove(file);
            }
        });
    }

    /** Of these pieces, those lost ones of which a file stands otherwise than when they were hashed. */
    synchronized Bitfield changedOf(Bitfield pieces) {
        var changed = new Bitfield(pieces.size());
        files.forEach((file, look) -> {
            if (!stamp(file).equals(look.hashed)) {
                layout.piecesOf(file).filter(piece -> lost.has(piece) && pieces.has(piece))
                        .forEach(changed::set);
            }
        });
        return changed;
    }

    /** Files that stand otherwise, and did so at the last look already: nobody is writing them. */
    synchronized List<Integer> settled() {
        List<Integer> settled = new ArrayList<>();
        for (int file : nextFiles()) {
            Optional<FileStamp> now = stamp(file);
            files.computeIfPresent(file, (_, look) -> {
                if (!now.equals(look.hashed) && now.equals(look.last)) {
                    settled.add(file);
                }
                return new Look(look.hashed, now);
            });
        }
        return settled;
    }

    private List<Integer> nextFiles() {
        List<Integer> next = files.tailMap(turn, true).keySet().stream().limit(LOOKED_AT_ONCE)
                .toList();
        turn = next.size() < LOOKED_AT_ONCE ? 0 : next.getLast() + 1;
        return next;
    }
}
