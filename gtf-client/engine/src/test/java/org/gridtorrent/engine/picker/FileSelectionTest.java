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
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four files of 1.5, 1.5, 0 and 1 pieces, in the order of their names. */
final class FileSelectionTest {
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

    private List<Priority> pieces(FileSelection selection) {
        var pieces = selection.piecePriorities(files, new PieceLayout(4L * PIECE, PIECE));
        return IntStream.range(0, 4).mapToObj(pieces).toList();
    }

    @Test
    void everythingIsWantedAlike() {
        assertThat(pieces(FileSelection.everything())).containsOnly(NORMAL);
    }

    @Test
    void aPieceHasTheHighestPriorityOfItsFiles() {
        assertThat(pieces(FileSelection.everything().with(0, LOW).with(1, HIGH)))
                .containsExactly(LOW, HIGH, HIGH, NORMAL);
    }

    @Test
    void aSkippedFilesPieceIsFetchedWhereItTouchesAWantedOne() {
        assertThat(pieces(FileSelection.only(Set.of(1)))).containsExactly(SKIP, NORMAL, NORMAL,
                SKIP);
    }

    @Test
    void anEmptyFileWantsNoPiece() {
        assertThat(pieces(FileSelection.only(Set.of(2)))).containsOnly(SKIP);
    }

    private FileSelection linked(String ranges) throws MetainfoException {
        return FileSelection.of(MagnetLink.parse(
                "magnet:?xt=urn:btih:" + "ab".repeat(20) + ranges), files);
    }

    @Test
    void aLinkSelectsByRangesOfFiles() throws Exception {
        assertThat(linked("")).isEqualTo(FileSelection.everything());
        assertThat(linked("&so=0,2-3")).isEqualTo(FileSelection.only(Set.of(0, 2, 3)));
        assertThat(linked("&so=3-999999999,7")).isEqualTo(FileSelection.only(Set.of(3)));
    }

    @Test
    void aLinkThatSelectsNoFileThatThereIsIsRefused() {
        assertThatThrownBy(() -> linked("&so=4,5,6,7,8,9-999999999"))
                .isInstanceOf(MetainfoException.class)
                .hasMessage("the link selects none of its 4 files (so=4,5,6,7,8,…)");
    }

    @Test
    void aFileThatIsNotThereIsAMistake() {
        assertThatThrownBy(() -> pieces(FileSelection.only(Set.of(4))))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("file 4 of 4");
    }
}
