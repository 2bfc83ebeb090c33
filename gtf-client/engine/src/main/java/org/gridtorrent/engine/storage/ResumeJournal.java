package org.gridtorrent.engine.storage;

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
import org.gridtorrent.metainfo.Metainfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers across restarts which pieces were checked and synced, so that they need not be hashed
 * again.
 *
 * <p>Append-only: a head that names the content, then records with checksums. A tail that is torn
 * or damaged is cut when the journal is opened; the pieces it told of are hashed again. A piece is
 * believed only while every file that holds it has the length, time of change and inode that were
 * recorded with it. The file is open only while a record is written: thousands of contents need no
 * descriptor. Not thread-safe, except where it says so.
 */
public final class ResumeJournal {
    private static final Logger LOG = LoggerFactory.getLogger(ResumeJournal.class);
    private static final int MAGIC = 0x47544A31; // "GTJ1"
    private static final long MAX_LENGTH = 256L * 1024 * 1024;
    private static final long REWRITE_LENGTH = 1024 * 1024;

    private final Path file;
    private final FileLayout layout;
    private final byte[] head;
    private final Bitfield had;
    /** Other threads may ask how files stand. */
    private final Map<Integer, FileStamp> stamps = new ConcurrentHashMap<>();
    private long end;
    private long snapshotEnd;

    private ResumeJournal(Path file, Metainfo metainfo) {
        this.file = file;
        this.layout = new FileLayout(metainfo);
        this.had = new Bitfield(metainfo.pieceCount());
        byte[] infoHash = metainfo.infoHash().bytes();
        this.head = ByteBuffer.allocate(4 + infoHash.length).putInt(MAGIC).put(infoHash).array();
    }

    /**
     * Opens the content's journal, making it when it is missing. One that is not the content's is
     * begun anew.
     */
    public static ResumeJournal open(Path file, Metainfo metainfo) throws IOException {
        boolean fresh = Files.notExists(file);
        try (FileChannel channel = opened(file, READ, WRITE, CREATE)) {
            var journal = new ResumeJournal(file, metainfo);
            journal.load(channel);
            if (fresh) {
                journal.syncDirectory();
            }
            return journal;
        } catch (IOException e) {
            throw DiskFullException.orSame(file, e);
        }
    }

    /**
     * The pieces that a journal has recorded as had, as far as it is whole; it may be in use, and is not
     * changed. None when there is no journal of the content.
     */
    public static Bitfield recordedIn(Path file, Metainfo metainfo) throws IOException {
        var journal = new ResumeJournal(file, metainfo);
        try (FileChannel channel = opened(file, READ)) {
            journal.replay(content(channel));
        } catch (NoSuchFileException e) {
            return journal.had;
        }
        return journal.had;
    }

    private static FileChannel opened(Path path, OpenOption... options) throws IOException {
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

    /** Applies the records up to the first that is not whole; false when it is no journal of this content. */
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
        return JournalRecord.decode(content, had.size(), layout.files().size());
    }

    private void begin(FileChannel channel) throws IOException {
        channel.truncate(0);
        writeFully(channel, ByteBuffer.wrap(head), 0);
        channel.force(true);
        end = head.length;
        snapshotEnd = end;
    }

    private void apply(JournalRecord record) {
        record.had().forEach(had::set);
        record.lost().forEach(had::clear);
        stamps.putAll(record.stamps());
    }

    /** The recorded pieces whose files stand as they were recorded. */
    public Bitfield trusted(Storage storage) throws IOException {
        Bitfield trusted = had.copy();
        for (int index = 0; index < layout.files().size(); index++) {
            if (!layout.files().get(index).padding() && !isUnchanged(index, storage)) {
                layout.piecesOf(index).forEach(trusted::clear);
            }
        }
        return trusted;
    }

    /** A copy of what is recorded as had, believed or not. */
    public Bitfield recorded() {
        return had.copy();
    }

    /** Whether there is a record of how the file stood. For any thread. */
    boolean isRecorded(int index) {
        return stamps.containsKey(index);
    }

    /** Whether the file stands as it was recorded. For any thread. */
    boolean isUnchanged(int index, Storage storage) throws IOException {
        Optional<FileStamp> recorded = Optional.ofNullable(stamps.get(index));
        return recorded.isPresent() && recorded.equals(storage.stamp(index));
    }

    /**
     * Records that these pieces are had, their bytes synced before. Returns when the record is on
     * the disk.
     */
    public void had(List<Integer> pieces, Storage storage) throws IOException {
        had(pieces, stampsOf(pieces, storage));
    }

    /**
     * Records the same, and how these files stand, which hold the pieces and parts of others, all of
     * it synced before; of the disturbed ones, that they do not stand as they should.
     */
    void had(List<Integer> pieces, Set<Integer> files, Set<Integer> disturbed, Storage storage)
            throws IOException {
        Map<Integer, FileStamp> found = stampsOf(pieces, storage);
        for (int index : files) {
            addStamp(index, storage, found);
        }
        disturbed.forEach(index -> found.put(index, FileStamp.NEVER));
        had(pieces, found);
    }

    /** The same, with the files' stamps as they were when their bytes were last known good. */
    void had(List<Integer> pieces, Map<Integer, FileStamp> stamps) throws IOException {
        append(new JournalRecord(pieces, List.of(), stamps));
    }

    /** Records that these pieces are not had. Returns when the record is on the disk. */
    public void lost(List<Integer> pieces) throws IOException {
        append(new JournalRecord(List.of(), pieces, Map.of()));
    }

    /** Records that all is had: for files just published, hashed where they lie. */
    public void complete(Storage storage) throws IOException {
        had(Bitfield.full(had.size()).pieces().boxed().toList(), storage);
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
                rewrite(); // somebody took it away
                return;
            }
            try (FileChannel channel = opened(file, WRITE)) {
                // Always at the last good end: what a failed attempt left there is overwritten.
                writeFully(channel, bytes, end);
                channel.force(true);
            }
            end += length;
            apply(record);
            if (end > Math.max(REWRITE_LENGTH, 2 * snapshotEnd)) {
                rewrite();
            }
        } catch (IOException e) {
            throw DiskFullException.orSame(file, e);
        }
    }

    /**
     * Replaces the journal by one record of how things stand; the old one stays until the new one
     * is on the disk.
     */
    private void rewrite() throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        ByteBuffer snapshot = new JournalRecord(had.pieces().boxed().toList(), List.of(), stamps)
                .encode();
        ByteBuffer all = ByteBuffer.allocate(head.length + snapshot.remaining()).put(head)
                .put(snapshot).flip();
        try (FileChannel next = opened(fresh, WRITE, CREATE, TRUNCATE_EXISTING)) {
            writeFully(next, all, 0);
            next.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        end = all.limit();
        snapshotEnd = end;
        syncDirectory();
    }

    private void syncDirectory() throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            try (FileChannel directory = opened(parent, READ)) {
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
