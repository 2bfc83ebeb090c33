package org.gridtorrent.engine.storage.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.gridtorrent.engine.storage.files.FileStamp;

/**
 * Record of a resume journal: pieces verified, pieces lost, and the stamps of their files.
 *
 * <p>On disk: payload length (4 bytes), CRC-32C of the payload (4), payload; all big-endian.
 */
record JournalRecord(List<Integer> verified, List<Integer> lost, Map<Integer, FileStamp> stamps) {
    private static final int HEAD_LENGTH = 8;
    private static final int STAMP_LENGTH = 4 + 3 * 8;

    JournalRecord {
        verified = List.copyOf(verified);
        lost = List.copyOf(lost);
        stamps = Map.copyOf(stamps);
    }

    ByteBuffer encode() {
        int length = 4 + 4 * verified.size() + 4 + 4 * lost.size() + 4
                + STAMP_LENGTH * stamps.size();
        ByteBuffer out = ByteBuffer.allocate(HEAD_LENGTH + length).putInt(length).putInt(0);
        putAll(verified, out);
        putAll(lost, out);
        out.putInt(stamps.size());
        stamps.forEach((file, stamp) -> out.putInt(file).putLong(stamp.length())
                .putLong(stamp.modifiedNs()).putLong(stamp.inode()));
        out.flip();
        return out.putInt(4, checksum(out.slice(HEAD_LENGTH, length)));
    }

    private static void putAll(List<Integer> pieces, ByteBuffer out) {
        out.putInt(pieces.size());
        pieces.forEach(out::putInt);
    }

    private static int checksum(ByteBuffer payload) {
        var crc = new CRC32C();
        crc.update(payload);
        return (int) crc.getValue();
    }

    /** Reads a record and moves past it; empty, with the buffer unmoved, when it is torn or damaged. */
    static Optional<JournalRecord> decode(ByteBuffer in, int pieceCount, int fileCount) {
        int start = in.position();
        if (in.remaining() < HEAD_LENGTH) {
            return Optional.empty();
        }
        int length = in.getInt(start);
        if (length < 12 || length > in.remaining() - HEAD_LENGTH) {
            return Optional.empty();
        }
        ByteBuffer payload = in.slice(start + HEAD_LENGTH, length);
        if (checksum(payload.duplicate()) != in.getInt(start + 4)) {
            return Optional.empty();
        }
        Optional<JournalRecord> record = payload(payload, pieceCount, fileCount);
        if (record.isPresent()) {
            in.position(start + HEAD_LENGTH + length);
        }
        return record;
    }

    private static Optional<JournalRecord> payload(ByteBuffer in, int pieceCount, int fileCount) {
        var verified = indexes(in, pieceCount);
        var lost = verified.flatMap(ignored -> indexes(in, pieceCount));
        var stamps = lost.flatMap(ignored -> stamps(in, fileCount));
        return stamps.filter(ignored -> !in.hasRemaining())
                .map(found -> new JournalRecord(verified.orElseThrow(), lost.orElseThrow(), found));
    }

    private static Optional<List<Integer>> indexes(ByteBuffer in, int bound) {
        int count = in.remaining() < 4 ? -1 : in.getInt();
        if (count < 0 || count > in.remaining() / 4) {
            return Optional.empty();
        }
        var indexes = new ArrayList<Integer>(count);
        for (int i = 0; i < count; i++) {
            int index = in.getInt();
            if (index < 0 || index >= bound) {
                return Optional.empty();
            }
            indexes.add(index);
        }
        return Optional.of(indexes);
    }

    private static Optional<Map<Integer, FileStamp>> stamps(ByteBuffer in, int fileCount) {
        int count = in.remaining() < 4 ? -1 : in.getInt();
        if (count < 0 || count > in.remaining() / STAMP_LENGTH) {
            return Optional.empty();
        }
        var stamps = new HashMap<Integer, FileStamp>();
        for (int i = 0; i < count; i++) {
            int file = in.getInt();
            if (file < 0 || file >= fileCount) {
                return Optional.empty();
            }
            stamps.put(file, new FileStamp(in.getLong(), in.getLong(), in.getLong()));
        }
        return Optional.of(stamps);
    }
}
