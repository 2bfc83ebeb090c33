package org.gridtorrent.engine.storage;

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
 * What the blocks of pieces were that did not match, as their digests: when such a piece has come anew
 * and matches, the blocks that differ are those that were false (so libtorrent's "smart ban" finds who
 * sent them). Of the last pieces that failed, {@value #MOST_BLOCKS} blocks. For the writer's thread.
 */
final class FailedPieces {
    private static final int MOST_BLOCKS = 1 << 16;

    private final Metainfo metainfo;
    private final PieceLayout layout;
    private final SequencedMap<Integer, List<byte[]>> failed = new LinkedHashMap<>();
    private int blocks;

    /** Where the bytes of a piece are, one block after the other. */
    interface Source {
        /** Gives the block's bytes, which may be others after the next call. */
        ByteBuffer block(Block block) throws IOException;
    }

    FailedPieces(Metainfo metainfo) {
        this.metainfo = metainfo;
        this.layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
    }

    void failed(int piece, Source bytes) throws IOException {
        var _ = take(piece);
        failed.put(piece, digests(piece, bytes));
        blocks += layout.blockCount(piece);
        while (blocks > MOST_BLOCKS) {
            var _ = take(failed.firstEntry().getKey());
        }
    }

    boolean has(int piece) {
        return failed.containsKey(piece);
    }

    private @Nullable List<byte[]> take(int piece) {
        List<byte[]> digests = failed.remove(piece);
        blocks -= digests == null ? 0 : digests.size();
        return digests;
    }

    /** The piece matches, with these bytes: gives its blocks that were false before. */
    List<Block> matched(int piece, Source bytes) throws IOException {
        List<byte[]> before = take(piece);
        if (before == null) {
            return List.of();
        }
        List<byte[]> now = digests(piece, bytes);
        List<Block> differing = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            if (!MessageDigest.isEqual(before.get(i), now.get(i))) {
                differing.add(layout.block(piece, i));
            }
        }
        return differing;
    }

    private List<byte[]> digests(int piece, Source bytes) throws IOException {
        MessageDigest digest = metainfo.pieceHash().digest();
        List<byte[]> digests = new ArrayList<>();
        for (int i = 0; i < layout.blockCount(piece); i++) {
            digest.update(bytes.block(layout.block(piece, i)));
            digests.add(digest.digest());
        }
        return digests;
    }
}
