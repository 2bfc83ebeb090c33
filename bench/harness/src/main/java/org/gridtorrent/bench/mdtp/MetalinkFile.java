package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Metalink 4 file (RFC 5854) of one file, with SHA-256 of the whole and of its pieces. */
final class MetalinkFile {
    private static final int PIECE_LENGTH = 1 << 20;

    private MetalinkFile() {}

    /** Writes one for a file that lies here and is served at these addresses. */
    static void write(Path metalink, Path file, List<String> urls) throws IOException {
        MessageDigest whole = sha256();
        StringBuilder pieces = new StringBuilder();
        try (InputStream in = Files.newInputStream(file)) {
            for (byte[] piece = in.readNBytes(PIECE_LENGTH); piece.length > 0; piece = in
                    .readNBytes(PIECE_LENGTH)) {
                whole.update(piece);
                pieces.append("<hash>").append(hex(sha256().digest(piece))).append("</hash>\n");
            }
        }
        StringBuilder sources = new StringBuilder();
        urls.forEach(url -> sources.append("<url>").append(url).append("</url>\n"));
        Files.writeString(metalink, """
                <?xml version="1.0" encoding="UTF-8"?>
                <metalink xmlns="urn:ietf:params:xml:ns:metalink">
                <file name="%s">
                <size>%d</size>
                <hash type="sha-256">%s</hash>
                <pieces length="%d" type="sha-256">
                %s</pieces>
                %s</file>
                </metalink>
                """.formatted(file.getFileName(), Files.size(file), hex(whole.digest()),
                PIECE_LENGTH, pieces, sources));
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
