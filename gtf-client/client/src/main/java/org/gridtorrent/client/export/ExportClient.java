package org.gridtorrent.client.export;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.gridtorrent.client.tree.TreeChange;
import org.gridtorrent.fuse.ReadBuffers;
import org.gridtorrent.fuse.ReadData;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the daemon for its tree. Thread-safe; no method waits.
 *
 * <p>One thread connects, again when the daemon went away, and reads replies; a virtual thread writes. After it
 * connected again, open files are opened and requests without an answer are sent again. To cancel a future gives
 * its request up. Futures fail with an {@link ErrnoException}.
 */
public final class ExportClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExportClient.class);
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final int SOCKET_BUFFER = 1024 * 1024;
    private static final int WATCH_NUMBER = 0;

    private final UnixDomainSocketAddress address;
    private final ReadBuffers buffers;
    private final Listener listener;
    private final Thread thread = Thread.ofPlatform().name("daemon-connection")
            .unstarted(this::run);
    /** Requests without an answer, in the order in which they were sent. Guarded by this, as is all below. */
    private final Map<Integer, Call<?>> sent = new LinkedHashMap<>();
    /** Requests for which there is no room among those. */
    private final Queue<Call<?>> backlog = new ArrayDeque<>();
    private final Map<Integer, ExportedFile> files = new HashMap<>();
    private int bytesAsked;
    private int lastNumber = WATCH_NUMBER;
    private int lastHandle;
    private boolean closed;
    private @Nullable SocketChannel channel;
    private BlockingQueue<ByteBuffer> outgoing = new LinkedBlockingQueue<>();

    /** Told on the connection's thread, which must not wait for an answer. */
    public interface Listener {
        void changed(TreeChange change);

        /** The daemon was away: anything may have changed. */
        void reconnected();

        /** A file could not be read, for a reason that a person should know. */
        void failed(String message);
    }

    /** How a reply is read. */
    private interface ReplyReader<T> {
        T read(SocketChannel channel, Frames.Header header) throws IOException;
    }

    /** Request that waits for its reply. */
    private static final class Call<T> {
        private final int number;
        private final ByteBuffer frame;
        private final int cost;
        private final ReplyReader<T> reader;
        private final CompletableFuture<T> future = new CompletableFuture<>();

        Call(int number, ByteBuffer frame, int cost, ReplyReader<T> reader) {
            this.number = number;
            this.frame = frame;
            this.cost = cost;
            this.reader = reader;
        }

        /** Throws what ends the connection; false when nobody waits for the result, which is returned then. */
        Optional<T> complete(SocketChannel channel, Frames.Header header) throws IOException {
            try {
                T result = reader.read(channel, header);
                return future.complete(result) ? Optional.empty() : Optional.of(result);
            } catch (ErrnoException e) {
                future.completeExceptionally(e);
                return Optional.empty();
            }
        }
    }

    private ExportClient(UnixDomainSocketAddress address, ReadBuffers buffers,
            Listener listener) {
        this.address = address;
        this.buffers = buffers;
        this.listener = listener;
    }

    public static ExportClient start(UnixDomainSocketAddress address, ReadBuffers buffers,
            Listener listener) {
        ExportClient client = new ExportClient(address, buffers, listener);
        client.thread.start();
        return client;
    }

    public CompletableFuture<Optional<ExportedNode>> find(String path) {
        ByteBuffer body = ByteBuffer.allocate(Frames.textLength(path));
        Frames.putText(body, path);
        return call(Frames.FIND, body.flip(), 0, (channel, header) -> {
            ByteBuffer reply = body(channel, header);
            return header.code() == Frames.NOT_FOUND
                    ? Optional.empty()
                    : Optional.of(Frames.decode(requireOk(header, reply), Frames::node));
        });
    }

    /** Page of a listing, and where the next one begins, which is 0 after the last. */
    private record Page(int next, List<ExportedNode> nodes) {}

    public CompletableFuture<List<ExportedNode>> list(String path) {
        return listFrom(path, 0, new ArrayList<>());
    }

    private CompletableFuture<List<ExportedNode>> listFrom(String path, int from,
            List<ExportedNode> before) {
        ByteBuffer body = ByteBuffer.allocate(Integer.BYTES + Frames.textLength(path))
                .putInt(from);
        Frames.putText(body, path);
        CompletableFuture<Page> answer = call(Frames.LIST, body.flip(), 0, ExportClient::page);
        CompletableFuture<List<ExportedNode>> all = answer.thenCompose(page -> {
            before.addAll(page.nodes());
            return page.next() <= from
                    ? CompletableFuture.completedFuture(before)
                    : listFrom(path, page.next(), before);
        });
        var _ = all.whenComplete((_, _) -> {
            if (all.isCancelled()) {
                answer.cancel(false);
            }
        });
        return all;
    }

    private static Page page(SocketChannel channel, Frames.Header header) throws IOException {
        ByteBuffer body = requireOk(header, body(channel, header));
        return Frames.decode(body, bytes -> {
            int next = bytes.getInt();
            List<ExportedNode> nodes = new ArrayList<>();
            while (bytes.hasRemaining()) {
                nodes.add(Frames.node(bytes));
            }
            return new Page(next, nodes);
        });
    }

    /** Opens a file, which is closed by its {@link ExportedFile#close}. */
    public CompletableFuture<ExportedFile> open(String path, InfoHash infoHash) {
        ExportedFile file;
        synchronized (this) {
            lastHandle++;
            file = new ExportedFile(this, lastHandle, path, infoHash);
            files.put(file.handle(), file);
        }
        CompletableFuture<ExportedFile> opened = call(Frames.OPEN, file.openBody(), 0,
                (channel, header) -> {
                    requireOk(header, body(channel, header));
                    return file;
                });
        var _ = opened.whenComplete((_, failure) -> {
            if (failure != null) {
                close(file);
            }
        });
        return opened;
    }

    CompletableFuture<ReadData> read(ExportedFile file, long offset, int length) {
        ByteBuffer body = ByteBuffer.allocate(16).putInt(file.handle()).putLong(offset)
                .putInt(length).flip();
        return call(Frames.READ, body, length, (channel, header) -> data(channel, header, length));
    }

    private ReadData data(SocketChannel channel, Frames.Header header, int asked)
            throws IOException {
        if (header.code() != Frames.OK) {
            requireOk(header, body(channel, header));
        }
        if (header.bodyLength() > asked) {
            throw new ProtocolException(header.bodyLength() + " bytes where " + asked
                    + " were asked for");
        }
        ByteBuffer buffer = buffers.take(header.bodyLength());
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                buffers.give(buffer);
                throw new IOException("the daemon ended");
            }
        }
        return buffers.filled(buffer);
    }

    private static ByteBuffer body(SocketChannel channel, Frames.Header header)
            throws IOException {
        ByteBuffer body = ByteBuffer.allocate(header.bodyLength());
        Frames.readFully(channel, body);
        return body;
    }

    private static ByteBuffer requireOk(Frames.Header header, ByteBuffer body)
            throws IOException {
        return switch (header.code()) {
            case Frames.OK -> body;
            case Frames.NOT_FOUND -> throw new ErrnoException(Errno.ENOENT);
            case Frames.NOT_A_FOLDER -> throw new ErrnoException(Errno.ENOTDIR);
            case Frames.FORBIDDEN -> throw new ErrnoException(Errno.EACCES);
            case Frames.WITHDRAWN -> throw new ErrnoException(Errno.ESTALE);
            case Frames.FAILED -> throw new FailedException(Frames.decode(body, Frames::text));
            default -> throw new ProtocolException("a reply of code " + header.code());
        };
    }

    /** The daemon could not do it. */
    private static final class FailedException extends IOException {
        private static final long serialVersionUID = 1;

        FailedException(String message) {
            super(message);
        }
    }

    void close(ExportedFile file) {
        synchronized (this) {
            if (files.remove(file.handle()) != null && channel != null) {
                outgoing.add(Frames.frame(nextNumber(), Frames.CLOSE,
                        ByteBuffer.allocate(Integer.BYTES).putInt(file.handle()).flip()));
            }
        }
    }

    private int nextNumber() {
        lastNumber = lastNumber == Integer.MAX_VALUE ? WATCH_NUMBER + 1 : lastNumber + 1;
        return lastNumber;
    }

    private <T> CompletableFuture<T> call(byte code, ByteBuffer body, int cost,
            ReplyReader<T> reader) {
        Call<T> call;
        synchronized (this) {
            int number = nextNumber();
            call = new Call<>(number, Frames.frame(number, code, body), cost, reader);
            if (hasRoom(call) && backlog.isEmpty()) {
                send(call);
            } else {
                backlog.add(call);
            }
        }
        var _ = call.future.whenComplete((_, _) -> {
            if (call.future.isCancelled()) {
                cancel(call);
            }
        });
        return call.future;
    }

    private boolean hasRoom(Call<?> call) {
        return sent.size() < Frames.MAX_REQUESTS
                && bytesAsked + call.cost <= Frames.MAX_BYTES_ASKED;
    }

    private void send(Call<?> call) {
        sent.put(call.number, call);
        bytesAsked += call.cost;
        if (channel != null) {
            outgoing.add(call.frame.duplicate());
        }
    }

    private synchronized void cancel(Call<?> call) {
        if (remove(call.number).isPresent()) {
            if (channel != null) {
                outgoing.add(Frames.frame(call.number, Frames.CANCEL, ByteBuffer.allocate(0)));
            }
        } else {
            backlog.remove(call);
        }
    }

    /** Takes a request out of those without an answer, and sends the next ones in its place. */
    private synchronized Optional<Call<?>> remove(int number) {
        Call<?> call = sent.remove(number);
        if (call == null) {
            return Optional.empty();
        }
        bytesAsked -= call.cost;
        for (Call<?> next = backlog.peek(); next != null && hasRoom(next); next = backlog
                .peek()) {
            backlog.remove();
            send(next);
        }
        return Optional.of(call);
    }

    private void run() {
        boolean before = false;
        while (!isClosed()) {
            try (SocketChannel connected = SocketChannel.open(address)) {
                begin(connected);
                if (before) {
                    listener.reconnected();
                }
                before = true;
                readReplies(connected);
            } catch (IOException e) {
                LOG.debug("the daemon is away", e);
            } finally {
                end();
            }
            pause();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    public synchronized boolean isConnected() {
        return channel != null;
    }

    /** Requests without an answer. */
    public synchronized int waiting() {
        return sent.size() + backlog.size();
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void begin(SocketChannel connected) throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        connected.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
        BlockingQueue<ByteBuffer> frames = new LinkedBlockingQueue<>();
        frames.add(ByteBuffer.allocate(Integer.BYTES).putInt(Frames.MAGIC).flip());
        frames.add(Frames.frame(WATCH_NUMBER, Frames.WATCH, ByteBuffer.allocate(0)));
        for (ExportedFile file : files.values()) {
            frames.add(Frames.frame(nextNumber(), Frames.OPEN, file.openBody()));
        }
        sent.values().forEach(call -> frames.add(call.frame.duplicate()));
        outgoing = frames;
        channel = connected;
        Thread.ofVirtual().name("daemon-writer").start(() -> write(connected, frames));
    }

    private static void write(SocketChannel channel, BlockingQueue<ByteBuffer> frames) {
        try {
            while (channel.isOpen()) {
                ByteBuffer frame = frames.take();
                while (frame.hasRemaining()) {
                    channel.write(frame);
                }
            }
        } catch (IOException e) {
            LOG.debug("the daemon went away", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void end() {
        channel = null;
        outgoing.add(ByteBuffer.allocate(0)); // wakes the writer, which ends with its channel
    }

    private void readReplies(SocketChannel connected) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(Frames.HEADER_LENGTH);
        while (true) {
            Frames.readFully(connected, start.clear());
            Frames.Header header = Frames.Header.decode(start, Frames.MAX_REPLY_BODY);
            if (header.number() == WATCH_NUMBER) {
                listener.changed(Frames.decode(body(connected, header), ExportClient::change));
            } else {
                complete(connected, header);
            }
        }
    }

    private static TreeChange change(ByteBuffer body) throws ProtocolException {
        byte kind = body.get();
        return new TreeChange(switch (kind) {
            case Frames.ADDED -> TreeChange.Kind.ADDED;
            case Frames.REMOVED -> TreeChange.Kind.REMOVED;
            default -> throw new ProtocolException("a change of kind " + kind);
        }, Frames.text(body));
    }

    private void complete(SocketChannel connected, Frames.Header header) throws IOException {
        Call<?> call = remove(header.number()).orElse(null);
        if (call == null) {
            body(connected, header); // it was cancelled, or opens a file again
            return;
        }
        boolean completed = false;
        try {
            call.complete(connected, header)
                    .ifPresent(result -> {
                        if (result instanceof ReadData data) {
                            data.release().run();
                        }
                    });
            completed = true;
        } catch (FailedException e) {
            completed = true;
            listener.failed(String.valueOf(e.getMessage()));
            call.future.completeExceptionally(new ErrnoException(Errno.EIO));
        } finally {
            if (!completed) {
                askAgain(call);
            }
        }
    }

    /** The connection ended within the reply. */
    private synchronized void askAgain(Call<?> call) {
        sent.put(call.number, call);
        bytesAsked += call.cost;
    }

    /** Ends the connection; what waits fails. */
    @Override
    public void close() throws IOException {
        List<Call<?>> waiting;
        synchronized (this) {
            closed = true;
            waiting = new ArrayList<>(sent.values());
            waiting.addAll(backlog);
            backlog.clear();
            if (channel != null) {
                channel.close();
            }
        }
        thread.interrupt();
        waiting.forEach(call -> call.future
                .completeExceptionally(new ErrnoException(Errno.ENOTCONN)));
    }
}
