package org.gridtorrent.mdtp.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Journal of a fetch: the file's length, the replicas' validators, and the ranges that are synced.
 *
 * <p>Records of {@value #RECORD_BYTES} bytes follow an eight-byte signature: type, two numbers, the CRC of
 * the range, and the CRC of the record. A torn or damaged record ends the journal, and is cut off. Not
 * thread-safe.
 */
final class FetchJournal implements AutoCloseable {

    /** Records that are read: a fetch of 64 TiB in ranges of 64 MiB. */
    static final int MAX_RECORDS = 1 << 20;
    static final int RECORD_BYTES = 28;

    private static final byte[] SIGNATURE = "GTFETCH1".getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH = 1;
    private static final int RANGE = 2;
    private static final int LOST = 3;
    private static final int VALIDATOR = 4;

    /** A synced range, and the CRC-32C of its bytes. */
    record Extent(ByteRange range, int crc) {}

    private final FileChannel channel;
    private final List<Extent> extents = new ArrayList<>();
    private final Map<Long, Long> validators = new HashMap<>();
    private OptionalLong fileLength = OptionalLong.empty();

    private FetchJournal(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens the journal, or begins an empty one. */
    static FetchJournal open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FetchJournal journal = new FetchJournal(channel);
            journal.read(Files.size(file));
            return journal;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void read(long size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(size,
                SIGNATURE.length + (long) MAX_RECORDS * RECORD_BYTES));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) > 0) {
            // until all of it is read
        }
        bytes.flip();
        if (bytes.remaining() < SIGNATURE.length || !ByteBuffer.wrap(SIGNATURE)
                .equals(bytes.slice(0, SIGNATURE.length))) {
            clear();
            return;
        }
        bytes.position(SIGNATURE.length);
        while (bytes.remaining() >= RECORD_BYTES && apply(bytes)) {
            bytes.position(bytes.position() + RECORD_BYTES);
        }
        channel.truncate(bytes.position());
        channel.position(bytes.position());
    }

    /** Forgets everything. */
    void clear() throws IOException {
        extents.clear();
        validators.clear();
        fileLength = OptionalLong.empty();
        channel.truncate(0);
        channel.position(0);
        writeAll(ByteBuffer.wrap(SIGNATURE));
        channel.force(true);
    }

    private boolean apply(ByteBuffer bytes) {
        int at = bytes.position();
        if (bytes.getInt(at + RECORD_BYTES - 4) != crc(bytes.slice(at, RECORD_BYTES - 4))) {
            return false;
        }
        int type = bytes.getInt(at);
        long first = bytes.getLong(at + 4);
        long second = bytes.getLong(at + 12);
        switch (type) {
            case LENGTH -> fileLength = OptionalLong.of(first);
            case RANGE ->
                extents.add(new Extent(new ByteRange(first, second), bytes.getInt(at + 20)));
            case VALIDATOR -> validators.put(first, second);
            case LOST -> forget(new ByteRange(first, second));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Extents that touch lost bytes are not known to be good any more. */
    private void forget(ByteRange lost) {
        extents.removeIf(extent -> extent.range().start() < lost.end()
                && lost.start() < extent.range().end());
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    OptionalLong fileLength() {
        return fileLength;
    }

    /** In the order in which they were synced. */
    List<Extent> extents() {
        return List.copyOf(extents);
    }

    void appendLength(long length) throws IOException {
        append(List.of(record(LENGTH, length, 0, 0)));
        fileLength = OptionalLong.of(length);
    }

    /** Hash of the validator that the replica with this address's hash had. */
    OptionalLong validator(long address) {
        Long hash = validators.get(address);
        return hash == null ? OptionalLong.empty() : OptionalLong.of(hash);
    }

    void appendValidator(long address, long validator) throws IOException {
        append(List.of(record(VALIDATOR, address, validator, 0)));
        validators.put(address, validator);
    }

    /** Notes ranges whose bytes were synced. */
    void appendExtents(Collection<Extent> synced) throws IOException {
        append(synced.stream().map(extent -> record(RANGE, extent.range().start(),
                extent.range().end(), extent.crc())).toList());
        extents.addAll(synced);
    }

    /** Notes that bytes of earlier ranges are false. */
    void appendLost(ByteRange range) throws IOException {
        append(List.of(record(LOST, range.start(), range.end(), 0)));
        forget(range);
    }

    private static ByteBuffer record(int type, long first, long second, int crc) {
        ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES).putInt(type).putLong(first)
                .putLong(second).putInt(crc);
        record.putInt(crc(record.slice(0, RECORD_BYTES - 4)));
        return record.flip();
    }

    private void append(List<ByteBuffer> records) throws IOException {
        long before = channel.position();
        try {
            for (ByteBuffer record : records) {
                writeAll(record);
            }
            channel.force(false);
        } catch (IOException e) {
            channel.truncate(before); // a torn record would end the journal here
            throw e;
        }
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
