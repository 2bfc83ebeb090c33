package org.gridtorrent.engine.storage.integrity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.Storage;

/**
 * Pieces that were invalidated and did not match when they were hashed again.
 *
 * <p>They are hashed once more when a file that holds them has another stamp than then. For the disk
 * worker's thread, but for {@link #isAny}.
 */
final class LostPieces {
    /** Files that one check looks at; the next check goes on behind them. */
    private static final int FILES_PER_CHECK = 256;

    private final FileLayout layout;
    private final Storage storage;
    private final Bitfield lost;
    private final NavigableMap<Integer, Stamps> files = new TreeMap<>();
    private int nextFile;
    /** Not a lock, since attributes of files on a disk that hangs may take long to read. */
    private volatile boolean isAny;

    /** A file's stamps when it was hashed and at the last check; empty when it was missing. */
    private record Stamps(Optional<FileStamp> hashed, Optional<FileStamp> last) {}

    LostPieces(FileLayout layout, Storage storage) {
        this.layout = layout;
        this.storage = storage;
        this.lost = new Bitfield(layout.pieces().pieceCount());
    }

    /** For any thread. */
    boolean isAny() {
        return isAny;
    }

    /** The stamps of the files that hold these pieces, to be taken before they are hashed. */
    Map<Integer, Optional<FileStamp>> stampsOf(Bitfield pieces) {
        Map<Integer, Optional<FileStamp>> stamps = new HashMap<>();
        layout.filesOf(pieces).forEach(file -> stamps.put(file, stamp(file)));
        return stamps;
    }

    /** A file whose attributes cannot be read counts as missing. */
    private Optional<FileStamp> stamp(int file) {
        try {
            return storage.stamp(file);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Takes the outcome of hashing these pieces again. */
    void rehashed(Bitfield pieces, Collection<Integer> good,
            Map<Integer, Optional<FileStamp>> stamps) {
        pieces.pieces().forEach(lost::set);
        good.forEach(lost::clear);
        stamps.forEach((file, stamp) -> {
            if (layout.piecesOf(file).anyMatch(lost::has)) {
                files.put(file, new Stamps(stamp, stamp));
            } else {
                files.remove(file);
            }
        });
        isAny = !files.isEmpty();
    }

    /** Those of the pieces that are lost, and of which a file was changed since they were hashed. */
    Bitfield changedAmong(Bitfield pieces) {
        var changed = new Bitfield(pieces.size());
        files.forEach((file, stamps) -> {
            if (!stamp(file).equals(stamps.hashed)) {
                layout.piecesOf(file).filter(piece -> lost.has(piece) && pieces.has(piece))
                        .forEach(changed::set);
            }
        });
        return changed;
    }

    /** Files changed since they were hashed, and not since the last check: they are at rest. */
    List<Integer> restoredFiles() {
        List<Integer> atRest = new ArrayList<>();
        for (int file : nextFiles()) {
            Optional<FileStamp> now = stamp(file);
            files.computeIfPresent(file, (_, stamps) -> {
                if (!now.equals(stamps.hashed) && now.equals(stamps.last)) {
                    atRest.add(file);
                }
                return new Stamps(stamps.hashed, now);
            });
        }
        return atRest;
    }

    private List<Integer> nextFiles() {
        List<Integer> next = files.tailMap(nextFile, true).keySet().stream().limit(FILES_PER_CHECK)
                .toList();
        nextFile = next.size() < FILES_PER_CHECK ? 0 : next.getLast() + 1;
        return next;
    }
}
