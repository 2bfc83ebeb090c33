package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.metainfo.Metainfo;

/** Storage in memory that can be made to fail or hang. Thread-safe. */
public final class MemoryStorage implements Storage {
    private final PieceLayout layout;
    private final byte[] bytes;
    private final List<String> calls = new ArrayList<>();
    private Path mountPoint = Path.of("/");
    private int reads;
    private Optional<IOException> writeFailure = Optional.empty();
    private Optional<IOException> syncFailure = Optional.empty();
    private Optional<IOException> closeFailure = Optional.empty();
    private CountDownLatch syncsMayEnd = new CountDownLatch(0);
    private CountDownLatch readsMayEnd = new CountDownLatch(0);

    public MemoryStorage(Metainfo metainfo) {
        layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        bytes = new byte[Math.toIntExact(metainfo.totalLength())];
    }

    /** A storage that holds these bytes. */
    public static MemoryStorage of(Metainfo metainfo, byte[] content) {
        var storage = new MemoryStorage(metainfo);
        System.arraycopy(content, 0, storage.bytes, 0, content.length);
        return storage;
    }

    @Override
    public void read(Block block, ByteBuffer into) throws IOException {
        pass(count());
        copy(block, into);
    }

    private synchronized CountDownLatch count() {
        reads++;
        return readsMayEnd;
    }

    private synchronized void copy(Block block, ByteBuffer into) {
        into.put(bytes, (int) layout.offset(block), block.length());
    }

    @Override
    public synchronized void write(Block block, ByteBuffer data) throws IOException {
        calls.add("write " + block.piece());
        if (writeFailure.isPresent()) {
            throw writeFailure.get();
        }
        data.get(bytes, (int) layout.offset(block), block.length());
    }

    @Override
    public void sync() throws IOException {
        CountDownLatch mayEnd;
        synchronized (this) {
            calls.add("sync");
            if (syncFailure.isPresent()) {
                throw syncFailure.get();
            }
            mayEnd = syncsMayEnd;
        }
        pass(mayEnd);
    }

    private static void pass(CountDownLatch mayEnd) throws IOException {
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void sync(Collection<Integer> files) throws IOException {
        sync();
    }

    @Override
    public void reopen(int file) {}

    @Override
    public void create(int file) {}

    @Override
    public boolean makeExecutable(int file) {
        return true;
    }

    @Override
    public Optional<FileStamp> stamp(int file) {
        return Optional.of(new FileStamp(bytes.length, 2, 3));
    }

    @Override
    public Path mountPoint() {
        return mountPoint;
    }

    /** Sets the mount point of its file system. */
    MemoryStorage at(Path mount) {
        mountPoint = mount;
        return this;
    }

    @Override
    public synchronized void close() throws IOException {
        if (closeFailure.isPresent()) {
            throw closeFailure.get();
        }
    }

    public synchronized void failToCloseWith(IOException failure) {
        closeFailure = Optional.of(failure);
    }

    /** A copy of its bytes. */
    public synchronized byte[] bytes() {
        return bytes.clone();
    }

    /** How many blocks were read. */
    public synchronized int reads() {
        return reads;
    }

    /** The calls of write and sync, in order. */
    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    public synchronized void failWritesWith(IOException failure) {
        writeFailure = Optional.of(failure);
    }

    synchronized void failSyncsWith(IOException failure) {
        syncFailure = Optional.of(failure);
    }

    /** Makes later syncs wait until the latch is counted down. */
    synchronized CountDownLatch holdSyncs() {
        syncsMayEnd = new CountDownLatch(1);
        return syncsMayEnd;
    }

    /** Makes later reads wait until the latch is counted down. */
    synchronized CountDownLatch holdReads() {
        readsMayEnd = new CountDownLatch(1);
        return readsMayEnd;
    }

    public synchronized void recover() {
        writeFailure = Optional.empty();
        syncFailure = Optional.empty();
    }
}
