package org.gridtorrent.mdtp.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.gridtorrent.mdtp.schedule.ByteRange;

/** Writes the bytes of one range in their order. Used by one thread; its progress is read by the syncing one. */
public final class RangeWriter implements AutoCloseable {
    private final PartialFile file;
    private final CRC32C crc = new CRC32C();
    private long syncedTo;
    private long position;

    RangeWriter(PartialFile file, long start) {
        this.file = file;
        syncedTo = start;
        position = start;
    }

    /** Writes all of the bytes; waits while the disk is full. */
    public void write(ByteBuffer bytes) throws IOException, InterruptedException {
        ByteBuffer again = bytes.duplicate();
        int count = bytes.remaining();
        file.writeAt(position, bytes);
        file.advance(() -> {
            crc.update(again);
            position += count;
        });
    }

    /** Extent that was written since the last call; under the file's lock. */
    Optional<FetchJournal.Extent> takeWritten() {
        if (position == syncedTo) {
            return Optional.empty();
        }
        var written = new FetchJournal.Extent(new ByteRange(syncedTo, position),
                (int) crc.getValue());
        crc.reset();
        syncedTo = position;
        return Optional.of(written);
    }

    /** Ends the range; what was written counts. */
    @Override
    public void close() {
        file.end(this);
    }
}
