package org.gridtorrent.engine.reuse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * What two contents have in common, as their hashes tell: files at the same path below each one's folder.
 * Nothing is read.
 */
final class ContentOverlap {
    private final FileLayout wanted;
    private final Metainfo wantedMetainfo;
    private final LocalContent copy;
    private final List<Pair> pairs = new ArrayList<>();
    private final long provenLength;

    /** How much a file has of the wanted one. */
    enum Worth {
        NOTHING,
        /** The same length, and no piece to compare: it begins elsewhere within a piece. */
        LIKELY,
        /** A piece, at least, is the same. */
        PROVEN
    }

    /** A file that is wanted, by its index, and the copy's at the same path. */
    record Pair(int file, MetainfoFile there, Worth worth) {}

    /** @param byPath the indexes of files that are wanted */
    ContentOverlap(Metainfo wantedMetainfo, FileLayout wanted, Map<List<String>, Integer> byPath,
            LocalContent copy) {
        this.wantedMetainfo = wantedMetainfo;
        this.wanted = wanted;
        this.copy = copy;
        long proven = 0;
        for (MetainfoFile there : copy.metainfo().files()) {
            Integer file = there.padding() ? null : byPath.get(below(there));
            if (file != null) {
                Pair pair = new Pair(file, there, worth(file, there));
                pairs.add(pair);
                proven += pair.worth == Worth.PROVEN ? there.length() : 0;
            }
        }
        provenLength = proven;
    }

    /** The indexes by each file's path below the content's folder. */
    static Map<List<String>, Integer> byPath(Metainfo metainfo, Set<Integer> files) {
        Map<List<String>, Integer> byPath = new HashMap<>();
        files.forEach(file -> byPath.put(below(metainfo.files().get(file)), file));
        return byPath;
    }

    private static List<String> below(MetainfoFile file) {
        List<String> elements = file.path().elements();
        return elements.subList(1, elements.size());
    }

    LocalContent copy() {
        return copy;
    }

    List<Pair> pairs() {
        return pairs;
    }

    /** Bytes of files that are at least in part the same. */
    long provenLength() {
        return provenLength;
    }

    private Worth worth(int file, MetainfoFile there) {
        MetainfoFile here = wanted.files().get(file);
        int pieceLength = wantedMetainfo.pieceLength();
        boolean comparable = copy.metainfo().pieceLength() == pieceLength
                && here.offset() % pieceLength == there.offset() % pieceLength;
        if (comparable && isAnyPieceSame(file, here, there)) {
            return Worth.PROVEN;
        }
        boolean edgesOnly = here.length() < 2L * pieceLength;
        return here.length() == there.length() && (!comparable || edgesOnly)
                ? Worth.LIKELY
                : Worth.NOTHING;
    }

    private boolean isAnyPieceSame(int file, MetainfoFile here, MetainfoFile there) {
        int pieceLength = wantedMetainfo.pieceLength();
        int shift = Math.toIntExact(there.offset() / pieceLength - here.offset() / pieceLength);
        int last = Math.toIntExact((there.end() - 1) / pieceLength);
        return there.length() > 0 && wanted.piecesOf(file)
                .filter(piece -> piece + shift <= last)
                .anyMatch(piece -> wantedMetainfo.isSamePiece(piece, copy.metainfo(),
                        piece + shift));
    }
}
