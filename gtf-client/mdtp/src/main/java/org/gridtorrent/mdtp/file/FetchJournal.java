package org.gridtorrent.mdtp.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Journal of a fetch: the file's length, what identifies the fetch, and the extents that are synced.
 *
 * <p>Records of {@value #RECORD_BYTES} bytes follow an eight-byte signature: type, two numbers, the CRC of
 * an extent, and the CRC of the record. Extents came from the address of the last origin record before them.
 * A torn or damaged record ends the journal, and is cut off. A journal that has become long is written anew,
 * with neighbouring extents joined. Not thread-safe.
 */
final class FetchJournal implements AutoCloseable {

    static final int RECORD_BYTES = 28;

    private static final byte[] SIGNATURE = "GTFETCH1".getBytes(StandardCharsets.US_ASCII);
    /** Records that are read: a file of 256 TiB, in joined extents. */
    private static final int MAX_RECORDS = 1 << 22;
    /** Records beyond those needed at which the journal is written anew. */
    private static final int MAX_NEEDLESS_RECORDS = 1 << 16;
    private static final int LENGTH = 1;
    private static final int RANGE = 2;
    private static final int LOST = 3;
    private static final int NOTE = 4;
    private static final int STAMP = 5;
    private static final int ORIGIN = 6;

    /**
     * State of the fetched file when it was closed in order.
     *
     * @param identity hash of its inode and length
     * @param modifiedNs when it was last changed
     */
    record Stamp(long identity, long modifiedNs) {}

    private final Path file;
    private FileChannel channel;
    /** By their ends; of two that end at the same offset the longer. */
    private final Map<Long, Extent> extents = new LinkedHashMap<>();
    private final Map<Long, Long> notes = new HashMap<>();
    private OptionalLong fileLength = OptionalLong.empty();
    private List<Stamp> stamp = List.of();
    private int records;
    /** Origin of the extents that are appended next. */
    private long origin = Extent.UNKNOWN;

    private FetchJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens the journal, or begins an empty one. */
    static FetchJournal open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FetchJournal journal = new FetchJournal(file, channel);
        try {
            journal.read();
            return journal;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void read() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(),
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
            records++;
        }
        channel.truncate(bytes.position());
        channel.position(bytes.position());
    }

    /** Forgets everything. */
    void clear() throws IOException {
        extents.clear();
        notes.clear();
        fileLength = OptionalLong.empty();
        stamp = List.of();
        records = 0;
        origin = Extent.UNKNOWN;
        channel.truncate(0);
        channel.position(0);
        writeAll(channel, ByteBuffer.wrap(SIGNATURE));
        channel.force(true);
    }

    private boolean apply(ByteBuffer bytes) {
        int at = bytes.position();
        long first = bytes.getLong(at + 4);
        long second = bytes.getLong(at + 12);
        int type = bytes.getInt(at);
        boolean isRange = type == RANGE || type == LOST;
        if (bytes.getInt(at + RECORD_BYTES - 4) != crc(bytes.slice(at, RECORD_BYTES - 4))
                || (isRange && (first < 0 || second <= first))) {
            return false;
        }
        stamp = List.of();
        switch (type) {
            case LENGTH -> fileLength = OptionalLong.of(first);
            case RANGE ->
                add(new Extent(new ByteRange(first, second), bytes.getInt(at + 20), origin));
            case ORIGIN -> origin = first;
            case NOTE -> notes.put(first, second);
            case LOST -> forget(new ByteRange(first, second));
            case STAMP -> stamp = List.of(new Stamp(first, second));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void add(Extent extent) {
        Extent before = extents.get(extent.range().start());
        Extent whole = before == null ? extent : before.joined(extent).orElse(extent);
        if (before != null && whole.range().start() < extent.range().start()) {
            extents.remove(extent.range().start());
        }
        extents.merge(whole.range().end(), whole, Extent::longer);
    }

    /** Returns the extents that touch the range, which are not known to be good any more. */
    private List<Extent> forget(ByteRange lost) {
        List<Extent> touched = extents.values().stream()
                .filter(extent -> extent.range().start() < lost.end()
                        && lost.start() < extent.range().end())
                .toList();
        touched.forEach(extent -> extents.remove(extent.range().end()));
        return touched;
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    OptionalLong fileLength() {
        return fileLength;
    }

    /** Whether nothing was recorded after the file was in this state. */
    boolean isStamped(Stamp now) {
        return stamp.contains(now);
    }

    List<Extent> extents() {
        return List.copyOf(extents.values());
    }

    void appendLength(long length) throws IOException {
        append(List.of(record(LENGTH, length, 0, 0)));
        fileLength = OptionalLong.of(length);
    }

    /** What was noted under this key. */
    OptionalLong note(long key) {
        Long value = notes.get(key);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    void appendNote(long key, long value) throws IOException {
        append(List.of(record(NOTE, key, value, 0)));
        notes.put(key, value);
    }

    /** Records extents whose bytes were synced. */
    void appendExtents(Collection<Extent> synced) throws IOException {
        if (records > MAX_NEEDLESS_RECORDS + 2 * extents.size() + notes.size()) {
            rewrite();
        }
        long originBefore = origin;
        try {
            append(records(synced));
        } catch (IOException e) {
            origin = originBefore;
            throw e;
        }
        synced.forEach(this::add);
    }

    /** Records of extents, with those of their origins. */
    private List<ByteBuffer> records(Collection<Extent> all) {
        List<ByteBuffer> needed = new ArrayList<>();
        for (Extent extent : all) {
            if (extent.origin() != origin) {
                origin = extent.origin();
                needed.add(record(ORIGIN, origin, 0, 0));
            }
            needed.add(record(RANGE, extent.range().start(), extent.range().end(),
                    extent.crc()));
        }
        return needed;
    }

    /** Records that bytes are false; returns the extents that touch them, which are forgotten. */
    List<Extent> appendLost(ByteRange range) throws IOException {
        append(List.of(record(LOST, range.start(), range.end(), 0)));
        return forget(range);
    }

    /** Records the file's state; any later record makes it void. */
    void appendStamp(Stamp now) throws IOException {
        append(List.of(record(STAMP, now.identity, now.modifiedNs, 0)));
        stamp = List.of(now);
    }

    private static ByteBuffer record(int type, long first, long second, int crc) {
        ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES).putInt(type).putLong(first)
                .putLong(second).putInt(crc);
        record.putInt(crc(record.slice(0, RECORD_BYTES - 4)));
        return record.flip();
    }

    private void append(List<ByteBuffer> added) throws IOException {
        long before = channel.position();
        try {
            for (ByteBuffer record : added) {
                writeAll(channel, record);
            }
            channel.force(false);
        } catch (IOException e) {
            channel.truncate(before); // a torn record would end the journal here
            throw e;
        }
        records += added.size();
        stamp = List.of();
    }

    private static void writeAll(FileChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    /** Replaces the journal by one that holds what is needed. */
    private void rewrite() throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        FileChannel written = FileChannel.open(fresh, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.READ,
                StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        long originBefore = origin;
        try {
            records = writeNeeded(written);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            origin = originBefore;
            written.close();
            Files.deleteIfExists(fresh);
            throw e;
        }
        channel.close();
        channel = written;
        syncFolder(file);
    }

    private int writeNeeded(FileChannel to) throws IOException {
        joinNeighbours();
        List<ByteBuffer> needed = new ArrayList<>();
        needed.add(ByteBuffer.wrap(SIGNATURE));
        fileLength.ifPresent(length -> needed.add(record(LENGTH, length, 0, 0)));
        notes.forEach((key, value) -> needed.add(record(NOTE, key, value, 0)));
        origin = Extent.UNKNOWN;
        needed.addAll(records(extents.values()));
        for (ByteBuffer each : needed) {
            writeAll(to, each);
        }
        to.force(true);
        return needed.size() - 1;
    }

    private void joinNeighbours() {
        List<Extent> sorted = new ArrayList<>(extents.values());
        sorted.sort(Comparator.comparingLong(extent -> extent.range().start()));
        extents.clear();
        sorted.forEach(this::add);
    }

    /** Makes a file's name as safe as its bytes. */
    static void syncFolder(Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(),
                "a file has a folder");
        try (FileChannel synced = FileChannel.open(folder, StandardOpenOption.READ)) {
            synced.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
