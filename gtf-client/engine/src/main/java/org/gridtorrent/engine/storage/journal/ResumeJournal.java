package org.gridtorrent.engine.storage.journal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileDescriptors;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.metainfo.Metainfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Journal of the verified pieces, so that a restart need not hash them again.
 *
 * <p>Append-only: a head that names the content, then records with checksums. A torn or damaged tail is
 * cut when the journal is opened; its pieces are hashed again. A piece is trusted only while every file
 * that holds it has the length, time of change and inode that were recorded with it. The file is open
 * only while a record is written: thousands of contents need no descriptor. Not thread-safe, except where
 * it says so.
 */
public final class ResumeJournal implements PieceJournal {
    private static final Logger LOG = LoggerFactory.getLogger(ResumeJournal.class);
    private static final int MAGIC = 0x47544A31; // "GTJ1"
    private static final long MAX_LENGTH = 256L * 1024 * 1024;
    private static final long REWRITE_LENGTH = 1024 * 1024;

    private final Path file;
    private final FileLayout layout;
    private final byte[] head;
    private final Bitfield recorded;
    /** Read by other threads too. */
    private final Map<Integer, FileStamp> stamps = new ConcurrentHashMap<>();
    private long end;
    private long snapshotEnd;

    private ResumeJournal(Path file, Metainfo metainfo) {
        this.file = file;
        this.layout = new FileLayout(metainfo);
        this.recorded = new Bitfield(metainfo.pieceCount());
        byte[] infoHash = metainfo.infoHash().bytes();
        this.head = ByteBuffer.allocate(4 + infoHash.length).putInt(MAGIC).put(infoHash).array();
    }

    /** Opens the content's journal, or begins a new one when it is missing or another content's. */
    public static ResumeJournal open(Path file, Metainfo metainfo) throws IOException {
        boolean isNew = Files.notExists(file);
        try (FileChannel channel = openChannel(file, READ, WRITE, CREATE)) {
            var journal = new ResumeJournal(file, metainfo);
            journal.load(channel);
            if (isNew) {
                journal.syncDirectory();
            }
            return journal;
        } catch (IOException e) {
            throw DiskFullException.classify(file, e);
        }
    }

    /**
     * Reads which pieces a journal has recorded; none when it is missing or another content's. It may be
     * in use, and is not changed.
     */
    public static Bitfield readRecorded(Path file, Metainfo metainfo) throws IOException {
        var journal = new ResumeJournal(file, metainfo);
        try (FileChannel channel = openChannel(file, READ)) {
            journal.replay(content(channel));
        } catch (NoSuchFileException e) {
            return journal.recorded;
        }
        return journal.recorded;
    }

    private static FileChannel openChannel(Path path, OpenOption... options) throws IOException {
        return FileDescriptors.retryWhileExhausted(() -> FileChannel.open(path, options));
    }

    private void load(FileChannel channel) throws IOException {
        ByteBuffer content = content(channel);
        if (!replay(content)) {
            if (channel.size() > 0) {
                LOG.warn("{} is damaged, or another content's: begun anew, what lies there is"
                        + " hashed again", file);
            }
            begin(channel);
            return;
        }
        if (content.hasRemaining()) {
            LOG.warn("{} is damaged or torn from byte {} on: what it told of after that is hashed"
                    + " again", file, content.position());
        }
        end = content.position();
        channel.truncate(end);
        snapshotEnd = Math.min(end, REWRITE_LENGTH);
    }

    /** Applies the records up to the first damaged one; false when it is no journal of this content. */
    private boolean replay(ByteBuffer content) {
        if (content.remaining() < head.length
                || !content.slice(0, head.length).equals(ByteBuffer.wrap(head))) {
            return false;
        }
        content.position(head.length);
        Optional<JournalRecord> record = next(content);
        while (record.isPresent()) {
            apply(record.get());
            record = next(content);
        }
        return true;
    }

    private static ByteBuffer content(FileChannel channel) throws IOException {
        long length = channel.size();
        if (length > MAX_LENGTH) {
            return ByteBuffer.allocate(0);
        }
        ByteBuffer content = ByteBuffer.allocate((int) length);
        int read = 0;
        while (content.hasRemaining() && read >= 0) {
            read = channel.read(content, content.position());
        }
        return content.flip();
    }

    private Optional<JournalRecord> next(ByteBuffer content) {
        return JournalRecord.decode(content, recorded.size(), layout.files().size());
    }

    private void begin(FileChannel channel) throws IOException {
        channel.truncate(0);
        writeFully(channel, ByteBuffer.wrap(head), 0);
        channel.force(true);
        end = head.length;
        snapshotEnd = end;
    }

    private void apply(JournalRecord record) {
        record.verified().forEach(recorded::set);
        record.lost().forEach(recorded::clear);
        stamps.putAll(record.stamps());
    }

