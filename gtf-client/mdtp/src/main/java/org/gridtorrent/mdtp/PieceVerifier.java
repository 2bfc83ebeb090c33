package org.gridtorrent.mdtp;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.BitSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;

/**
 * Check of pieces against their hashes, as soon as their bytes are written.
 *
 * <p>Pieces are read and hashed on a thread of its own, which tells the fetch's thread of each. All methods
 * belong to the fetch's thread.
 */
final class PieceVerifier implements AutoCloseable {
    private final PieceHashes hashes;
    private final PartialFile file;
    private final long fileLength;
    private final Consumer<FetchMessage> fetch;
    private final ExecutorService hasher = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("piece hasher").daemon().factory());
    private final BitSet verified = new BitSet();
    private final BitSet underWay = new BitSet();
    /** Pieces that were written to while they were hashed. */
    private final BitSet overwritten = new BitSet();

    PieceVerifier(PieceHashes hashes, PartialFile file, long fileLength,
            Consumer<FetchMessage> fetch) {
        this.hashes = hashes;
        this.file = file;
        this.fileLength = fileLength;
        this.fetch = fetch;
    }

    ByteRange range(int piece) {
        return hashes.range(piece, fileLength);
    }

    /** Begins to check the pieces that the range completes. */
    void arrived(ByteRange range, RangeSet written) {
        for (int piece = hashes.pieceAt(range.start()); piece <= hashes
                .pieceAt(range.end() - 1); piece++) {
            ByteRange bytes = range(piece);
            if (!verified.get(piece) && !underWay.get(piece)
                    && written.contains(bytes.start(), bytes.end())) {
                check(piece);
            }
        }
    }

    /** Has the range's pieces checked again: it was written to when its bytes were there already. */
    void overwritten(ByteRange range, RangeSet written) {
        int first = hashes.pieceAt(range.start());
        int end = hashes.pieceAt(range.end() - 1) + 1;
        verified.clear(first, end);
        overwritten.set(first, end);
        arrived(range, written);
    }

    private void check(int piece) {
        underWay.set(piece);
        overwritten.clear(piece);
        hasher.execute(() -> fetch.accept(hash(piece)));
    }

    private FetchMessage hash(int piece) {
        MessageDigest digest = hashes.type().newDigest();
        try {
            file.digest(range(piece), digest);
        } catch (IOException e) {
            return new FetchMessage.DiskFailed(e);
        }
        return new FetchMessage.PieceHashed(piece,
                MessageDigest.isEqual(digest.digest(), hashes.hashes().get(piece)));
    }

    /** Takes a result; returns whether the piece is false. */
    boolean isFalse(FetchMessage.PieceHashed hashed) {
        int piece = hashed.piece();
        underWay.clear(piece);
        if (overwritten.get(piece)) {
            check(piece);
            return false;
        }
        verified.set(piece, hashed.isTrue());
        return !hashed.isTrue();
    }

    boolean isVerified(int piece) {
        return verified.get(piece);
    }

    /** Whether no piece is being checked. */
    boolean isIdle() {
        return underWay.isEmpty();
    }

    boolean isComplete() {
        return verified.cardinality() == hashes.hashes().size();
    }

    /** Ends the thread, without an interrupt, which would close the file. */
    @Override
    public void close() {
        hasher.shutdown();
    }
}
