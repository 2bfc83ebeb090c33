package org.gridtorrent.metainfo.create;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.metainfo.FileChecksum;
import org.gridtorrent.metainfo.HashAlgorithm;
import org.gridtorrent.metainfo.MetainfoException;
import org.jspecify.annotations.Nullable;

/**
 * Hashes whole files by SHA-256, one after the other, while a {@link PieceHasher} hashes their pieces.
 *
 * <p>Stays behind the piece hasher's threads, and holds them back when they are too far ahead: what it
 * reads is then mostly in the page cache, so that the disk reads each byte once. One thread runs it; the piece
 * hasher's threads call {@link #pieceBegins}, and any thread {@link #stop}.
 */
final class FileHasher {
    /** How far the piece hasher's threads may be ahead, in bytes. */
    static final long WINDOW = 256L * 1024 * 1024;

    private static final int BUFFER_LENGTH = 1024 * 1024;

    private final List<SourceEntry> entries;
    private final PreviousHashes.@Nullable Lookup previous;
    private final long window;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final Map<Integer, FileChecksum> checksums = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    /** Offset in the content from which on no piece has begun to be hashed. */
    private long pieces;
    /** Offset in the content up to which this is done. */
    private long done;
    private boolean stopped;

    /**
     * @param previous where checksums of unchanged files are taken from; null for none
     * @param window how many bytes the piece hasher's threads may be ahead
     */
    FileHasher(List<SourceEntry> entries, PreviousHashes.@Nullable Lookup previous, long window) {
        this.entries = entries;
        this.window = window;
        this.previous = previous;
    }

    /** A piece from {@code start} to {@code end} is about to be hashed; waits if that is too far ahead. */
    void pieceBegins(long start, long end) {
        lock.lock();
        try {
            pieces = Math.max(pieces, end);
            moved.signalAll();
            while (!stopped && start - done > window) {
                moved.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the hashing and all waits. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Hashes the files, or until it is stopped. */
    void run() throws IOException, MetainfoException {
        try {
            long offset = 0;
            for (int entry = 0; entry < entries.size(); entry++) {
                Optional<SourceFile> file = entries.get(entry).file();
                if (file.isPresent() && !skip(entry)) {
                    hash(entry, file.get(), offset);
                }
                offset += entries.get(entry).length();
                finished(offset);
            }
        } finally {
            stop();
        }
    }

    /** Takes over the checksum of an unchanged file; one that had none before is not read for it. */
    private boolean skip(int entry) {
        if (previous == null || !previous.hasAllPieces(entry)) {
            return false;
        }
        previous.checksum(entry).ifPresent(known -> checksums.put(entry, known));
        return true;
    }

    private void hash(int entry, SourceFile source, long offset)
            throws IOException, MetainfoException {
        MessageDigest sha256 = HashAlgorithm.SHA_256.newDigest();
        try (FileChannel channel = FileChannel.open(source.file(), StandardOpenOption.READ)) {
            for (long position = 0; position < source.length();) {
                if (!awaitPieces(offset + position)) {
                    return;
                }
                buffer.clear().limit((int) Math.min(BUFFER_LENGTH, source.length() - position));
                int read = channel.read(buffer, position);
                if (read <= 0) {
                    throw source.changed();
                }
                sha256.update(buffer.flip());
                position += read;
                finished(offset + position);
            }
        }
        checksums.put(entry, FileChecksum.of(sha256.digest()));
    }

    /** Waits until the piece with this byte is being hashed; false when stopped. */
    private boolean awaitPieces(long offset) {
        lock.lock();
        try {
            while (!stopped && pieces <= offset) {
                moved.awaitUninterruptibly();
            }
            return !stopped;
        } finally {
            lock.unlock();
        }
    }

    private void finished(long offset) {
        lock.lock();
        try {
            done = offset;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Checksums by entry, once {@link #run} has ended. */
    Map<Integer, FileChecksum> checksums() {
        return checksums;
    }
}
