package org.gridtorrent.engine.storage;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Takes the bytes of whole pieces and of parts, as many as may wait, sets their hashing going, and
 * queues them for the disk. Thread-safe.
 */
final class StoreIntake {
    private final FileLayout layout;
    private final Metainfo metainfo;
    private final QueuedBytes queued;
    private final StoreQueue queue;
    /** Those of which parts have come, and not all. */
    private final Map<Integer, PartialPiece> partials = new ConcurrentHashMap<>();

    StoreIntake(Metainfo metainfo, QueuedBytes queued, StoreQueue queue) {
        this.layout = new FileLayout(metainfo);
        this.metainfo = metainfo;
        this.queued = queued;
        this.queue = queue;
    }

    /** False when there is no room, or nothing is written any more. */
    boolean submit(Block part, ByteBuffer data, Runnable done) {
        if (!queue.isOpen() || !queued.reserve(part.length())) {
            return false;
        }
        ByteBuffer bytes = data.slice();
        layout.clearPadding(part, bytes);
        if (part.equals(layout.pieces().whole(part.piece()))) {
            queue.add(new DiskJob.Write(part, bytes,
                    HashThreads.matches(metainfo, part.piece(), bytes.duplicate()), done));
        } else {
            submitPart(part, bytes, done);
        }
        return true;
    }

    private void submitPart(Block part, ByteBuffer bytes, Runnable done) {
        PartialPiece partial = partials.computeIfAbsent(part.piece(),
                piece -> new PartialPiece(metainfo, piece, layout.pieces().pieceLength(piece)));
        queue.add(new DiskJob.Part(part, bytes, partial.take(part, bytes.duplicate()), done));
        if (partial.isWhole()) {
            partials.remove(part.piece());
            queue.add(new DiskJob.Finish(partial));
        }
    }

    /** The parts of the piece that have come are of no use. */
    void forget(int piece) {
        partials.remove(piece);
    }

    long queuedBytes() {
        return queued.count();
    }
}
