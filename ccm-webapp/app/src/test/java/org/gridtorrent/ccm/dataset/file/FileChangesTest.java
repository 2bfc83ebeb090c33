package org.gridtorrent.ccm.dataset.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.gridtorrent.ccm.dataset.file.FileChanges.Change;
import org.gridtorrent.ccm.dataset.file.FileChanges.Kind;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileChangesTest {
    private static final int PIECE = Metainfo.MIN_PIECE_LENGTH;

    @TempDir
    Path folder;
    private final Map<String, byte[]> files = new TreeMap<>(Map.of("a.bin", bytes(1, 3 * PIECE),
            "b.bin", bytes(2, 2 * PIECE), "sub/c.bin", bytes(3, PIECE + 10), "sub/d.bin",
            bytes(4, 100)));

    @Test
    void theSameFiles_haveNoChange() throws Exception {
        assertThat(FileChanges.between(metainfo("one"), metainfo("two"))).isEmpty();
    }

    @Test
    void whatIsAddedRemovedAndOfAnotherLength_isNamed() throws Exception {
        Metainfo earlier = metainfo("one");
        files.remove("sub/d.bin");
        files.put("sub/e.bin", bytes(5, 100));
        files.put("sub/c.bin", bytes(3, PIECE + 9));
        assertThat(FileChanges.between(earlier, metainfo("two"))).containsExactly(
                new Change(Kind.ADDED, "sub/e.bin", 100),
                new Change(Kind.REMOVED, "sub/d.bin", 100),
                new Change(Kind.CHANGED, "sub/c.bin", PIECE + 9));
    }

    @Test
    void aByteWithinAFilesOwnPiece_isAChangeOfThatFileAlone() throws Exception {
        Metainfo earlier = metainfo("one");
        change("b.bin", PIECE);
        assertThat(FileChanges.between(earlier, metainfo("two")))
                .containsExactly(new Change(Kind.CHANGED, "b.bin", 2 * PIECE));
    }

    @Test
    void aByteInAPieceOfSeveralFiles_leavesEachOfThemUncertain() throws Exception {
        Metainfo earlier = metainfo("one");
        change("sub/d.bin", 7);
        assertThat(FileChanges.between(earlier, metainfo("two"))).containsExactly(
                new Change(Kind.UNPROVEN, "sub/c.bin", PIECE + 10),
                new Change(Kind.UNPROVEN, "sub/d.bin", 100));
    }

    @Test
    void filesThatMovedByWholePieces_areTheSame() throws Exception {
        Metainfo earlier = metainfo("one");
        files.put("a.bin", bytes(9, PIECE));
        assertThat(FileChanges.between(earlier, metainfo("two")))
                .containsExactly(new Change(Kind.CHANGED, "a.bin", PIECE));
    }

    @Test
    void filesThatMovedWithinAPiece_areUncertain() throws Exception {
        Metainfo earlier = metainfo("one");
        files.put("a.bin", bytes(1, 3 * PIECE + 1));
        assertThat(FileChanges.between(earlier, metainfo("two"))).extracting(Change::kind)
                .containsExactly(Kind.CHANGED, Kind.UNPROVEN, Kind.UNPROVEN, Kind.UNPROVEN);
    }

    @Test
    void aFileThatStandsByItself_isTheSameWhateverFollowsIt() throws Exception {
        files.put("sub/e.bin", bytes(5, 64 * PIECE + 10));
        Metainfo earlier = metainfo("one", true);
        files.put("sub/f.bin", bytes(6, 100));
        assertThat(FileChanges.between(earlier, metainfo("two", true)))
                .containsExactly(new Change(Kind.ADDED, "sub/f.bin", 100));
    }

    private Metainfo metainfo(String version) throws Exception {
        return metainfo(version, false);
    }

    private Metainfo metainfo(String version, boolean padded) throws Exception {
        Path root = folder.resolve(version).resolve("run");
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = root.resolve(file.getKey());
            Files.createDirectories(folder.resolve(version).resolve("run/sub"));
            Files.write(path, file.getValue());
        }
        return new MetainfoBuilder(root).pieceLength(PIECE).padded(padded).build().metainfo();
    }

    private void change(String file, int at) {
        byte[] bytes = Objects.requireNonNull(files.get(file)).clone();
        bytes[at]++;
        files.put(file, bytes);
    }

    private static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
