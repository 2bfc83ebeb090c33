package org.gridtorrent.mdtp.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;
import org.jspecify.annotations.Nullable;

/**
 * File that is being fetched: {@code NAME.part}, with its journal {@code NAME.part.journal}.
 *
 * <p>Ranges are written in any order, each by a {@link RangeWriter} of its own. {@link #sync} makes what was
 * written safe: the bytes are synced, then the journal. {@link #finish} renames the file to its name. The
 * file is locked: two fetches cannot have it open. No symbolic link is followed. Thread-safe.
 */
public final class PartialFile implements AutoCloseable {
    private static final int BUFFER = 256 << 10;
    /** Another fetch may end and take the file away while it is opened. */
    private static final int MAX_TRIES = 10;

    private final Path target;
    private final Path part;
    private final FileChannel channel;
    private final FetchJournal journal;
    private final FullDisk disk;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<RangeWriter> writers = new LinkedHashSet<>();
    private final List<Extent> written = new ArrayList<>();
    private final RangeSet present = new RangeSet();
    /** Taken before {@link #lock}, and held during I/O; guards the journal and what follows. */
    private final ReentrantLock syncLock = new ReentrantLock();
    private final List<Extent> unrecorded = new ArrayList<>();
    private @Nullable IOException syncFailure;
    private boolean mayReplaceTarget;
    private boolean isFinished;

    private PartialFile(Path target, FileChannel channel, FetchJournal journal) {
        this.target = target;
        this.part = partOf(target);
        this.channel = channel;
        this.journal = journal;
        disk = new FullDisk(folderOf(target));
    }

    /** Where the bytes lie until all of them are there. */
    public static Path partOf(Path target) {
        return target.resolveSibling(target.getFileName() + ".part");
    }

    private static Path journalOf(Path target) {
        return target.resolveSibling(target.getFileName() + ".part.journal");
    }

    private static Path folderOf(Path target) {
        return Objects.requireNonNull(target.toAbsolutePath().getParent(), "a file has a folder");
    }

