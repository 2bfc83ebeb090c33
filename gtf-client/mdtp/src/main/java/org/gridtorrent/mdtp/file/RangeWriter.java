package org.gridtorrent.mdtp.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Writes the bytes of one range in their order.
 *
 * <p>Thread-safe: one thread writes, others shorten and close. When {@link #shorten} or {@link #close} has
 * returned, no byte that they exclude is written any more, so that the range may be fetched from elsewhere.
 */
public final class RangeWriter implements AutoCloseable {
    private final PartialFile file;
    private final FullDisk disk;
    private final long origin;
    private final ReentrantLock lock = new ReentrantLock();
    private final CRC32C crc = new CRC32C();
    private long takenTo;
    private long position;
    private long end;

    /** @param origin hash of the address that the bytes come from */
    RangeWriter(PartialFile file, FullDisk disk, ByteRange range, long origin) {
        this.file = file;
        this.disk = disk;
        this.origin = origin;
        takenTo = range.start();
        position = range.start();
        end = range.end();
    }

    /**
     * Writes the bytes up to the range's end; waits while the disk is full.
     *
     * @return how many were written: fewer than there are if the range ends before
     */
    public int write(ByteBuffer bytes) throws IOException, InterruptedException {
        int before = bytes.remaining();
        while (bytes.hasRemaining() && isOpen()) {
            try {
                writeSome(bytes);
                disk.hasRoom();
            } catch (IOException e) {
                disk.requireIsFull(e);
                disk.await();
            }
        }
        return before - bytes.remaining();
    }

    private boolean isOpen() {
        lock.lock();
        try {
            return position < end;
        } finally {
            lock.unlock();
        }
    }

    private void writeSome(ByteBuffer bytes) throws IOException {
        lock.lock();
        try {
            int wanted = Math.clamp(end - position, 0, bytes.remaining());
            ByteBuffer part = bytes.slice(bytes.position(), wanted);
            int count = file.writeAt(position, part);
            crc.update(part.flip());
            position += count;
            bytes.position(bytes.position() + count);
        } finally {
            lock.unlock();
        }
    }

    /** Offset behind the last byte that was written. */
    public long position() {
        lock.lock();
        try {
            return position;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the range earlier. */
    public void shorten(long newEnd) {
        lock.lock();
        try {
            end = Math.min(end, newEnd);
        } finally {
            lock.unlock();
        }
    }

    /** Extent that was written since the last call. */
    Optional<Extent> takeWritten() {
        lock.lock();
        try {
            if (position == takenTo) {
                return Optional.empty();
            }
            Extent written = new Extent(new ByteRange(takenTo, position),
                    (int) crc.getValue(), origin);
            crc.reset();
            takenTo = position;
            return Optional.of(written);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the range; what was written counts. */
    @Override
    public void close() {
        shorten(0);
        file.end(this);
    }
}
