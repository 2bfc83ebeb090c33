package org.gridtorrent.engine.swarm;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceSink;

/** Piece sink that reports each piece as verified after the time of a sync. */
final class VirtualDisk implements PieceSink {
    private static final long SYNC_NS = 100_000_000L;
    /** Never full, so that a run does not depend on the machine. */
    private static final BufferPool MEMORY = new BufferPool(1L << 40);

    private final VirtualTime time;
    private final VirtualHost host;
    private final PieceLayout layout;
    private final Map<Integer, Integer> received = new HashMap<>();

    VirtualDisk(VirtualTime time, PieceLayout layout, VirtualHost host) {
        this.time = time;
        this.host = host;
        this.layout = layout;
    }

    @Override
    public BufferPool bufferPool() {
        return MEMORY;
    }

    @Override
    public boolean submit(Block part, ByteBuffer data, Runnable done) {
        done.run();
        int piece = part.piece();
        if (received.merge(piece, part.length(), Integer::sum) == layout.pieceLength(piece)) {
            received.remove(piece);
            time.in(SYNC_NS, () -> host.pieceVerified(piece));
        }
        return true;
    }

    @Override
    public void clearPiece(int piece) {
        received.remove(piece);
    }

    @Override
    public Set<Integer> dropQueued() {
        return Set.of();
    }

    @Override
    public long queuedBytes() {
        return 0;
    }

    @Override
    public CompletableFuture<Void> flush() {
        return CompletableFuture.completedFuture(null);
    }
}
