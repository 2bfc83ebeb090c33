package org.gridtorrent.engine.upload;

import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.gridtorrent.metainfo.HashAlgorithm;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Allowed-fast set: pieces that a peer may request while it is choked (BEP 6).
 *
 * <p>A new peer so gets pieces that it can trade. The set follows from the peer's network and the
 * info-hash alone: a peer that connects again, or from many addresses of one network, is allowed the same
 * pieces. Pure.
 */
public final class AllowedFast {
    private static final int INDEX_LENGTH = Integer.BYTES;

    private AllowedFast() {}

    /**
     * Computes the set by the algorithm of BEP 6, which is defined for IPv4 alone: SHA-1 of the address,
     * its last byte zero, and the info-hash is hashed again and again, and each four bytes select a piece.
     *
     * @param count size of the set; all pieces when there are no more
     */
    public static SequencedSet<Integer> pieces(Inet4Address peer, InfoHash infoHash,
            int pieceCount, int count) {
        int wanted = Math.min(count, pieceCount);
        SequencedSet<Integer> pieces = new LinkedHashSet<>();
        byte[] network = peer.getAddress();
        network[network.length - 1] = 0;
        byte[] seed = infoHash.truncated().bytes();
        byte[] digest = ByteBuffer.allocate(network.length + seed.length).put(network).put(seed)
                .array();
        while (pieces.size() < wanted) {
            digest = HashAlgorithm.SHA_1.newDigest().digest(digest);
            ByteBuffer numbers = ByteBuffer.wrap(digest);
            while (pieces.size() < wanted && numbers.remaining() >= INDEX_LENGTH) {
                pieces.add(Integer.remainderUnsigned(numbers.getInt(), pieceCount));
            }
        }
        return pieces;
    }
}
