package org.gridtorrent.engine.storage.integrity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.Metainfo;
import org.jspecify.annotations.Nullable;

/**
 * Block digests of pieces that failed their hash, as libtorrent's "smart ban" keeps them.
 *
 * <p>When such a piece was downloaded again and matches, the blocks that differ were corrupt, and name
 * the peers that sent them. Keeps the last {@value #MAX_BLOCKS} blocks. For the disk worker's thread.
 */
public final class SmartBan {
    private static final int MAX_BLOCKS = 1 << 16;

    private final Metainfo metainfo;
    private final PieceLayout layout;
    private final SequencedMap<Integer, List<byte[]>> digests = new LinkedHashMap<>();
    private int blocks;

    /** Gives the bytes of a piece, block by block. */
    public interface Source {
        /** The block's bytes; the buffer may be reused by the next call. */
        ByteBuffer block(Block block) throws IOException;
    }

    public SmartBan(Metainfo metainfo) {
        this.metainfo = metainfo;
        this.layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
    }

    /** Keeps the digests of a piece that failed. */
    public void add(int piece, Source bytes) throws IOException {
        var _ = take(piece);
        digests.put(piece, digestsOf(piece, bytes));
        blocks += layout.blockCount(piece);
        while (blocks > MAX_BLOCKS) {
            var _ = take(digests.firstEntry().getKey());
        }
    }

    public boolean has(int piece) {
        return digests.containsKey(piece);
    }

    private @Nullable List<byte[]> take(int piece) {
        List<byte[]> taken = digests.remove(piece);
        blocks -= taken == null ? 0 : taken.size();
        return taken;
    }

    /** The blocks that were corrupt when the piece failed; it matches now, with these bytes. */
    public List<Block> takeCorruptBlocks(int piece, Source bytes) throws IOException {
        List<byte[]> before = take(piece);
        if (before == null) {
            return List.of();
        }
        List<byte[]> now = digestsOf(piece, bytes);
        List<Block> corrupt = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            if (!MessageDigest.isEqual(before.get(i), now.get(i))) {
                corrupt.add(layout.block(piece, i));
            }
        }
        return corrupt;
    }

    private List<byte[]> digestsOf(int piece, Source bytes) throws IOException {
        MessageDigest digest = metainfo.pieceHashAlgorithm().newDigest();
        List<byte[]> found = new ArrayList<>();
        for (int i = 0; i < layout.blockCount(piece); i++) {
            digest.update(bytes.block(layout.block(piece, i)));
            found.add(digest.digest());
        }
        return found;
    }
}
