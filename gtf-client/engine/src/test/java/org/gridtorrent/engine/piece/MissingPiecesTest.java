package org.gridtorrent.engine.piece;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gridtorrent.engine.piece.MissingPieces.Range;
import org.gridtorrent.metainfo.FileAttribute;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.SafePath;
import org.junit.jupiter.api.Test;

class MissingPiecesTest {
    private static final int PIECE = 16 * 1024;

    /** Files of so many pieces each, one after the other. */
    private static List<MetainfoFile> files(int count, int pieces) throws MetainfoException {
        List<MetainfoFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(new MetainfoFile(SafePath.parse("set/f" + i), (long) pieces * PIECE,
                    (long) i * pieces * PIECE, Set.of()));
        }
        return files;
    }

    private static MissingPieces of(List<MetainfoFile> files, int... missing) {
        var layout = new PieceLayout(files.getLast().end(), PIECE);
        Bitfield pieces = new Bitfield(layout.pieceCount());
        IntStream.of(missing).forEach(pieces::set);
        return MissingPieces.of(pieces, layout, files);
    }

    @Test
    void namesRangesAndTheirFiles() throws MetainfoException {
        MissingPieces missing = of(files(3, 10), 0, 9, 20, 21, 29);
        assertThat(missing.pieces()).isEqualTo(5);
        assertThat(missing.ranges()).containsExactly(new Range(0, 0), new Range(9, 9),
                new Range(20, 21), new Range(29, 29));
        assertThat(missing.files()).containsExactly("set/f0", "set/f2");
    }

    @Test
    void rangeMayReachFromFirstToLast() throws MetainfoException {
        assertThat(of(files(2, 100), IntStream.range(0, 200).toArray()).ranges())
                .containsExactly(new Range(0, 199));
    }

    @Test
    void namesTheFirstOfManyAndCountsAll() throws MetainfoException {
        MissingPieces missing = of(files(1000, 2),
                IntStream.range(0, 1000).map(i -> 2 * i).toArray());
        assertThat(missing.rangeCount()).isEqualTo(1000);
        assertThat(missing.fileCount()).isEqualTo(1000);
        assertThat(missing.ranges()).containsExactly(new Range(0, 0), new Range(2, 2),
                new Range(4, 4), new Range(6, 6));
        assertThat(missing.files()).containsExactly("set/f0", "set/f1", "set/f2");
    }

    @Test
    void singleFileAndPaddingAreNotNamed() throws MetainfoException {
        assertThat(of(files(1, 3), 1).files()).isEmpty();
        List<MetainfoFile> padded = new ArrayList<>(files(2, 1));
        padded.add(1, new MetainfoFile(SafePath.parse("set/pad"), PIECE, PIECE,
                Set.of(FileAttribute.PADDING)));
        padded.set(2, new MetainfoFile(SafePath.parse("set/f1"), PIECE, 2 * PIECE, Set.of()));
        assertThat(of(padded, 1, 2).files()).containsExactly("set/f1");
    }
}
