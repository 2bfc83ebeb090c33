package org.gridtorrent.ccm.dataset.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.ccm.dataset.file.FileTree.Entry;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.Test;

class FileTreeTest {
    private static final int MANY = 100_000;

    @Test
    void aFolder_showsItsFoldersFirstThenItsFilesEachByName() throws Exception {
        FileTree tree = tree("b.txt", "A.txt", "z/deep/one", "z/two", "c/three");
        FileTree.Page page = tree.folder("", 1).orElseThrow();
        assertThat(page.entries()).extracting(Entry::name).containsExactly("c", "z", "A.txt",
                "b.txt");
        assertThat(page.entries().get(1)).isEqualTo(new Entry("z", "z", true, 2, 2));
        assertThat(tree.folder("z", 1).orElseThrow().entries()).extracting(Entry::path)
                .containsExactly("z/deep", "z/two");
        assertThat(tree.folder("z/deep", 1).orElseThrow().entries())
                .containsExactly(new Entry("one", "z/deep/one", false, 1, 1));
    }

    @Test
    void aPathThatIsNoFolder_isNone() throws Exception {
        FileTree tree = tree("a/b", "c");
        for (String path : new String[]{"a/b", "c", "x", "/", "a/", "/a", "a//b", "..", "a/../a"}) {
            assertThat(tree.folder(path, 1)).as(path).isEmpty();
        }
    }

    @Test
    void aSingleFile_isTheOnlyEntry() throws Exception {
        Metainfo metainfo = Metainfo.parse(("d4:infod6:lengthi5e4:name5:a.bin12:piece length"
                + "i16384e6:pieces20:" + "x".repeat(20) + "ee")
                .getBytes(StandardCharsets.UTF_8));
        assertThat(FileTree.of(metainfo).folder("", 1).orElseThrow().entries())
                .containsExactly(new Entry("a.bin", "a.bin", false, 5, 1));
    }

    @Test
    void aSearch_findsPartsOfNamesInAnyCase() throws Exception {
        FileTree tree = tree("Frames/RUN-1.h5", "Frames/run-2.h5", "run/notes.txt");
        assertThat(tree.search("Run-", 1).entries()).extracting(Entry::path)
                .containsExactly("Frames/RUN-1.h5", "Frames/run-2.h5");
        assertThat(tree.search("nothing", 7)).isEqualTo(
                new FileTree.Page(List.of(), 1, 1, 0));
    }

    @Test
    void aHundredThousandFilesInOneFolder_areEachOnOnePage() throws Exception {
        String[] names = new String[MANY];
        for (int i = 0; i < MANY; i++) {
            names[i] = "run-%05d.h5".formatted(i);
        }
        FileTree tree = tree(names);
        assertThat(tree.count()).isEqualTo(MANY);
        Set<String> seen = new HashSet<>();
        for (int page = 1; page <= MANY / FileTree.PER_PAGE; page++) {
            tree.folder("", page).orElseThrow().entries()
                    .forEach(entry -> seen.add(entry.path()));
        }
        assertThat(seen.equals(Set.of(names))).isTrue();
        assertThat(tree.folder("", 999_999).orElseThrow().page())
                .isEqualTo(MANY / FileTree.PER_PAGE);
        assertThat(tree.search("9.H5", 100).entries()).extracting(Entry::name)
                .hasSize(FileTree.PER_PAGE).last().isEqualTo("run-99999.h5");
        assertThat(tree.search("9.h5", 101).page()).isEqualTo(100);
    }

    private static FileTree tree(String... paths) throws Exception {
        return FileTree.of(metainfo(paths));
    }

    /** Of files of one byte each. */
    static Metainfo metainfo(String... paths) throws Exception {
        var text = new ByteArrayOutputStream();
        write(text, "d4:infod5:filesl");
        for (String path : paths) {
            write(text, "d6:lengthi1e4:pathl");
            for (String element : path.split("/", -1)) {
                write(text, element.length() + ":" + element);
            }
            write(text, "ee");
        }
        int pieces = Math.ceilDiv(paths.length, Metainfo.MIN_PIECE_LENGTH) * 20;
        write(text, "e4:name3:run12:piece lengthi16384e6:pieces" + pieces + ":"
                + "x".repeat(pieces) + "ee");
        return Metainfo.parse(text.toByteArray());
    }

    private static void write(ByteArrayOutputStream text, String part) {
        text.writeBytes(part.getBytes(StandardCharsets.UTF_8));
    }
}
