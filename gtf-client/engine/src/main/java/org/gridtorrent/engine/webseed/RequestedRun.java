package org.gridtorrent.engine.webseed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Blocks that follow one another in the content and were requested together.
 *
 * <p>Cancelled blocks at its end shorten it; others come all the same. Guarded by the lock of its {@link WebSeed}.
 */
final class RequestedRun {
    final BlockAssembler assembler;
    private final PieceLayout layout;
    private final long start;
    private final long requestedEnd;
    /** Offset in the content behind the last byte that is wanted. */
    private long end;
    private final Set<Block> cancelled = new HashSet<>();
    /** Its fetches that are not over. */
    int fetches;

    private RequestedRun(PieceLayout layout, long start, long end) {
        this.layout = layout;
        this.start = start;
        this.end = end;
        requestedEnd = end;
        assembler = new BlockAssembler(layout);
    }

    /** Joins blocks that follow one another in the list, forwards or backwards. */
    static List<RequestedRun> join(List<Block> blocks, PieceLayout layout) {
        List<RequestedRun> runs = new ArrayList<>();
        long start = 0;
        long end = 0;
        for (Block block : blocks) {
            long at = layout.offset(block);
            if (start < end && at + block.length() == start) {
                start = at;
                continue;
            }
            if (at != end && start < end) {
                runs.add(new RequestedRun(layout, start, end));
            }
            start = start < end && at == end ? start : at;
            end = at + block.length();
        }
        runs.add(new RequestedRun(layout, start, end));
        return runs;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    /** Whether all is cancelled, or so many bytes at its end. */
    boolean isWorthShortening(long length) {
        return end == start || requestedEnd - end >= length;
    }

    /** Notes a cancelled block; returns whether it is of this run. */
    boolean cancel(Block block) {
        long at = layout.offset(block);
        if (at < start || at >= end) {
            return false;
        }
        cancelled.add(block);
        while (end > start && cancelled.remove(layout.blockAt(end - 1))) {
            end = layout.offset(layout.blockAt(end - 1));
        }
        return true;
    }
}
