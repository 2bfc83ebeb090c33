package org.gridtorrent.engine.swarm;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.PieceBuffers;
import org.gridtorrent.engine.storage.PieceSink;

/** Takes every piece, and has it a little later, as a disk that syncs does. */
final class VirtualDisk implements PieceSink {
    private static final long SYNC_NS = 100_000_000L;

    private final VirtualTime time;
    private final VirtualHost host;
    private final PieceBuffers buffers;

    VirtualDisk(VirtualTime time, PieceLayout layout, VirtualHost host) {
        this.time = time;
        this.host = host;
        this.buffers = new PieceBuffers(layout.pieceLength());
    }

    @Override
    public PieceBuffers buffers() {
        return buffers;
    }

    @SuppressWarnings("ByteBufferBackingArray") // wrapped by the one who submits, from its beginning
    private static byte[] arrayOf(ByteBuffer data) {
        return data.array();
    }

    @Override
    public boolean submit(int piece, ByteBuffer data) {
        buffers.give(arrayOf(data));
        time.in(SYNC_NS, () -> host.durable(piece));
        return true;
    }

    @Override
    public CompletableFuture<Void> flush() {
        return CompletableFuture.completedFuture(null);
    }
}