    /** The recorded pieces whose files have the stamps that were recorded. */
    public Bitfield trustedPieces(Storage storage) throws IOException {
        Bitfield trusted = recorded.copy();
        for (int index = 0; index < layout.files().size(); index++) {
            if (!layout.files().get(index).isPadding() && !isUnchanged(index, storage)) {
                layout.piecesOf(index).forEach(trusted::clear);
            }
        }
        return trusted;
    }

    /** A copy of the recorded pieces, trusted or not. */
    @Override
    public Bitfield recordedPieces() {
        return recorded.copy();
    }

    @Override
    public boolean hasStamp(int index) {
        return stamps.containsKey(index);
    }

    @Override
    public boolean isUnchanged(int index, Storage storage) throws IOException {
        Optional<FileStamp> before = Optional.ofNullable(stamps.get(index));
        return before.isPresent() && before.equals(storage.stamp(index));
    }

    /** Records verified pieces, whose bytes are synced. Returns when the record is on disk. */
    public void recordVerified(List<Integer> pieces, Storage storage) throws IOException {
        recordVerified(pieces, stampsOf(pieces, storage));
    }

    /** Returns when the record is on disk. */
    @Override
    public void recordVerified(List<Integer> pieces, Set<Integer> files, Set<Integer> disturbed,
            Storage storage) throws IOException {
        Map<Integer, FileStamp> found = stampsOf(pieces, storage);
        for (int index : files) {
            addStamp(index, storage, found);
        }
        disturbed.forEach(index -> found.put(index, FileStamp.NONE));
        recordVerified(pieces, found);
    }

    @Override
    public void recordVerified(List<Integer> pieces, Map<Integer, FileStamp> stamps)
            throws IOException {
        append(new JournalRecord(pieces, List.of(), stamps));
    }

    /** Returns when the record is on disk. */
    @Override
    public void recordLost(List<Integer> pieces) throws IOException {
        append(new JournalRecord(List.of(), pieces, Map.of()));
    }

    /** Records all pieces as verified: for files just published, hashed in place. */
    public void recordComplete(Storage storage) throws IOException {
        recordVerified(Bitfield.full(recorded.size()).pieces().boxed().toList(), storage);
    }

    private Map<Integer, FileStamp> stampsOf(List<Integer> pieces, Storage storage)
            throws IOException {
        var found = new HashMap<Integer, FileStamp>();
        for (int piece : pieces) {
            for (int index : layout.filesOf(piece).toArray()) {
                addStamp(index, storage, found);
            }
        }
        return found;
    }

    private static void addStamp(int index, Storage storage, Map<Integer, FileStamp> found)
            throws IOException {
        if (!found.containsKey(index)) {
            storage.stamp(index).ifPresent(stamp -> found.put(index, stamp));
        }
    }

    private void append(JournalRecord record) throws IOException {
        try {
            ByteBuffer bytes = record.encode();
            int length = bytes.remaining();
            if (Files.notExists(file)) {
                apply(record);
                rewrite(); // the file was deleted
                return;
            }
            try (FileChannel channel = openChannel(file, WRITE)) {
                // Always at the last good end: the rest of a failed attempt is overwritten.
                writeFully(channel, bytes, end);
                channel.force(true);
            }
            end += length;
            apply(record);
            if (end > Math.max(REWRITE_LENGTH, 2 * snapshotEnd)) {
                compact();
            }
        } catch (IOException e) {
            throw DiskFullException.classify(file, e);
        }
    }

    /** The record is on disk in any case: after a failure the journal is compacted when it has doubled. */
    private void compact() {
        try {
            rewrite();
        } catch (IOException e) {
            LOG.warn("{} stays longer than it need be: {}", file, e.getMessage());
            snapshotEnd = end;
        }
    }

    /** Replaces the journal by a snapshot in one record; the old file stays until the new one is synced. */
    private void rewrite() throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        ByteBuffer snapshot = new JournalRecord(recorded.pieces().boxed().toList(), List.of(),
                stamps)
                .encode();
        ByteBuffer all = ByteBuffer.allocate(head.length + snapshot.remaining()).put(head)
                .put(snapshot).flip();
        try (FileChannel channel = openChannel(next, WRITE, CREATE, TRUNCATE_EXISTING)) {
            writeFully(channel, all, 0);
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        end = all.limit();
        snapshotEnd = end;
        syncDirectory();
    }

    private void syncDirectory() throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            try (FileChannel directory = openChannel(parent, READ)) {
                directory.force(true);
            }
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes, long position)
            throws IOException {
        int start = bytes.position();
        while (bytes.hasRemaining()) {
            channel.write(bytes, position + bytes.position() - start);
        }
    }

}
