package org.gridtorrent.client.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.client.tree.DatasetFile;
import org.gridtorrent.client.tree.DatasetTree;
import org.gridtorrent.client.tree.OpenFile;
import org.gridtorrent.client.tree.TreeChange;
import org.gridtorrent.client.tree.TreeFolder;
import org.gridtorrent.client.tree.TreeNode;
import org.gridtorrent.client.tree.UnreadableException;
import org.gridtorrent.fuse.ReadBuffers;
import org.gridtorrent.metainfo.InfoHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server's side of one connection. {@link #serve} reads requests on the calling thread; each is answered by a virtual
 * thread. While as much is in progress as a client may ask for, no more is read.
 */
final class ExportConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExportConnection.class);
    private static final int SOCKET_BUFFER = 1024 * 1024;
    private static final int MAX_HANDLES = 65_536;
    /** Body of a page of a listing, about. */
    private static final int PAGE = 256 * 1024;
    /** Changes that a client did not take yet; one that takes none is left. */
    private static final int MAX_CHANGES = 1024;

    private final SocketChannel channel;
    private final DatasetTree tree;
    private final ReadBuffers buffers;
    private final Semaphore requests = new Semaphore(Frames.MAX_REQUESTS);
    private final Semaphore bytes = new Semaphore(Frames.MAX_BYTES_ASKED);
    private final Semaphore changes = new Semaphore(MAX_CHANGES);
    private final Map<Integer, OpenFile> handles = new ConcurrentHashMap<>();
    private final Map<Integer, CompletableFuture<Integer>> reads = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    /** One thread, so that changes keep their order. */
    private final ExecutorService changeThread = Executors
            .newSingleThreadExecutor(Thread.ofVirtual().factory());
    private final ReentrantLock writing = new ReentrantLock(true);
    /** Guarded by the lock for writing. */
    private final ByteBuffer header = ByteBuffer.allocateDirect(Frames.HEADER_LENGTH);
    private final CompletableFuture<DatasetTree.Watch> watch = new CompletableFuture<>();

    ExportConnection(SocketChannel channel, DatasetTree tree, ReadBuffers buffers) {
        this.channel = channel;
        this.tree = tree;
        this.buffers = buffers;
    }

    void serve() throws IOException, InterruptedException {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
        ByteBuffer magic = ByteBuffer.allocate(Integer.BYTES);
        Frames.readFully(channel, magic);
        if (magic.getInt() != Frames.MAGIC) {
            throw new ProtocolException("not a client of this version");
        }
        ByteBuffer start = ByteBuffer.allocate(Frames.HEADER_LENGTH);
        while (true) {
            Frames.readFully(channel, start.clear());
            Frames.Header header = Frames.Header.decode(start, Frames.MAX_REQUEST_BODY);
            ByteBuffer body = ByteBuffer.allocate(header.bodyLength());
            Frames.readFully(channel, body);
            handle(header, body);
        }
    }

    private void handle(Frames.Header header, ByteBuffer body)
            throws IOException, InterruptedException {
        int number = header.number();
        switch (header.code()) {
            case Frames.FIND -> {
                String path = Frames.decode(body, Frames::text);
                answer(number, () -> find(path));
            }
            case Frames.LIST -> {
                int from = Frames.decode(body, ByteBuffer::getInt);
                String path = Frames.decode(body, Frames::text);
                answer(number, () -> list(path, from));
            }
            case Frames.OPEN -> {
                int handle = Frames.decode(body, ByteBuffer::getInt);
                InfoHash expected = Frames.decode(body, Frames::hash);
                String path = Frames.decode(body, Frames::text);
                open(number, handle, expected, path);
            }
            case Frames.READ -> read(number, Frames.decode(body, ByteBuffer::getInt),
                    Frames.decode(body, ByteBuffer::getLong),
                    Frames.decode(body, ByteBuffer::getInt));
            case Frames.CLOSE -> {
                OpenFile closed = handles.remove(Frames.decode(body, ByteBuffer::getInt));
                if (closed != null) {
                    closed.close();
                }
            }
            case Frames.CANCEL -> {
                CompletableFuture<Integer> read = reads.get(number);
                if (read != null) {
                    read.cancel(false);
                }
            }
            case Frames.WATCH -> watch(number);
            default -> throw new ProtocolException("a request of code " + header.code());
        }
    }

    /** Reply to a request. */
    private record Reply(byte code, ByteBuffer body) {
        static Reply of(byte code) {
            return new Reply(code, ByteBuffer.allocate(0));
        }
    }

    /** How a request is answered. */
    private interface Answer {
        Reply get() throws IOException;
    }

    private void answer(int number, Answer answer) throws InterruptedException {
        requests.acquire();
        threads.execute(() -> {
            try {
                Reply reply = answer.get();
                send(number, reply.code(), reply.body());
            } catch (IOException | UncheckedIOException e) {
                sendFailure(number, e);
            } finally {
                requests.release();
            }
        });
    }

    private Reply find(String path) {
        TreeNode node = tree.find(path).orElse(null);
        if (node == null) {
            return Reply.of(Frames.NOT_FOUND);
        }
        ExportedNode exported = exported(node);
        ByteBuffer body = ByteBuffer.allocate(Frames.maxLength(exported));
        Frames.putNode(body, exported);
        return new Reply(Frames.OK, body.flip());
    }

    private static ExportedNode exported(TreeNode node) {
        return switch (node) {
            case TreeFolder folder -> new ExportedNode.Folder(folder.name(), folder.modified());
            case DatasetFile file -> new ExportedNode.File(file.name(), file.modified(),
                    file.size(), file.infoHash(), file.path());
        };
    }

    /** A page: the index of the next one's first entry, or 0, then nodes. */
    private Reply list(String path, int from) throws IOException {
        TreeNode node = tree.find(path).orElse(null);
        if (node == null) {
            return Reply.of(Frames.NOT_FOUND);
        }
        if (!(node instanceof TreeFolder folder)) {
            return Reply.of(Frames.NOT_A_FOLDER);
        }
        List<TreeNode> children = folder.children();
        ByteBuffer body = ByteBuffer.allocate(PAGE).putInt(0);
        int next = Math.clamp(from, 0, children.size());
        while (next < children.size()) {
            ExportedNode child = exported(children.get(next));
            if (Frames.maxLength(child) > body.remaining()) {
                body.putInt(0, next);
                break;
            }
            Frames.putNode(body, child);
            next++;
        }
        return new Reply(Frames.OK, body.flip());
    }

    /** On the thread that reads requests, since the reads that follow need it; it does not wait. */
    private void open(int number, int handle, InfoHash expected, String path)
            throws ProtocolException {
        if (handles.size() >= MAX_HANDLES) {
            throw new ProtocolException("more than " + MAX_HANDLES + " open files");
        }
        try {
            DatasetFile file = tree.find(path).filter(DatasetFile.class::isInstance)
                    .map(DatasetFile.class::cast)
                    .filter(found -> found.infoHash().equals(expected))
                    .orElseThrow(() -> new UnreadableException(
                            UnreadableException.Reason.WITHDRAWN, path + " is no longer there"));
            OpenFile before = handles.put(handle, file.open());
            if (before != null) {
                before.close();
            }
            threads.execute(() -> send(number, Frames.OK, ByteBuffer.allocate(0)));
        } catch (UnreadableException | UncheckedIOException e) {
            threads.execute(() -> sendFailure(number, e));
        }
    }

    private void read(int number, int handle, long offset, int length)
            throws ProtocolException, InterruptedException {
        if (offset < 0 || length < 1 || length > Frames.MAX_READ) {
            throw new ProtocolException("a read of %d bytes at %d".formatted(length, offset));
        }
        OpenFile file = handles.get(handle);
        if (file == null) {
            threads.execute(() -> sendFailure(number, new UnreadableException(
                    UnreadableException.Reason.WITHDRAWN, "it is not open")));
            return;
        }
        requests.acquire();
        bytes.acquire(length);
        ByteBuffer into = buffers.take(length);
        CompletableFuture<Integer> read = file.read(offset, into);
        if (read.isDone()) {
            answerRead(number, length, read, into); // what is at hand needs no other thread
            return;
        }
        reads.put(number, read);
        var _ = read.whenCompleteAsync((_, _) -> {
            reads.remove(number, read);
            answerRead(number, length, read, into);
        }, threads);
    }

    private void answerRead(int number, int asked, CompletableFuture<Integer> read,
            ByteBuffer into) {
        try {
            var _ = read.join();
            send(number, Frames.OK, into.flip());
            buffers.give(into); // not after a failure: the file may write to it still
        } catch (CompletionException e) {
            sendFailure(number, cause(e));
        } catch (CancellationException e) {
            LOG.debug("request {} was cancelled", number, e);
        } finally {
            bytes.release(asked);
            requests.release();
        }
    }

    private static Throwable cause(CompletionException failure) {
        return failure.getCause() == null ? failure : failure.getCause();
    }

    private void sendFailure(int number, Throwable failure) {
        byte code = failure instanceof UnreadableException e
                ? switch (e.reason()) {
                    case FORBIDDEN -> Frames.FORBIDDEN;
                    case WITHDRAWN -> Frames.WITHDRAWN;
                    case NO_HOLDER, CORRUPT, LOCAL -> Frames.FAILED;
                }
                : Frames.FAILED;
        String text = String.valueOf(failure.getMessage());
        ByteBuffer body = ByteBuffer.allocate(Frames.textLength(text));
        Frames.putText(body, text);
        send(number, code, body.flip());
    }

    private void watch(int number) throws ProtocolException {
        if (!watch.complete(tree.watch(change -> changed(number, change)))) {
            throw new ProtocolException("a second watch");
        }
    }

    /** On the thread that made the change. */
    private void changed(int number, TreeChange change) {
        if (changes.tryAcquire()) {
            changeThread.execute(() -> {
                ByteBuffer body = ByteBuffer.allocate(1 + Frames.textLength(change.path()))
                        .put(switch (change.kind()) {
                            case ADDED -> Frames.ADDED;
                            case REMOVED -> Frames.REMOVED;
                        });
                Frames.putText(body, change.path());
                send(number, Frames.OK, body.flip());
                changes.release();
            });
        } else {
            closeChannel(); // the client asks anew for all that it knows when it is back
        }
    }

    private void send(int number, byte code, ByteBuffer body) {
        writing.lock();
        try {
            Frames.putHeader(header.clear(), number, code, body.remaining());
            ByteBuffer[] frame = {header.flip(), body};
            while (body.hasRemaining() || header.hasRemaining()) {
                channel.write(frame);
            }
        } catch (IOException e) {
            LOG.debug("a mount went away", e);
            closeChannel();
        } finally {
            writing.unlock();
        }
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("not closed cleanly", e);
        }
    }

    @Override
    public void close() {
        var _ = watch.thenAccept(DatasetTree.Watch::close);
        watch.cancel(false);
        closeChannel();
        handles.values().forEach(OpenFile::close);
        reads.values().forEach(read -> read.cancel(false));
        threads.shutdown();
        changeThread.shutdownNow();
    }
}
