package org.gridtorrent.engine.webseed;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.mdtp.http.ReplicaUri;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.WebSeedUri;

/** Files of a content, by the offsets of their bytes, and their addresses at a web seed. Immutable. */
final class ContentFiles {
    private final Metainfo metainfo;
    private final PieceLayout layout;

    ContentFiles(Metainfo metainfo, PieceLayout layout) {
        this.metainfo = metainfo;
        this.layout = layout;
    }

    PieceLayout layout() {
        return layout;
    }

    MetainfoFile file(int index) {
        return metainfo.files().get(index);
    }

    /** Files that a server has to have: with bytes, and no padding. */
    IntStream stored() {
        return IntStream.range(0, metainfo.files().size())
                .filter(index -> file(index).length() > 0 && !file(index).isPadding());
    }

    /** Pieces with bytes of the file. */
    IntStream pieces(int index) {
        MetainfoFile file = file(index);
        return IntStream.rangeClosed(layout.pieceAt(file.offset()), layout.pieceAt(file.end() - 1));
    }

    /** Divides bytes of the content at the borders of its files. */
    List<FileRange> split(long start, long end) {
        List<FileRange> ranges = new ArrayList<>();
        long at = start;
        for (int index = indexAt(start); at < end; index++) {
            MetainfoFile file = file(index);
            if (file.end() > at) {
                long to = Math.min(end, file.end());
                ranges.add(new FileRange(index, file, at, to));
                at = to;
            }
        }
        return ranges;
    }

    /** The first file that ends behind this offset. */
    private int indexAt(long offset) {
        int low = 0;
        int high = metainfo.files().size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (file(middle).end() > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * Address of a file at a web seed.
     *
     * @throws IllegalArgumentException if the result is no address
     */
    URI uri(URI seed, int index) {
        return ReplicaUri.parse(WebSeedUri.of(seed, metainfo, file(index)).toString());
    }
}
