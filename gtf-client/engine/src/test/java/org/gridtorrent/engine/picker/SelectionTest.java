package org.gridtorrent.engine.picker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gridtorrent.engine.picker.Priority.HIGH;
import static org.gridtorrent.engine.picker.Priority.LOW;
import static org.gridtorrent.engine.picker.Priority.NORMAL;
import static org.gridtorrent.engine.picker.Priority.SKIP;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.metainfo.MetainfoFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four files of 1.5, 1.5, 0 and 1 pieces, in the order of their names. */
final class SelectionTest {
    private static final int PIECE = TestContent.PIECE_LENGTH;

    @TempDir
    Path temp = Path.of("");
    private List<MetainfoFile> files = List.of();

    @BeforeEach
    void makeFiles() throws Exception {
        Path root = Files.createDirectories(temp.resolve("content"));
        Files.write(root.resolve("a"), new byte[PIECE * 3 / 2]);
        Files.write(root.resolve("b"), new byte[PIECE * 3 / 2]);
        Files.write(root.resolve("c"), new byte[0]);
        Files.write(root.resolve("d"), new byte[PIECE]);
        files = TestContent.of(temp, root).metainfo().files();
    }

    private List<Priority> pieces(Selection selection) {
        var pieces = selection.pieces(files, new PieceLayout(4L * PIECE, PIECE));
        return IntStream.range(0, 4).mapToObj(pieces).toList();
    }

    @Test
    void everythingIsWantedAlike() {
        assertThat(pieces(Selection.everything())).containsOnly(NORMAL);
    }

    @Test
    void aPieceHasTheHighestPriorityOfItsFiles() {
        assertThat(pieces(Selection.everything().with(0, LOW).with(1, HIGH)))
                .containsExactly(LOW, HIGH, HIGH, NORMAL);
    }

    @Test
    void aSkippedFilesPieceIsFetchedWhereItTouchesAWantedOne() {
        assertThat(pieces(Selection.only(Set.of(1)))).containsExactly(SKIP, NORMAL, NORMAL, SKIP);
    }

    @Test
    void anEmptyFileWantsNoPiece() {
        assertThat(pieces(Selection.only(Set.of(2)))).containsOnly(SKIP);
    }

    @Test
    void aFileThatIsNotThereIsAMistake() {
        assertThatThrownBy(() -> pieces(Selection.only(Set.of(4))))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("file 4 of 4");
    }
}
