package org.gridtorrent.engine.webseed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.junit.jupiter.api.Test;

final class ContentFilesTest {
    private static final int PIECE = 16 * 1024;

    /** A file of a content: its path and its length; "p" for padding. */
    private record File(String path, int length, String attributes) {}

    private static ContentFiles files(File... files) throws MetainfoException {
        int total = Arrays.stream(files).mapToInt(File::length).sum();
        Map<String, BencodeValue> info = new TreeMap<>(Map.of("name", BencodeValue.of("a set"),
                "piece length", BencodeValue.of(PIECE),
                "pieces", BencodeValue.of(new byte[20 * Math.ceilDiv(total, PIECE)])));
        if (files.length == 1) {
            info.put("length", BencodeValue.of(total));
        } else {
            info.put("files", new BencodeValue.ListValue(
                    Arrays.stream(files).map(ContentFilesTest::encode).toList()));
        }
        Metainfo metainfo = Metainfo
                .parse(Bencode
                        .encode(Bencode.dictionary(Map.of("info", Bencode.dictionary(info)))));
        return new ContentFiles(metainfo, new PieceLayout(total, PIECE));
    }

    private static BencodeValue encode(File file) {
        return Bencode.dictionary(Map.of("length", BencodeValue.of(file.length()),
                "path",
                new BencodeValue.ListValue(Arrays.stream(file.path().split("/", -1))
                        .<BencodeValue>map(BencodeValue::of).toList()),
                "attr", BencodeValue.of(file.attributes())));
    }

    @Test
    void dividesRangesAtTheBordersOfFiles() throws Exception {
        ContentFiles files = files(new File("a", 100, ""), new File("empty", 0, ""),
                new File("pad", 50, "p"), new File("b", 1_000, ""), new File("none", 0, ""));
        assertThat(files.split(20, 200)).extracting(FileRange::index).containsExactly(0, 2, 3);
        assertThat(files.split(20, 200)).extracting(FileRange::start)
                .containsExactly(20L, 100L, 150L);
        assertThat(files.split(20, 200).getLast().inFile().end()).isEqualTo(50);
        assertThat(files.split(100, 150)).extracting(FileRange::index).containsExactly(2);
        assertThat(files.split(1_149, 1_150)).extracting(FileRange::index).containsExactly(3);
        assertThat(files.stored()).containsExactly(0, 3);
        assertThat(files.pieces(3)).containsExactly(0);
    }

    @Test
    void fileOfAFolderIsBelowTheSeed() throws Exception {
        ContentFiles files = files(new File("x y", 1, ""), new File("b", 1, ""));
        assertThat(files.uri(URI.create("http://h/data/"), 0))
                .hasToString("http://h/data/a%20set/x%20y");
    }

    @Test
    void addressThatIsTooLongIsRefused() throws Exception {
        String name = "é".repeat(120);
        ContentFiles files = files(
                new File(String.join("/", List.of(name, name, name, name, name, name, name, name,
                        name, name, name, name)), 1, ""),
                new File("b", 1, ""));
        URI seed = URI.create("http://h/" + "x".repeat(1_000));
        assertThatThrownBy(() -> files.uri(seed, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
