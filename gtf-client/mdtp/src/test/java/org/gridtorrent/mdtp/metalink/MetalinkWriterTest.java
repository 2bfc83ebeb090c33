package org.gridtorrent.mdtp.metalink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.metainfo.SafePath;
import org.junit.jupiter.api.Test;

final class MetalinkWriterTest {

    private static byte[] digest(int seed) {
        return HashType.SHA_256.newDigest().digest(new byte[]{(byte) seed});
    }

    private static MetalinkFile file(String path) throws Exception {
        return new MetalinkFile(SafePath.parse(path), OptionalLong.of(5),
                List.of(new Checksum(HashType.SHA_256, digest(1))), Optional.empty(),
                List.of(new MetalinkUrl(URI.create("http://example.com/a?b=1&c=2"), 2,
                        Optional.of("de")),
                        new MetalinkUrl(URI.create("https://example.org/caf\u00e9"), 1,
                                Optional.empty())));
    }

    private static byte[] written(Metalink metalink) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MetalinkWriter.write(metalink, out);
        return out.toByteArray();
    }

    @Test
    void writesFilesWithTheirChecksumsAndAddresses() throws Exception {
        assertThat(new String(written(new Metalink(List.of(file("d/a.ext")))), UTF_8)).isEqualTo("""
                <?xml version="1.0" encoding="UTF-8"?>
                <metalink xmlns="urn:ietf:params:xml:ns:metalink">
                  <file name="d/a.ext">
                    <size>5</size>
                    <hash type="sha-256">%s</hash>
                    <url priority="1">https://example.org/caf%%C3%%A9</url>
                    <url location="de" priority="2">http://example.com/a?b=1&amp;c=2</url>
                  </file>
                </metalink>""".formatted(new Checksum(HashType.SHA_256, digest(1)).hex()));
    }

    @Test
    void whatIsWrittenIsReadBack() throws Exception {
        MetalinkFile plain = file("d/\u6570\u636e & 'quoted' ]]; \ud83d\ude00.ext");
        MetalinkFile withPieces = new MetalinkFile(SafePath.parse("e"), OptionalLong.of(5),
                List.of(), Optional.of(new PieceHashes(HashType.SHA_256, 3,
                        List.of(digest(2), digest(3)))),
                List.of());
        List<MetalinkFile> read = MetalinkReader
                .parse(written(new Metalink(List.of(plain, withPieces)))).files();
        assertThat(read.getFirst().path()).isEqualTo(plain.path());
        assertThat(read.getFirst().checksums()).isEqualTo(plain.checksums());
        assertThat(read.getFirst().urls()).extracting(url -> url.uri().toASCIIString())
                .containsExactly("https://example.org/caf%C3%A9", "http://example.com/a?b=1&c=2");
        PieceHashes pieces = read.getLast().pieces().orElseThrow();
        assertThat(pieces.pieceLength()).isEqualTo(3);
        assertThat(pieces.hashes()).containsExactly(digest(2), digest(3));
    }
}
