package org.gridtorrent.engine.cache;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.files.FileDescriptors;
import org.gridtorrent.metainfo.InfoHash;

/**
 * File that says which pieces of a content are in the cache.
 *
 * <p>A head with the content's info-hash and lengths, then one bit for each piece. It is never synced: after a
 * crash of the machine it may say too much or too little, so every piece is hashed before it is first
 * used. The file is open only while it is written. Its time of change tells when the content was last used.
 * Not thread-safe.
 */
final class PieceMap {
    private static final int MAGIC = 0x47544331; // "GTC1"
    private static final int PINNED_OFFSET = 36;
    private static final int HEAD_LENGTH = 64;
    private static final long MAX_LENGTH = 64L << 20;

    private final Path file;
    private final PieceLayout layout;
    private final Bitfield pieces;
    private boolean pinned;

    private PieceMap(Path file, PieceLayout layout, Bitfield pieces, boolean pinned) {
        this.file = file;
        this.layout = layout;
        this.pieces = pieces;
        this.pinned = pinned;
    }

    /** Begins an empty map. */
    static PieceMap create(Path file, InfoHash infoHash, PieceLayout layout) throws IOException {
        var pieces = new Bitfield(layout.pieceCount());
        ByteBuffer bytes = ByteBuffer.allocate(HEAD_LENGTH + pieces.bytes().length).putInt(MAGIC)
                .put(infoHash.bytes()).putLong(layout.totalLength()).putInt(layout.pieceLength());
        try (FileChannel channel = open(file)) {
            channel.truncate(0);
            write(channel, bytes.position(0), 0);
        }
        return new PieceMap(file, layout, pieces, false);
    }

    /** Reads the content's map; empty when it is missing, damaged or another content's. */
    static Optional<PieceMap> read(Path file, InfoHash infoHash) throws IOException {
        if (Files.notExists(file) || Files.size(file) > MAX_LENGTH) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        if (bytes.remaining() < HEAD_LENGTH || bytes.getInt() != MAGIC) {
            return Optional.empty();
        }
        byte[] hash = new byte[InfoHash.V1_LENGTH];
        bytes.get(hash);
        if (!Arrays.equals(hash, infoHash.bytes())) {
            return Optional.empty();
        }
        return layout(bytes.getLong(), bytes.getInt()).flatMap(layout -> {
            boolean isPinned = bytes.get(PINNED_OFFSET) != 0;
            byte[] bits = new byte[bytes.limit() - HEAD_LENGTH];
            bytes.get(HEAD_LENGTH, bits);
            return Bitfield.parse(bits, layout.pieceCount())
                    .map(pieces -> new PieceMap(file, layout, pieces, isPinned));
        });
    }

    private static Optional<PieceLayout> layout(long totalLength, int pieceLength) {
        try {
            return Optional.of(new PieceLayout(totalLength, pieceLength));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    PieceLayout layout() {
        return layout;
    }

    Bitfield pieces() {
        return pieces;
    }

    boolean isPinned() {
        return pinned;
    }

    void add(Collection<Integer> added) throws IOException {
        added.forEach(pieces::set);
        writeBits(added);
    }

    void remove(Collection<Integer> removed) throws IOException {
        removed.forEach(pieces::clear);
        writeBits(removed);
    }

    private void writeBits(Collection<Integer> changed) throws IOException {
        Set<Integer> indexes = changed.stream().map(piece -> piece / Byte.SIZE)
                .collect(Collectors.toSet());
        try (FileChannel channel = open(file)) {
            for (int index : indexes) {
                write(channel, ByteBuffer.wrap(new byte[]{bits(index)}), HEAD_LENGTH + index);
            }
        }
    }

    /** Eight pieces, high bit first. */
    private byte bits(int index) {
        int bits = 0;
        for (int i = 0; i < Byte.SIZE; i++) {
            int piece = index * Byte.SIZE + i;
            bits = bits << 1 | (piece < pieces.size() && pieces.has(piece) ? 1 : 0);
        }
        return (byte) bits;
    }

    void pin(boolean isPinned) throws IOException {
        try (FileChannel channel = open(file)) {
            write(channel, ByteBuffer.wrap(new byte[]{(byte) (isPinned ? 1 : 0)}), PINNED_OFFSET);
        }
        pinned = isPinned;
    }

    Instant lastUsed() throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    void use(Instant now) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(now));
    }

    private static FileChannel open(Path file) throws IOException {
        return FileDescriptors
                .retryWhileExhausted(() -> FileChannel.open(file, CREATE, READ, WRITE));
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long offset)
            throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes, offset + bytes.position());
        }
    }
}
