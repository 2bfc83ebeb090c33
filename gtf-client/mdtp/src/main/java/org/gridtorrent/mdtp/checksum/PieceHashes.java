package org.gridtorrent.mdtp.checksum;

import java.util.List;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Hashes of a file's pieces, all of one length but the last.
 *
 * @param hashes in the order of the pieces
 */
public record PieceHashes(HashType type, long pieceLength, List<byte[]> hashes) {

    public PieceHashes {
        if (pieceLength <= 0) {
            throw new IllegalArgumentException("piece length " + pieceLength);
        }
        hashes = List.copyOf(hashes);
    }

    /** True if the number of hashes is the number of pieces of a file of this length. */
    public boolean covers(long fileLength) {
        return hashes.size() == Math.ceilDiv(fileLength, pieceLength);
    }

    /** Number of the piece that holds the byte at this offset. */
    public int pieceAt(long offset) {
        return Math.toIntExact(offset / pieceLength);
    }

    /** Bytes of a piece in a file of this length. */
    public ByteRange range(int piece, long fileLength) {
        return new ByteRange(piece * pieceLength,
                Math.min(fileLength, (piece + 1) * pieceLength));
    }
}