    /**
     * Opens the file, and goes on with what an earlier fetch left. Bytes that do not match the journal
     * count as missing; they are read again unless the file is as it was when it was closed.
     *
     * @param checked told how many bytes of the earlier fetch were read again
     * @throws FileSystemException if another process fetches it, or the folder is not writable
     */
    public static PartialFile open(Path target, LongConsumer checked) throws IOException {
        FileChannel channel = openLocked(partOf(target));
        try {
            if (channel.size() == 0) {
                Files.deleteIfExists(journalOf(target)); // its bytes are gone
            }
            PartialFile file = new PartialFile(target, channel,
                    FetchJournal.open(journalOf(target)));
            file.recover(checked);
            return file;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel openLocked(Path part) throws IOException {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            try {
                Files.createFile(part);
            } catch (FileAlreadyExistsException e) {
                // an earlier fetch left it, or another one has it open
            }
            try {
                Object before = key(part);
                FileChannel channel = FileChannel.open(part, StandardOpenOption.READ,
                        StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                if (isLocked(channel) && Objects.equals(before, key(part))) {
                    return channel;
                }
                channel.close();
            } catch (NoSuchFileException e) {
                continue; // renamed or deleted by the fetch that had it
            }
            break;
        }
        throw new FileSystemException(part.toString(), null, "another fetch is writing it");
    }

    private static @Nullable Object key(Path part) throws IOException {
        return Files.readAttributes(part, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by this process
        }
    }

    private void recover(LongConsumer checked) throws IOException {
        boolean isUnchanged = journal.isStamped(stamp());
        long read = 0;
        for (Extent extent : journal.extents()) {
            ByteRange range = extent.range();
            if (isUnchanged || (range.end() <= channel.size() && crc(range) == extent.crc())) {
                present.add(range.start(), range.end());
            } else {
                journal.appendLost(range);
                present.remove(range.start(), range.end());
            }
            read += isUnchanged ? 0 : range.length();
            checked.accept(read);
        }
    }

    private FetchJournal.Stamp stamp() throws IOException {
        BasicFileAttributes now = Files.readAttributes(part, BasicFileAttributes.class,
                LinkOption.NOFOLLOW_LINKS);
        return new FetchJournal.Stamp(hash(now.size() + " " + now.fileKey()),
                now.lastModifiedTime().to(TimeUnit.NANOSECONDS));
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
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER, range.length()));
        long at = range.start();
        while (at < range.end()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), range.end() - at));
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new IOException(part + " became shorter: another program changed it");
            }
            bytes.accept(buffer.flip());
            at += count;
        }
    }

    /** Length that an earlier fetch, or this one, knows. */
    public OptionalLong length() {
        syncLock.lock();
        try {
            return journal.fileLength();
        } finally {
            syncLock.unlock();
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
     * Notes something that identifies the fetch, such as a replica's validator. Only hashes are kept, since
     * addresses may hold secrets.
     *
     * @return false if something else was noted under this name when earlier bytes were fetched
     */
    public boolean note(String name, String value) throws IOException {
        long key = hash(name);
        OptionalLong now = OptionalLong.of(hash(value));
        syncLock.lock();
        try {
            OptionalLong before = journal.note(key);
            if (before.isEmpty()) {
                journal.appendNote(key, now.getAsLong());
            }
            return before.isEmpty() || before.equals(now);
        } finally {
            syncLock.unlock();
        }
    }

    /** Whether something was noted under this name. */
    public boolean hasNote(String name) {
        syncLock.lock();
        try {
            return journal.note(hash(name)).isPresent();
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

    /** Forgets all bytes, and what was noted of them. No range may be open. */
    public void clear() throws IOException {
        syncLock.lock();
        lock.lock();
        try {
            journal.clear();
            channel.truncate(0);
            written.clear();
            unrecorded.clear();
            present.remove(0, Long.MAX_VALUE);
        } finally {
            lock.unlock();
            syncLock.unlock();
        }
    }

    /** Lets {@link #finish} replace a file that has the target's name. */
    public void replaceTarget() {
        syncLock.lock();
        try {
            mayReplaceTarget = true;
        } finally {
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

    /** Whether writing waits for room on the disk. */
    public boolean isDiskFull() {
        return disk.isFull();
    }

    /**
     * Ranges that are synced and that this address brought, no other one.
     *
     * @param origin as it was named to {@link #writer}
     */
    public RangeSet presentFrom(String origin) {
        long wanted = hash(origin);
        RangeSet own = new RangeSet();
        RangeSet others = new RangeSet();
        syncLock.lock();
        try {
            for (Extent extent : journal.extents()) {
                (extent.origin() == wanted ? own : others).add(extent.range().start(),
                        extent.range().end());
            }
        } finally {
            syncLock.unlock();
        }
        own.removeAll(others, 0, Long.MAX_VALUE);
        return own;
    }

    /**
     * Begins to write a range.
     *
     * @param origin address that its bytes come from; only a hash is kept
     */
    public RangeWriter writer(ByteRange range, String origin) {
        RangeWriter writer = new RangeWriter(this, disk, range, hash(origin));
        lock.lock();
        try {
            writers.add(writer);
        } finally {
            lock.unlock();
        }
        return writer;
    }

    int writeAt(long offset, ByteBuffer bytes) throws IOException {
        return channel.write(bytes, offset);
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

    /**
     * Makes all that was written safe, and notes it in the journal.
     *
     * @throws IOException if the disk fails; what was not synced before counts as lost, and every later
     *     sync fails, too
     */
    public void sync() throws IOException {
        syncLock.lock();
        try {
            requireNoFailure();
            List<Extent> extents = takeWritten();
            if (!extents.isEmpty()) {
                force(false);
                unrecorded.addAll(extents);
            }
            if (!unrecorded.isEmpty()) {
                record();
            }
        } finally {
            syncLock.unlock();
        }
    }

    private void requireNoFailure() throws IOException {
        if (syncFailure != null) {
            throw new IOException(syncFailure.getMessage(), syncFailure);
        }
    }

    private void force(boolean attributes) throws IOException {
        try {
            channel.force(attributes);
        } catch (IOException e) {
            syncFailure = e; // the next sync may succeed without the bytes
            throw e;
        }
    }

    private List<Extent> takeWritten() {
        lock.lock();
        try {
            List<Extent> extents = new ArrayList<>(written);
            written.clear();
            writers.forEach(writer -> writer.takeWritten().ifPresent(extents::add));
            return extents;
        } finally {
            lock.unlock();
        }
    }

    private void record() throws IOException {
        try {
            journal.appendExtents(unrecorded);
        } catch (IOException e) {
            disk.requireIsFull(e);
            return; // recorded by the next sync
        }
        lock.lock();
        try {
            unrecorded.forEach(
                    extent -> present.add(extent.range().start(), extent.range().end()));
        } finally {
            lock.unlock();
        }
        unrecorded.clear();
    }

    /** Forgets bytes that are false. */
    public void reject(ByteRange range) throws IOException {
        syncLock.lock();
        try {
            sync();
            List<Extent> good = new ArrayList<>();
            for (Extent touched : journal.appendLost(range)) {
                addPart(good, touched.range().start(), range.start(), touched.origin());
                addPart(good, range.end(), touched.range().end(), touched.origin());
            }
            journal.appendExtents(good);
            lock.lock();
            try {
                present.remove(range.start(), range.end());
            } finally {
                lock.unlock();
            }
        } finally {
            syncLock.unlock();
        }
    }

    private void addPart(List<Extent> parts, long start, long end, long origin)
            throws IOException {
        if (start < end) {
            ByteRange range = new ByteRange(start, end);
            parts.add(new Extent(range, crc(range), origin));
        }
    }

    /** Adds written bytes to a digest. */
    public void digest(ByteRange range, MessageDigest digest) throws IOException {
        read(range, digest::update);
    }

    /** CRC-32C of written bytes. */
    public int checksum(ByteRange range) throws IOException {
        return crc(range);
    }

    /** Syncs everything, cuts the file to its length, renames it to its name, and deletes the journal. */
    public void finish(long length) throws IOException {
        syncLock.lock();
        try {
            requireNoFailure();
            channel.truncate(length);
            force(true);
            move();
            isFinished = true;
            FetchJournal.syncFolder(target);
            Files.deleteIfExists(journalOf(target));
        } finally {
            syncLock.unlock();
        }
        close();
    }

    private void move() throws IOException {
        if (mayReplaceTarget) {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.move(part, target);
        }
    }

    /**
     * Closes the file. What was not synced is fetched again by the next fetch; a file that holds nothing is
     * deleted.
     */
    @Override
    public void close() throws IOException {
        disk.giveUp();
        syncLock.lock();
        try {
            if (channel.isOpen() && !isFinished) {
                leave();
            }
            journal.close();
            channel.close();
        } finally {
            syncLock.unlock();
        }
    }

    private void leave() throws IOException {
        lock.lock();
        try {
            boolean isAllRecorded = writers.isEmpty() && written.isEmpty()
                    && unrecorded.isEmpty() && syncFailure == null;
            if (isAllRecorded && present.isEmpty()) {
                Files.deleteIfExists(part);
                Files.deleteIfExists(journalOf(target));
            } else if (isAllRecorded) {
                journal.appendStamp(stamp());
            }
        } finally {
            lock.unlock();
        }
    }
}
