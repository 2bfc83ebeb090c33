package org.gridtorrent.mdtp.metalink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MetalinkReaderTest {
    private static final String SHA_1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
    private static final String SHA_256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    /** What RFC 5854 describes in one document, in the form in which the RFC and aria2 show it. */
    private static final String COMPLETE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <metalink xmlns="urn:ietf:params:xml:ns:metalink">
              <generator>ExampleGenerator/1.0</generator>
              <origin dynamic="true">http://example.com/example.ext.meta4</origin>
              <published>2009-05-15T12:23:23Z</published>
              <file name="folder/example.ext">
                <size>786430</size>
                <identity>Example</identity>
                <version>1.0</version>
                <language>en</language>
                <copyright>Nobody</copyright>
                <description>The example.</description>
                <logo>http://example.com/logo.png</logo>
                <os>Linux-x86</os>
                <publisher name="Example" url="http://example.com/"/>
                <signature mediatype="application/pgp-signature"><![CDATA[-----]]></signature>
                <hash type="md5">80bc95fd391772fa61c91ed68567f098</hash>
                <hash type="sha-1">%1$s</hash>
                <hash type="sha-256">
                  %2$s
                </hash>
                <pieces length="262144" type="sha-1">
                  <hash>%1$s</hash><hash>%1$s</hash><hash>%1$s</hash>
                </pieces>
                <pieces length="524288" type="sha-256">
                  <hash>%2$s</hash><hash>%2$s</hash>
                </pieces>
                <pieces length="524288" type="tree"><hash>x</hash></pieces>
                <url location="de" priority="2">ftp://ftp.example.com/example.ext</url>
                <url location="FR" priority="2">http://example.com/example.ext?a=1&amp;b=2</url>
                <url priority="1">https://example.org/<!-- a mirror -->example.ext</url>
                <url>http://example.net/example.ext</url>
                <metaurl mediatype="torrent" priority="2">http://example.com/a.torrent</metaurl>
              </file>
              <file name="another.ext" xmlns:other="urn:other">
                <other:size>12</other:size>
                <other:group><url>http://example.com/not.this</url></other:group>
              </file>
            </metalink>
            """.formatted(SHA_1, SHA_256);

    private static Metalink parse(String document) throws MetalinkException {
        return MetalinkReader.parse(document.getBytes(UTF_8));
    }

    private static String files(String content) {
        return "<metalink xmlns='urn:ietf:params:xml:ns:metalink'>\n" + content + "\n</metalink>";
    }

    private static MetalinkFile file(String content) throws MetalinkException {
        return parse(files("<file name='a'>" + content + "</file>")).files().getFirst();
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(String document) {
        return assertThatThrownBy(() -> parse(document)).isInstanceOf(MetalinkException.class);
    }

    @Test
    void readsWhatIsNeededToFetchTheFiles() throws Exception {
        List<MetalinkFile> files = parse(COMPLETE).files();
        assertThat(files).extracting(file -> file.path().toString())
                .containsExactly("folder/example.ext", "another.ext");
        MetalinkFile file = files.getFirst();
        assertThat(file.length()).hasValue(786_430);
        assertThat(file.checksums()).containsExactly(Checksum.ofHex(HashType.SHA_256, SHA_256),
                Checksum.ofHex(HashType.SHA_1, SHA_1));
        assertThat(file.pieces()).hasValueSatisfying(pieces -> {
            assertThat(pieces.type()).isEqualTo(HashType.SHA_256);
            assertThat(pieces.pieceLength()).isEqualTo(524_288);
            assertThat(pieces.hashes()).hasSize(2);
        });
        assertThat(file.urls()).containsExactly(
                new MetalinkUrl(URI.create("https://example.org/example.ext"), 1, Optional.empty()),
                new MetalinkUrl(URI.create("http://example.com/example.ext?a=1&b=2"), 2,
                        Optional.of("fr")),
                new MetalinkUrl(URI.create("http://example.net/example.ext"),
                        MetalinkUrl.LOWEST_PRIORITY, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "ISO-8859-1", "windows-1252"})
    void encodingIsThatOfTheMarkOrTheDeclaration(String encoding) throws Exception {
        String mark = encoding.equals("UTF-16LE") ? "\uFEFF" : "";
        String declared = encoding.startsWith("UTF-16") ? "UTF-16" : encoding;
        String document = mark + "<?xml version='1.0' encoding=\"" + declared + "\"?>\n"
                + files("<file name='caf\u00e9'/>");
        Metalink read = MetalinkReader.parse(document.getBytes(Charset.forName(encoding)));
        assertThat(read.files().getFirst().path()).hasToString("caf\u00e9");
    }

    @Test
    void markOfUtf8IsNoText() throws Exception {
        assertThat(parse("\uFEFF" + files("<file name='caf\u00e9'/>")).files()).hasSize(1);
    }

    @Test
    void unknownEncodingIsRefused() {
        assertRefused("<?xml version='1.0' encoding='klingon'?><a/>")
                .hasMessage("line 1: its encoding, klingon, is not known");
    }

    /** The JDK's parser prints on standard error what is wrong with UTF-8. */
    @ParameterizedTest
    @ValueSource(strings = {"", "<?xml version='1.0' encoding='UTF-8'?>",
        "<?xml version='1.0' encoding='US-ASCII'?>"})
    void bytesThatTheEncodingDoesNotHaveAreRefusedWithoutAWordOnStandardError(
            String declaration) {
        byte[] document = (declaration + files("<file name='caf\u00e9'/>"))
                .getBytes(StandardCharsets.ISO_8859_1);
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, UTF_8));
        try {
            assertThatThrownBy(() -> MetalinkReader.parse(document))
                    .isInstanceOf(MetalinkException.class)
                    .hasMessageContaining("not well-formed XML");
        } finally {
            System.setErr(before);
        }
        assertThat(printed.toString(UTF_8)).isEmpty();
    }

    @Test
    void foreignElementsAreIgnored() throws Exception {
        MetalinkFile file = parse(COMPLETE).files().getLast();
        assertThat(file.length()).isEmpty();
        assertThat(file.urls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "", "1000000", "-1", "1.5", "first", "99999999999999999999"})
    void malformedPriorityIsTheLowest(String priority) throws Exception {
        assertThat(file("<url priority='%s'>http://example.com/</url>".formatted(priority)).urls())
                .extracting(MetalinkUrl::priority).containsExactly(MetalinkUrl.LOWEST_PRIORITY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://example.com/a", "file:///etc/passwd", "", "http://a b/", "a",
        "http://user:secret@example.com/a", "javascript:alert(1)", "//"})
    void addressThatIsNoReplicasIsIgnored(String address) throws Exception {
        assertThat(file("<url>" + address + "</url>").urls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'', http://example.com/x/y.meta4, http://example.com/x/b.ext",
        "'', http://example.com, http://example.com/b.ext",
        "xml:base='/data/', http://example.com/x/y.meta4, http://example.com/data/b.ext",
        "xml:base='https://example.org/d/', http://example.com/x/, https://example.org/d/b.ext"})
    void relativeAddressIsResolvedAgainstItsBase(String attributes, URI address, String expected)
            throws Exception {
        String document = files("<file name='a' %s><url>b.ext</url></file>".formatted(attributes));
        assertThat(MetalinkReader.parse(document.getBytes(UTF_8), address).files().getFirst()
                .urls()).extracting(url -> url.uri().toString()).containsExactly(expected);
    }

    @Test
    void relativeAddressOfADocumentOnDiskIsResolvedAgainstItsOrigin() throws Exception {
        Metalink metalink = parse(files("""
                <file name='a'><url>b.ext</url></file>
                <origin>http://example.com/x/y.meta4</origin>"""));
        assertThat(metalink.files().getFirst().urls()).extracting(url -> url.uri().toString())
                .containsExactly("http://example.com/x/b.ext");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../a", "/etc/passwd", "a/../../b", "a\\b", "C:a", "", "a//b", "con",
        "a/", "&#x202e;a", "a&#10;b", "&#xfffe;", "a&#xffff;", "&#xd800;",
        "&#xfffd;", "\ufffe"})
    void unsafeNameIsRefused(String name) {
        assertRefused(files("<file name='" + name + "'/>")).hasMessageStartingWith("line 2: ");
    }

    @ParameterizedTest
    @CsvSource({"a, a", "a, A", "a, a/b", "caf\u00e9, cafe\u0301"})
    void namesOfOneFileAreRefused(String one, String other) {
        assertRefused(files("<file name='%s'/><file name='%s'/>".formatted(one, other)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<size/>", "<size>-1</size>", "<size>1e3</size>",
        "<size>9223372036854775807</size>", "<size>1</size><size>1</size>",
        "<size>٣</size>", "<hash type='sha-256'/>", "<hash type='SHA-1'>a9993e</hash>",
        "<hash type='sha-1'>x9993e364706816aba3e25717850c26c9cd0d89d</hash>",
        "<hash type='sha-1'>" + SHA_1 + "</hash><hash type='sha-1'>" + SHA_1 + "</hash>",
        "<pieces type='sha-1' length='0'/>", "<pieces type='sha-1'/>",
        "<pieces type='sha-1' length='9223372036854775807'/>",
        "<pieces type='sha-1' length='8'><hash>metalinkhash1</hash></pieces>",
        "<size>9</size><pieces type='sha-1' length='8'><hash>" + SHA_1 + "</hash></pieces>"})
    void malformedSizeOrHashIsRefused(String content) {
        assertRefused(files("<file name='a'>" + content + "</file>"))
                .hasMessageStartingWith("line 2: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<!DOCTYPE metalink>",
        "<!DOCTYPE metalink SYSTEM 'file:///etc/passwd'>",
        "<!DOCTYPE metalink [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]>",
        "<!DOCTYPE metalink [<!ENTITY % x SYSTEM 'http://127.0.0.1:1/'> %x;]>",
        "<!DOCTYPE metalink [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"})
    void doctypeIsRefused(String doctype) {
        assertRefused(doctype + files("<file name='a'><url>&x;</url></file>"))
                .hasMessageContaining("DOCTYPE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "text", "<", "\u0000", "<metalink", "<a></b>",
        "<?xml version='1.0' encoding='none'?><a/>", "<?xml version='1.1'?>", "<!-- -->"})
    void otherTextIsRefused(String text) {
        assertRefused(text).hasMessageStartingWith("line 1: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a/>", "<metalink/>", "<metalink xmlns='urn:other'/>",
        "<file xmlns='urn:ietf:params:xml:ns:metalink' name='a'/>"})
    void otherXmlIsRefused(String document) {
        assertRefused(document).hasMessageContaining("no Metalink");
    }

    @Test
    void entityOfNoDeclarationIsRefused() {
        assertRefused(files("<file name='a'><url>&x;</url></file>"))
                .hasMessageStartingWith("line 2: ");
        assertRefused(files("<file name='&x;'/>")).hasMessageStartingWith("line 2: ");
    }

    @Test
    void metalinkOfVersion3IsRefusedByName() {
        assertRefused(
                "<metalink version='3.0' xmlns='http://www.metalinker.org/'><files/></metalink>")
                .hasMessageContaining("version 3");
    }

    @Test
    void metalinkWithoutFilesIsRefused() {
        assertRefused(files("")).hasMessageContaining("no file");
    }

    @Test
    void messageCarriesNoControls() {
        assertRefused(files("<file name='a'><size>1&#x9b;31m&#x202e;</size></file>")).message()
                .doesNotContain("\u009b").doesNotContain("\u202e");
    }

    @Test
    void everyTruncatedDocumentIsRefused() {
        byte[] document = COMPLETE.strip().getBytes(UTF_8);
        for (int length = 0; length < document.length; length++) {
            byte[] truncated = Arrays.copyOf(document, length);
            assertThatThrownBy(() -> MetalinkReader.parse(truncated))
                    .isInstanceOf(MetalinkException.class);
        }
    }

    @Test
    void damagedDocumentIsReadOrRefused() {
        Random random = new Random(5854);
        byte[] document = COMPLETE.getBytes(UTF_8);
        for (int i = 0; i < 3_000; i++) {
            byte[] damaged = document.clone();
            for (int j = random.nextInt(1, 6); j > 0; j--) {
                damaged[random.nextInt(damaged.length)] = random.nextBoolean()
                        ? (byte) random.nextInt()
                        : document[random.nextInt(document.length)];
            }
            try {
                assertThat(MetalinkReader.parse(damaged).files()).isNotEmpty();
            } catch (MetalinkException e) {
                assertThat(e.getMessage()).isNotBlank().hasLineCount(1);
            }
        }
    }

    @Test
    void otherEncodingsAreRead() throws Exception {
        String document = "<?xml version='1.0' encoding='UTF-16'?>" + files("<file name='数据 😀'/>");
        assertThat(MetalinkReader.parse(document.getBytes(StandardCharsets.UTF_16)).files()
                .getFirst().path()).hasToString("数据 😀");
    }

    @Test
    void limitsHold() {
        assertThatThrownBy(() -> MetalinkReader.parse(new byte[MetalinkReader.MAX_LENGTH + 1]))
                .isInstanceOf(MetalinkException.class).hasMessageContaining("bytes");
        assertRefused(files("<x>".repeat(40))).hasMessageContaining("nested deeper");
        assertRefused(files("<file name='a'><y>" + "<x>".repeat(1_000_000)))
                .hasMessageContaining("nested deeper");
        assertRefused(files("<file name='a'><url>" + "a".repeat(9_000) + "</url></file>"))
                .hasMessageContaining("longer than");
        assertRefused(files("<file name='a'>" + "<url/>".repeat(1_001) + "</file>"))
                .hasMessageContaining("addresses");
        assertRefused(files("<file name='a'/>".repeat(100_001))).hasMessageContaining("files");
        String hashes = ("<hash>" + SHA_1 + "</hash>").repeat(400_001);
        assertRefused(files("<file name='a'><pieces type='sha-1' length='1'>" + hashes
                + "</pieces></file>")).hasMessageContaining("piece hashes");
    }
}
