package org.gridtorrent.mdtp;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;

/** Checks pieces against their hashes as soon as their bytes are written. Confined to the fetch's thread. */
final class PieceCheck {
    private final PieceHashes hashes;
    private final PartialFile file;
    private final long fileLength;
    private final BitSet verified = new BitSet();
    private final MessageDigest digest;

    PieceCheck(PieceHashes hashes, PartialFile file, long fileLength) {
        this.hashes = hashes;
        this.file = file;
        this.fileLength = fileLength;
        digest = digest(hashes.algorithm());
    }

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("unknown hash " + algorithm, e);
        }
    }

    /** Checks the pieces that the range completes; returns those that are false. */
    List<ByteRange> check(ByteRange range, RangeSet written) throws IOException {
        List<ByteRange> corrupt = new ArrayList<>();
        for (int piece = hashes.pieceAt(range.start()); piece <= hashes
                .pieceAt(range.end() - 1); piece++) {
            ByteRange bytes = hashes.range(piece, fileLength);
            if (!verified.get(piece) && written.contains(bytes.start(), bytes.end())) {
                file.digest(bytes, digest);
                if (Arrays.equals(digest.digest(), hashes.hashes().get(piece))) {
                    verified.set(piece);
                } else {
                    corrupt.add(bytes);
                }
            }
        }
        return corrupt;
    }
}
