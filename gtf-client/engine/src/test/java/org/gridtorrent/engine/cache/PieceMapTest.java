package org.gridtorrent.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
class PieceMapTest {
    private static final InfoHash INFO_HASH = InfoHash.ofHex("ab".repeat(20));
    private static final PieceLayout LAYOUT = new PieceLayout(100_000, 4096);

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("pieces");
    }

    @Test
    void findsItsPiecesAgain() throws Exception {
        PieceMap map = PieceMap.create(file, INFO_HASH, LAYOUT);
        map.add(List.of(0, 7, 8, 24));
        map.remove(List.of(8));
        map.pin(true);
        PieceMap again = PieceMap.read(file, INFO_HASH).orElseThrow();
        assertThat(again.layout()).isEqualTo(LAYOUT);
        assertThat(again.pieces().pieces()).containsExactly(0, 7, 24);
        assertThat(again.isPinned()).isTrue();
    }

    @Test
    void refusesWhatIsDamaged() throws Exception {
        PieceMap.create(file, INFO_HASH, LAYOUT).add(List.of(1));
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length++) {
            Files.write(file, Arrays.copyOf(good, length));
            assertThat(PieceMap.read(file, INFO_HASH)).isEmpty();
        }
        Files.write(file, Arrays.copyOf(good, good.length + 1));
        assertThat(PieceMap.read(file, INFO_HASH)).isEmpty();
        Files.write(file, good);
        assertThat(PieceMap.read(file, InfoHash.ofHex("cd".repeat(20)))).isEmpty();
        assertThat(PieceMap.read(folder.resolve("none"), INFO_HASH)).isEmpty();
    }

    @Test
    void takesAnyBytes() throws Exception {
        var random = new Random(3);
        byte[] good = Files.readAllBytes(write());
        for (int i = 0; i < 500; i++) {
            byte[] bytes = good.clone();
            bytes[random.nextInt(4 + 20, bytes.length)] = (byte) random.nextInt();
            Files.write(file, bytes);
            PieceMap.read(file, INFO_HASH).ifPresent(
                    map -> assertThat(map.pieces().size()).isEqualTo(map.layout().pieceCount()));
        }
    }

    private Path write() throws Exception {
        PieceMap.create(file, INFO_HASH, LAYOUT);
        return file;
    }
}
