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
 * Overlap of a torrent with local data: files at the same path whose piece hashes are equal.
 *
 * <p>Paths are relative to each content's folder. No file is read.
 */
final class ContentOverlap {
    private final FileLayout wanted;
    private final Metainfo wantedMetainfo;
    private final LocalContent local;
    private final List<FilePair> pairs = new ArrayList<>();
    private final long equalLength;

    /** How much a local file has of the wanted one. */
    enum Similarity {
        NONE,
        /** The same length, and no piece to compare: it begins elsewhere within a piece. */
        LIKELY,
        /** At least one piece is the same. */
        PROVEN
    }

    /** A wanted file, by its index, and the local one at the same path. */
    record FilePair(int file, MetainfoFile local, Similarity similarity) {}

    /** @param byPath indexes of the wanted files, from {@link #byPath} */
    ContentOverlap(Metainfo wantedMetainfo, FileLayout wanted, Map<List<String>, Integer> byPath,
            LocalContent local) {
        this.wantedMetainfo = wantedMetainfo;
        this.wanted = wanted;
        this.local = local;
        long equal = 0;
        for (MetainfoFile localFile : local.metainfo().files()) {
            Integer file = localFile.isPadding() ? null : byPath.get(pathBelowFolder(localFile));
            if (file != null) {
                FilePair pair = new FilePair(file, localFile, similarity(file, localFile));
                pairs.add(pair);
                equal += pair.similarity == Similarity.PROVEN ? localFile.length() : 0;
            }
        }
        equalLength = equal;
    }

    /** Indexes of these files by their path below the content's folder. */
    static Map<List<String>, Integer> byPath(Metainfo metainfo, Set<Integer> files) {
        Map<List<String>, Integer> byPath = new HashMap<>();
        files.forEach(file -> byPath.put(pathBelowFolder(metainfo.files().get(file)), file));
        return byPath;
    }

    private static List<String> pathBelowFolder(MetainfoFile file) {
        List<String> elements = file.path().elements();
        return elements.subList(1, elements.size());
    }

    LocalContent local() {
        return local;
    }

    List<FilePair> pairs() {
        return pairs;
    }

    /** Bytes of the local files of which at least one piece is the same. */
    long equalLength() {
        return equalLength;
    }

    private Similarity similarity(int file, MetainfoFile localFile) {
        MetainfoFile wantedFile = wanted.files().get(file);
        int pieceLength = wantedMetainfo.pieceLength();
        boolean comparable = local.metainfo().pieceLength() == pieceLength
                && wantedFile.offset() % pieceLength == localFile.offset() % pieceLength;
        if (comparable && isAnyPieceEqual(file, wantedFile, localFile)) {
            return Similarity.PROVEN;
        }
        boolean edgesOnly = wantedFile.length() < 2L * pieceLength;
        return wantedFile.length() == localFile.length() && (!comparable || edgesOnly)
                ? Similarity.LIKELY
                : Similarity.NONE;
    }

    private boolean isAnyPieceEqual(int file, MetainfoFile wantedFile,
            MetainfoFile localFile) {
        int pieceLength = wantedMetainfo.pieceLength();
        int shift = Math
                .toIntExact(localFile.offset() / pieceLength - wantedFile.offset() / pieceLength);
        int last = Math.toIntExact((localFile.end() - 1) / pieceLength);
        return localFile.length() > 0 && wanted.piecesOf(file)
                .filter(piece -> piece + shift <= last)
                .anyMatch(piece -> wantedMetainfo.isSamePiece(piece, local.metainfo(),
                        piece + shift));
    }
}
