package org.gridtorrent.client.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.metalink.MetalinkFile;

/** File that may be there already. */
final class PresentFile {
    private static final int BUFFER = 1 << 20;

    private PresentFile() {}

    /**
     * Whether a Metalink's file is there: with the checksum or piece hashes of the Metalink, or with its
     * length if it has none of them.
     */
    static boolean isThere(Path path, MetalinkFile described) throws IOException {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        long length = Files.size(path);
        boolean isAsLong = described.length().orElse(length) == length;
        if (!isAsLong || !described.checksums().isEmpty()) {
            return isAsLong && hasChecksum(path, described.checksums().getFirst());
        }
        return described.pieces().isPresent()
                ? hasPieces(path, length, described.pieces().get())
                : described.length().isPresent();
    }

    /** Whether the file has this checksum; false if there is none. */
    static boolean hasChecksum(Path path, Checksum checksum) throws IOException {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        MessageDigest digest = checksum.type().newDigest();
        try (InputStream in = Files.newInputStream(path)) {
            update(digest, in, Files.size(path));
        }
        return checksum.matches(digest.digest());
    }

    private static boolean hasPieces(Path path, long length, PieceHashes pieces)
            throws IOException {
        if (!pieces.covers(length)) {
            return false;
        }
        MessageDigest digest = pieces.type().newDigest();
        try (InputStream in = Files.newInputStream(path)) {
            for (int piece = 0; piece < pieces.hashes().size(); piece++) {
                update(digest, in, pieces.range(piece, length).length());
                if (!MessageDigest.isEqual(digest.digest(), pieces.hashes().get(piece))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void update(MessageDigest digest, InputStream in, long count)
            throws IOException {
        byte[] buffer = new byte[(int) Math.min(BUFFER, count)];
        long left = count;
        while (left > 0) {
            int read = in.readNBytes(buffer, 0, (int) Math.min(buffer.length, left));
            if (read == 0) {
                return; // it became shorter
            }
            digest.update(buffer, 0, read);
            left -= read;
        }
    }
}
