package org.gridtorrent.metainfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetainfoTest {
    private static final String ONE_HASH = "6:pieces20:aaaaaaaaaaaaaaaaaaaa";
    private static final String ROOT = "r".repeat(32);

    private static Metainfo parse(String text) throws MetainfoException {
        return Metainfo.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String single(String length, String pieceLength) {
        return "d4:infod6:lengthi" + length + "e4:name1:a12:piece lengthi" + pieceLength + "e"
                + ONE_HASH + "ee";
    }

    private static String files(String... entries) {
        return "d4:infod5:filesl" + String.join("", entries) + "e4:name3:top12:piece lengthi16384e"
                + ONE_HASH + "ee";
    }

    private static String file(int length, String name) {
        return "d6:lengthi%de4:pathl%d:%see".formatted(length,
                name.getBytes(StandardCharsets.UTF_8).length, name);
    }

    @Test
    void infoHashCoversTheBytesAsTheyWereRead() throws MetainfoException {
        String sorted = single("5", "16384");
        String unsorted = "d4:infod4:name1:a6:lengthi5e12:piece lengthi16384e" + ONE_HASH + "ee";
        assertThat(parse(sorted).infoHash()).isNotEqualTo(parse(unsorted).infoHash());
        assertThat(parse(sorted).infoHash()).isEqualTo(parse(
                "d8:announce9:udp://a:17:comment2:hi" + sorted.substring(1)).infoHash());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1", "16383", "24576", "8192", "134217728", "4294967296"})
    void pieceLengthIsAPowerOfTwoWithinBounds(String pieceLength) {
        assertThatThrownBy(() -> parse(single("5", pieceLength)))
                .hasMessageContaining("piece length");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-5", "16385", "9223372036854775807"})
    void lengthAgreesWithTheHashes(String length) {
        assertThatThrownBy(() -> parse(single(length, "16384")))
                .isInstanceOf(MetainfoException.class);
    }

    @Test
    void lengthsThatOverflowAreRefused() {
        String huge = "d6:lengthi9223372036854775807e4:pathl1:bee";
        assertThatThrownBy(() -> parse(files(file(1, "a"), huge, "d6:lengthi5e4:pathl1:cee")))
                .hasMessageContaining("64 bits");
    }

    @Test
    void pathsThatMeetAreRefused() {
        assertThatThrownBy(() -> parse(files(file(1, "a"), file(1, "A"))))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> parse(files(file(1, "a"), "d6:lengthi1e4:pathl1:A1:bee")))
                .hasMessageContaining("through a file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "/etc", "a\\b", "a:b", ""})
    void unsafePathsAreRefused(String name) {
        assertThatThrownBy(() -> parse(files(file(1, name)))).hasMessageContaining("refused");
    }

    @Test
    void pathsBeginWithTheName() throws MetainfoException {
        Metainfo metainfo = parse(files(file(3, "a"), file(0, "b"), file(4, "c")));
        assertThat(metainfo.files()).extracting(file -> file.path() + "@" + file.offset())
                .containsExactly("top/a@0", "top/b@3", "top/c@3");
        assertThat(metainfo.isSingleFile()).isFalse();
        assertThat(parse(single("5", "16384")).files().getFirst().path()).hasToString("a");
    }

    @Test
    void paddingMayShareAName() throws MetainfoException {
        String pad = "d4:attr1:p6:lengthi9e4:pathl4:.pad1:9ee";
        Metainfo metainfo = parse(files(file(3, "a"), pad, file(4, "c"), pad));
        assertThat(metainfo.files()).extracting(MetainfoFile::isPadding).containsExactly(false,
                true,
                false, true);
    }

    @Test
    void paddingIsNotCountedAsAFile() throws MetainfoException {
        String pad = "d4:attr1:p6:lengthi9e4:pathl4:.pad1:9ee";
        Metainfo metainfo = parse(files(file(3, "a"), pad, file(4, "c")));
        assertThat(metainfo.totalLength()).isEqualTo(16);
        assertThat(metainfo.filesLength()).isEqualTo(7);
        assertThatThrownBy(() -> parse(files(pad, file(0, "a")))).hasMessageContaining("padding");
    }

    @Test
    void checksumsAreRead_andThoseOfAnotherFormSkipped() throws MetainfoException {
        String known = "c".repeat(32);
        Metainfo metainfo = parse(files("d6:lengthi3e4:pathl1:ae6:sha25632:" + known + "e",
                "d6:lengthi3e4:pathl1:be6:sha25631:" + known.substring(1) + "e",
                "d6:lengthi3e4:pathl1:ce6:sha256i7ee", file(4, "d")));
        assertThat(metainfo.files()).extracting(each -> each.checksum().map(FileChecksum::hex))
                .containsExactly(Optional.of("63".repeat(32)), Optional.empty(), Optional.empty(),
                        Optional.empty());
    }

    @Test
    void attributesAreReadAndUnknownOnesIgnored() throws MetainfoException {
        Metainfo metainfo = parse(files("d4:attr3:qhx6:lengthi3e4:pathl1:aee", file(4, "c")));
        assertThat(metainfo.files()).extracting(MetainfoFile::attributes).containsExactly(
                Set.of(FileAttribute.EXECUTABLE, FileAttribute.HIDDEN), Set.of());
    }

    @Test
    void linksAreRefusedByName() {
        assertThatThrownBy(() -> parse(files("d4:attr1:l6:lengthi0e4:pathl1:aee")))
                .hasMessageContaining("\"top/a\" is a symbolic link");
        assertThatThrownBy(() -> parse(files(
                "d6:lengthi0e4:pathl1:ae12:symlink pathl1:bee")))
                .hasMessageContaining("\"top/a\" is a symbolic link");
        assertThatThrownBy(() -> parse(single("5", "16384").replace("d6:length",
                "d4:attr1:l6:length"))).hasMessageContaining("\"a\" is a symbolic link");
    }

    @Test
    void versionTwoAloneIsRefusedInOneLine() {
        assertThatThrownBy(() -> parse(
                "d4:infod9:file treede12:meta versioni2e4:name1:a12:piece lengthi16384eee"))
                .hasMessage(
                        "it is for BitTorrent v2 only, which is not supported; a hybrid would be");
    }

    @Test
    void unknownVersionIsRefusedFirst() {
        for (String rest : List.of("4:name1:a12:piece lengthi16384e" + ONE_HASH, "6:piecesi1e")) {
            assertThatThrownBy(() -> parse("d4:infod6:lengthi5e12:meta versioni3e" + rest + "ee"))
                    .hasMessage("it is of version 3 of the metainfo, which is not known;"
                            + " a newer GridTorrent may read it");
        }
    }

    @Test
    void anyValueButZeroIsPrivate() throws MetainfoException {
        String info = single("5", "16384");
        assertThat(parse(info).isPrivate()).isFalse();
        for (var said : Map.of("i0e", false, "i1e", true, "i2e", true, "i-1e", true, "1:1", true,
                "1:0", true, "le", true).entrySet()) {
            String told = info.substring(0, info.length() - 2) + "7:private" + said.getKey()
                    + "ee";
            assertThat(parse(told).isPrivate()).as(told).isEqualTo(said.getValue());
        }
    }

    private static String hybrid(String tree, String v1) {
        return "d4:infod9:file treed" + tree + "e" + v1 + "12:meta versioni2e4:name3:top"
                + "12:piece lengthi16384e" + ONE_HASH + "ee";
    }

    private static String leaf(String name, int length, String root) {
        return "%d:%sd0:d6:lengthi%de%see".formatted(name.length(), name, length,
                root.isEmpty() ? "" : "11:pieces root" + root.length() + ":" + root);
    }

    @Test
    void hybridIsReadByItsFirstVersion_withTheRootsOfItsSecond() throws MetainfoException {
        Metainfo metainfo = parse(hybrid(leaf("top", 5, ROOT), "6:lengthi5e"));
        assertThat(metainfo.totalLength()).isEqualTo(5);
        assertThat(metainfo.infoHashV2()).isPresent();
        assertThat(metainfo.files().getFirst().root()).map(PiecesRoot::hex)
                .contains("72".repeat(32));
        assertThat(parse(single("5", "16384")).infoHashV2()).isEmpty();
        assertThat(parse(single("5", "16384")).files().getFirst().root()).isEmpty();
    }

    @Test
    void filesInFoldersHaveTheirRoots_paddingAndEmptyOnesNone() throws MetainfoException {
        String tree = leaf("a", 5, ROOT) + "1:dd" + leaf("b", 0, "") + leaf("c", 7, ROOT) + "e";
        String padding = "d4:attr1:p6:lengthi3e4:pathl4:.pad1:3ee";
        String files = "5:filesl" + file(5, "a") + padding + "d6:lengthi0e4:pathl1:d1:bee"
                + "d6:lengthi7e4:pathl1:d1:ceee";
        assertThat(parse(hybrid(tree, files)).files()).extracting(file -> file.root().isPresent())
                .containsExactly(true, false, false, true);
    }

    @Test
    void hybridWhosePartsDifferIsRefused() {
        String files = "5:filesl" + file(5, "a") + file(1, "b") + "e";
        Map<String, String> trees = Map.of(leaf("a", 5, ROOT) + leaf("b", 2, ROOT), "\"top/b\"",
                leaf("a", 5, ROOT) + leaf("c", 1, ROOT), "\"top/b\"",
                leaf("a", 5, ROOT) + leaf("b", 1, ROOT) + leaf("c", 1, ROOT), "3 files",
                leaf("a", 5, ROOT) + leaf("b", 1, ""), "without a root",
                leaf("a", 5, ROOT) + leaf("b", 1, "short"), "without a root",
                leaf("a", 5, ROOT) + "1:bd0:dee", "without a length",
                leaf("a", 5, ROOT) + "1:bi1e", "no dictionary",
                leaf("..", 5, ROOT), "refused");
        trees.forEach((tree, why) -> assertThatThrownBy(() -> parse(hybrid(tree, files)))
                .as(tree).isInstanceOf(MetainfoException.class).hasMessageContaining(why));
        assertThatThrownBy(() -> parse("d4:infod6:lengthi5e12:meta versioni2e4:name1:a"
                + "12:piece lengthi16384e" + ONE_HASH + "ee")).hasMessageContaining("file tree");
    }

    @Test
    void infoDictionaryAloneGivesTheSameMetainfo() throws MetainfoException {
        Metainfo whole = parse(single("5", "16384"));
        byte[] info = new byte[whole.infoBytes().remaining()];
        whole.infoBytes().get(info);
        var tiers = List.of(List.of(URI.create("http://a.b/an")), List.of(URI.create("udp://c:1")));
        Metainfo again = Metainfo.ofInfo(info, tiers);
        assertThat(again.infoHash()).isEqualTo(whole.infoHash());
        assertThat(again.infoHash().matches(info)).isTrue();
        assertThat(again.announceTiers()).isEqualTo(tiers);
        assertThat(again.infoBytes()).isEqualTo(whole.infoBytes());
    }

    @Test
    void infoOnly_dropsEverythingButTheInfoDictionary() throws MetainfoException {
        String info = single("5", "16384");
        Metainfo bare = parse(info);
        assertThat(bare.infoOnly()).isSameAs(bare);
        String before = "d8:announce12:http://a.b/a13:announce-listll12:http://a.b/aee7:comment1:c";
        String after = "8:url-list12:http://c.d/ee";
        Metainfo whole = parse(before + info.substring(1, info.length() - 1) + after);
        assertThat(whole.webSeeds()).isNotEmpty();
        assertThat(whole.infoOnly()).isEqualTo(bare);
        assertThat(parse("d" + info.substring(1, info.length() - 1) + after).infoOnly())
                .isEqualTo(bare);
        var tiers = List.of(List.of(URI.create("udp://c:1")));
        assertThat(whole.withTrackers(tiers).announceTiers()).isEqualTo(tiers);
        assertThat(whole.withTrackers(tiers).infoOnly()).isEqualTo(bare);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "i1e", "le", "de", "d6:lengthi5e4:name1:ae1:x1:y"})
    void invalidInfoDictionaryIsRefused(String text) {
        assertThatThrownBy(() -> Metainfo.ofInfo(text.getBytes(StandardCharsets.UTF_8), List.of()))
                .isInstanceOf(MetainfoException.class);
    }

    @Test
    void nothingMayFollowTheInfoDictionary() {
        String info = single("5", "16384").substring("d4:info".length());
        String more = info.substring(0, info.length() - 1) + "1:xi1e";
        assertThatThrownBy(() -> Metainfo.ofInfo(more.getBytes(StandardCharsets.UTF_8), List.of()))
                .hasMessageContaining("follow");
    }

    @Test
    void invalidAddressesAreLeftOut() throws MetainfoException {
        Metainfo metainfo = parse(
                "d8:announce5:x y z13:announce-listll13:http://a.b/an5:x y zel0:ee8:url-list12:http://c.d/e"
                        + single("5", "16384").substring(1));
        assertThat(metainfo.announceTiers()).hasToString("[[http://a.b/an]]");
        assertThat(metainfo.webSeeds()).hasToString("[http://c.d/e]");
    }

    @Test
    void webSeedsAreReadOnceEach_upToALimit() throws MetainfoException {
        String info = single("5", "16384");
        String many = IntStream.range(0, 100).mapToObj("11:http://a/%02d"::formatted)
                .collect(Collectors.joining());
        Metainfo metainfo = parse(info.substring(0, info.length() - 1) + "8:url-listl" + many
                + many + "i5ele0:ee");
        assertThat(metainfo.webSeeds()).hasSize(Metainfo.MAX_WEB_SEEDS).doesNotHaveDuplicates();
        assertThat(parse(info.substring(0, info.length() - 1) + "8:url-list0:e").webSeeds())
                .isEmpty();
        assertThat(parse(info.substring(0, info.length() - 1) + "8:url-listi1ee").webSeeds())
                .isEmpty();
    }

    @Test
    void everyPrefixAndEveryFlippedByteIsReadOrRefused() {
        byte[] whole = files(file(3, "a"), file(4, "c")).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < whole.length; i++) {
            byte[] prefix = Arrays.copyOf(whole, i);
            assertThatThrownBy(() -> Metainfo.parse(prefix)).isInstanceOf(MetainfoException.class);
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = whole.clone();
                flipped[i] ^= (byte) (1 << bit);
                readOrRefuse(flipped);
            }
        }
    }

    private static void readOrRefuse(byte[] bytes) {
        try {
            Metainfo metainfo = Metainfo.parse(bytes);
            assertThat(metainfo.files()).isNotEmpty();
        } catch (MetainfoException e) {
            assertThat(e).hasMessageNotContaining("\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"le", "de", "i1e", "d4:infole", "d4:infoi1ee", "d4:infodee"})
    void otherInputIsRefused(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(MetainfoException.class);
    }

    @Test
    void infoHashHasItsLengths() {
        assertThat(InfoHash.ofHex("AB".repeat(20)).hex()).isEqualTo("ab".repeat(20));
        assertThat(InfoHash.of(new byte[32]).bytes()).hasSize(32);
        assertThat(InfoHash.ofHex("ab".repeat(32)).truncated().hex()).isEqualTo("ab".repeat(20));
        assertThat(InfoHash.ofHex("00".repeat(20)))
                .isEqualTo(InfoHash.ofBase32("a".repeat(32)));
        for (String wrong : List.of("", "ab", "zz".repeat(20), "ab".repeat(21))) {
            assertThatThrownBy(() -> InfoHash.ofHex(wrong))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
