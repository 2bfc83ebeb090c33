package org.gridtorrent.mdtp.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;

/**
 * File that is being fetched: {@code NAME.part}, with its journal {@code NAME.part.journal}.
 *
 * <p>Ranges are written in any order, each by a {@link RangeWriter} of its own. {@link #sync} makes what was
 * written safe: the bytes are synced, then the journal. {@link #finish} renames the file to its name. Two
 * processes cannot have the same file open. Thread-safe.
 */
public final class PartialFile implements AutoCloseable {
    private static final int BUFFER = 1 << 20;
    private static final long FULL_DISK_RETRY_MS = 1_000;

    private final Path target;
    private final Path part;
    private final FileChannel channel;
    private final FetchJournal journal;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock syncLock = new ReentrantLock();
    private final Set<RangeWriter> writers = new LinkedHashSet<>();
    private final List<FetchJournal.Extent> written = new ArrayList<>();
    private final RangeSet present = new RangeSet();
    private volatile boolean isDiskFull;

    private PartialFile(Path target, Path part, FileChannel channel, FetchJournal journal) {
        this.target = target;
        this.part = part;
        this.channel = channel;
        this.journal = journal;
    }

    /** Where the bytes lie until all of them are there. */
    public static Path partOf(Path target) {
        return target.resolveSibling(target.getFileName() + ".part");
    }

    private static Path journalOf(Path target) {
        return target.resolveSibling(target.getFileName() + ".part.journal");
    }

    /**
     * Opens the file, and goes on with what an earlier fetch left. Bytes that do not match the journal
     * count as missing.
     *
     * @param checked told how many bytes of the earlier fetch were read again
     * @throws FileSystemException if another process fetches it, or the folder is not writable
     */
    public static PartialFile open(Path target, LongConsumer checked) throws IOException {
        Path part = partOf(target);
        FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            requireLock(part, channel);
            PartialFile file = new PartialFile(target, part, channel,
                    FetchJournal.open(journalOf(target)));
            file.recover(checked);
            return file;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void requireLock(Path part, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // held by this process
        }
        throw new FileSystemException(part.toString(), null, "another fetch is writing it");
    }

    private void recover(LongConsumer checked) throws IOException {
        long read = 0;
        for (FetchJournal.Extent extent : journal.extents()) {
            ByteRange range = extent.range();
            if (range.end() <= channel.size() && crc(range) == extent.crc()) {
                present.add(range.start(), range.end());
            } else {
                journal.appendLost(range);
                present.remove(range.start(), range.end());
            }
            read += range.length();
            checked.accept(read);
        }
    }

    private int crc(ByteRange range) throws IOException {
        CRC32C crc = new CRC32C();
        read(range, crc::update);
        return (int) crc.getValue();
    }

    private interface BytesConsumer {
        void accept(ByteBuffer bytes);
    }

    private void read(ByteRange range, BytesConsumer bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER, range.length()));
        long at = range.start();
        while (at < range.end()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), range.end() - at));
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new IOException(part + " became shorter");
            }
            bytes.accept(buffer.flip());
            at += count;
        }
    }

    /** Length that an earlier fetch, or this one, knows. */
    public OptionalLong length() {
        lock.lock();
        try {
            return journal.fileLength();
        } finally {
            lock.unlock();
        }
    }

    /** Notes the whole file's length. */
    public void setLength(long length) throws IOException {
        syncLock.lock();
        try {
            if (!journal.fileLength().equals(OptionalLong.of(length))) {
                journal.appendLength(length);
            }
        } finally {
            syncLock.unlock();
        }
    }

    /**
     * Notes a replica's validator; only hashes are kept, since addresses may hold secrets.
     *
     * @return false if the replica had another validator when earlier bytes were fetched
     */
    public boolean noteValidator(String address, String validator) throws IOException {
        long key = hash(address);
        OptionalLong now = OptionalLong.of(hash(validator));
        syncLock.lock();
        try {
            OptionalLong before = journal.validator(key);
            if (before.isEmpty()) {
                journal.appendValidator(key, now.getAsLong());
            }
            return before.isEmpty() || before.equals(now);
        } finally {
            syncLock.unlock();
        }
    }

    /** First eight bytes of the SHA-256. */
    private static long hash(String text) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Forgets all bytes. */
    public void clear() throws IOException {
        syncLock.lock();
        lock.lock();
        try {
            journal.clear();
            channel.truncate(0);
            written.clear();
            present.remove(0, Long.MAX_VALUE);
        } finally {
            lock.unlock();
            syncLock.unlock();
        }
    }

    /** Ranges that are synced. */
    public Collection<ByteRange> present() {
        lock.lock();
        try {
            return present.ranges();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a write waits for room on the disk. */
    public boolean isDiskFull() {
        return isDiskFull;
    }

    public RangeWriter writer(long start) {
        RangeWriter writer = new RangeWriter(this, start);
        lock.lock();
        try {
            writers.add(writer);
        } finally {
            lock.unlock();
        }
        return writer;
    }

    void writeAt(long offset, ByteBuffer bytes) throws IOException, InterruptedException {
        long at = offset;
        while (bytes.hasRemaining()) {
            try {
                at += channel.write(bytes, at);
                isDiskFull = false;
            } catch (IOException e) {
                if (!isFullDisk(e)) {
                    throw e;
                }
                isDiskFull = true;
                Thread.sleep(FULL_DISK_RETRY_MS);
            }
        }
    }

    private boolean isFullDisk(IOException error) throws IOException {
        String message = String.valueOf(error.getMessage());
        return message.contains("No space left") || message.contains("quota exceeded")
                || Files.getFileStore(part).getUsableSpace() < BUFFER;
    }

    void advance(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    void end(RangeWriter writer) {
        lock.lock();
        try {
            if (writers.remove(writer)) {
                writer.takeWritten().ifPresent(written::add);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes all that was written safe, and notes it in the journal. */
    public void sync() throws IOException {
        syncLock.lock();
        try {
            List<FetchJournal.Extent> extents = takeWritten();
            if (extents.isEmpty()) {
                return;
            }
            channel.force(false);
            journal.appendExtents(extents);
            advance(() -> extents.forEach(extent -> present.add(extent.range().start(),
                    extent.range().end())));
        } finally {
            syncLock.unlock();
        }
    }

    private List<FetchJournal.Extent> takeWritten() {
        lock.lock();
        try {
            List<FetchJournal.Extent> extents = new ArrayList<>(written);
            written.clear();
            writers.forEach(writer -> writer.takeWritten().ifPresent(extents::add));
            return extents;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets bytes that are false. */
    public void reject(ByteRange range) throws IOException {
        sync();
        syncLock.lock();
        try {
            journal.appendLost(range);
            advance(() -> present.remove(range.start(), range.end()));
        } finally {
            syncLock.unlock();
        }
    }

    /** Adds written bytes to a digest. */
    public void digest(ByteRange range, MessageDigest digest) throws IOException {
        read(range, digest::update);
    }

    /** Syncs everything, cuts the file to its length, renames it to its name, and deletes the journal. */
    public void finish(long length) throws IOException {
        channel.truncate(length);
        channel.force(true);
        close();
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(journalOf(target));
        Path folder = Objects.requireNonNull(target.toAbsolutePath().getParent(),
                "a file has a folder");
        try (FileChannel synced = FileChannel.open(folder, StandardOpenOption.READ)) {
            synced.force(true);
        }
    }

    /** Closes the file; what was not synced is fetched again by the next fetch. */
    @Override
    public void close() throws IOException {
        journal.close();
        channel.close();
    }
}
