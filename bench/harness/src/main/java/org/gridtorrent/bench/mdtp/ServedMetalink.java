package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.metalink.Metalink;
import org.gridtorrent.mdtp.metalink.MetalinkFile;
import org.gridtorrent.mdtp.metalink.MetalinkUrl;
import org.gridtorrent.mdtp.metalink.MetalinkWriter;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.SafePath;

/** Metalink 4 document (RFC 5854) of one served file, with SHA-256 of the whole and of its pieces. */
final class ServedMetalink {
    private static final int PIECE_LENGTH = 1 << 20;

    private ServedMetalink() {}

    /** Writes one for a file that lies here and is served at these addresses. */
    static void write(Path metalink, Path file, List<String> urls) throws IOException {
        MessageDigest whole = HashType.SHA_256.newDigest();
        List<byte[]> pieces = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            for (byte[] piece = in.readNBytes(PIECE_LENGTH); piece.length > 0; piece = in
                    .readNBytes(PIECE_LENGTH)) {
                whole.update(piece);
                pieces.add(HashType.SHA_256.newDigest().digest(piece));
            }
        }
        MetalinkFile described = new MetalinkFile(name(file), OptionalLong.of(Files.size(file)),
                List.of(new Checksum(HashType.SHA_256, whole.digest())),
                Optional.of(new PieceHashes(HashType.SHA_256, PIECE_LENGTH, pieces)),
                urls.stream().map(url -> new MetalinkUrl(URI.create(url),
                        MetalinkUrl.LOWEST_PRIORITY, Optional.empty())).toList());
        try (OutputStream out = Files.newOutputStream(metalink)) {
            MetalinkWriter.write(new Metalink(List.of(described)), out);
        }
    }

    private static SafePath name(Path file) throws IOException {
        try {
            return SafePath.parse(String.valueOf(file.getFileName()));
        } catch (MetainfoException e) {
            throw new IOException(file + " has a name that no Metalink can have", e);
        }
    }
}
