package org.gridtorrent.engine.peers;

import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.gridtorrent.metainfo.HashAlgorithm;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Which pieces a peer may ask for before its turn has come, so that it soon has something to give
 * (BEP 6). They follow from its network and the info-hash alone: whoever comes again, or with many
 * addresses of one network, is allowed the same ones. Pure.
 */
public final class AllowedFast {
    private static final int INDEX_LENGTH = Integer.BYTES;

    private AllowedFast() {}

    /**
     * The algorithm of BEP 6, which is for IPv4 alone: the digest of the address, its last byte zero, and
     * the info-hash is digested again and again, and each four bytes of it name a piece.
     *
     * @param count how many; all, when there are not more
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
