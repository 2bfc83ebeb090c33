package org.gridtorrent.engine.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.engine.storage.journal.PieceJournal;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Storage and journal of a content that is read and not kept.
 *
 * <p>Nothing is synced. A piece of an earlier process is hashed before its first byte is given out; one that
 * does not match is an {@link IOException}, and is fetched again. Thread-safe.
 */
final class CacheStorage implements Storage, PieceJournal {
    private static final int READ_LENGTH = 256 * 1024;
    /** No other program writes to the cache. */
    private static final FileStamp STAMP = new FileStamp(Long.MAX_VALUE, 0, 0);

    private final Metainfo metainfo;
    private final CachedContent content;
    private final Path folder;

    /** @param folder of the cache */
    CacheStorage(Metainfo metainfo, CachedContent content, Path folder) {
        this.metainfo = metainfo;
        this.content = content;
        this.folder = folder;
    }

    @Override
    public void read(Block block, ByteBuffer into) throws IOException {
        if (content.isSuspect(block.piece())) {
            check(block.piece());
        }
        content.read(block, into);
    }

    private void check(int piece) throws IOException {
        int length = content.layout().pieceLength(piece);
        MessageDigest digest = metainfo.pieceHashAlgorithm().newDigest();
        var buffer = ByteBuffer.allocate(Math.min(READ_LENGTH, length));
        for (int offset = 0; offset < length; offset += READ_LENGTH) {
            int part = Math.min(READ_LENGTH, length - offset);
            content.read(new Block(piece, offset, part), buffer.clear().limit(part));
            digest.update(buffer.flip());
        }
        if (!metainfo.pieceMatches(piece, digest.digest())) {
            throw new IOException("piece " + piece + " in the cache does not match its hash");
        }
        content.setChecked(piece);
    }

    @Override
    public void write(Block block, ByteBuffer data) throws IOException {
        content.write(block, data);
    }

    @Override
    public void sync() {
        // A piece that a crash loses is fetched again.
    }

    @Override
    public void sync(Collection<Integer> files) {
        sync();
    }

    @Override
    public void reopen(int file) {
        // No other program replaces the file.
    }

    @Override
    public void create(int file) {
        // One file holds the whole content.
    }

    @Override
    public boolean makeExecutable(int file) {
        return true;
    }

    @Override
    public Optional<FileStamp> stamp(int file) {
        return Optional.of(STAMP);
    }

    @Override
    public Path mountPoint() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        content.close();
    }

    @Override
    public Bitfield recordedPieces() {
        return content.pieces();
    }

    @Override
    public boolean hasStamp(int file) {
        return false;
    }

    @Override
    public boolean isUnchanged(int file, Storage storage) {
        return true;
    }

    @Override
    public void recordVerified(List<Integer> pieces, Set<Integer> files, Set<Integer> disturbed,
            Storage storage) throws IOException {
        content.addVerified(pieces);
    }

    @Override
    public void recordVerified(List<Integer> pieces, Map<Integer, FileStamp> stamps)
            throws IOException {
        content.addVerified(pieces);
    }

    @Override
    public void recordLost(List<Integer> pieces) throws IOException {
        content.remove(pieces);
    }
}
