package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Body of a response, read by one thread while the HTTP client fills it.
 *
 * <p>It holds {@value #MAX_BUFFERS} of the client's buffers at most; then the server waits. All methods but
 * {@link #close} belong to the reader or to the client.
 */
final class ResponseBody implements HttpResponse.BodySubscriber<ResponseBody> {

    /** Each as long as the client reads at most ({@code jdk.httpclient.bufsize}): 16 KiB unless set. */
    private static final int MAX_BUFFERS = 16;
    /** A body that is not wanted is read up to this length, to keep the connection. */
    static final int MAX_DISCARDED = 64 << 10;
    private static final Duration DISCARD_TIMEOUT = Duration.ofSeconds(1);
    /** Follows the last buffers in the queue. */
    private static final List<ByteBuffer> END = List.of();

    private final BlockingQueue<List<ByteBuffer>> queue = new LinkedBlockingQueue<>();
    private final Deque<ByteBuffer> current = new ArrayDeque<>();
    private boolean isEnded;
    private volatile Flow.@Nullable Subscription subscription;
    private volatile @Nullable Throwable failure;
    private volatile boolean isClosed;

    @Override
    public CompletionStage<ResponseBody> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription one) {
        subscription = one;
        if (isClosed) {
            one.cancel();
        } else {
            one.request(MAX_BUFFERS);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (!buffers.isEmpty()) {
            queue.add(buffers);
        }
    }

    @Override
    public void onError(Throwable cause) {
        failure = cause;
        subscription = null;
        queue.add(END);
    }

    @Override
    public void onComplete() {
        subscription = null;
        queue.add(END);
    }

    /** Whether bytes have come and were not read yet. */
    boolean hasBytes() {
        List<ByteBuffer> first = queue.peek();
        return first != null && !first.isEmpty();
    }

    /**
     * Reads what is there; waits if that is nothing.
     *
     * @return false at the end of the body
     * @throws IOException if the connection broke off; all that arrived before was read
     */
    boolean read(ByteBuffer into, Duration timeout) throws IOException, InterruptedException {
        if (!await(timeout.toNanos())) {
            return requireWhole();
        }
        do {
            copy(into);
        } while (into.hasRemaining() && await(0));
        return true;
    }

    /** Whether there are bytes; false at the end. */
    private boolean await(long timeoutNs) throws IOException, InterruptedException {
        while (current.isEmpty() && !isEnded) {
            List<ByteBuffer> next = queue.poll(timeoutNs, TimeUnit.NANOSECONDS);
            if (next == null) {
                if (timeoutNs == 0) {
                    return false;
                }
                throw new HttpTimeoutException("no byte in time");
            }
            isEnded = next.isEmpty();
            next.stream().filter(ByteBuffer::hasRemaining).forEach(current::add);
            Flow.Subscription asked = subscription;
            if (asked != null) {
                asked.request(1);
            }
        }
        return !current.isEmpty();
    }

    private boolean requireWhole() throws IOException {
        Throwable cause = failure;
        if (cause != null) {
            throw new IOException(cause.getMessage(), cause);
        }
        return false;
    }

    private void copy(ByteBuffer into) {
        ByteBuffer from = current.getFirst();
        int count = Math.min(from.remaining(), into.remaining());
        into.put(into.position(), from, from.position(), count);
        into.position(into.position() + count);
        from.position(from.position() + count);
        if (!from.hasRemaining()) {
            current.removeFirst();
        }
    }

    /** Reads a short rest, so that the connection is kept; a longer or slow one costs it. */
    void discard() throws InterruptedException {
        ByteBuffer rest = ByteBuffer.allocate(MAX_DISCARDED);
        try {
            long endNs = System.nanoTime() + DISCARD_TIMEOUT.toNanos();
            while (rest.hasRemaining() && read(rest,
                    Duration.ofNanos(Math.max(1, endNs - System.nanoTime())))) {
                // more may follow
            }
        } catch (IOException e) {
            // nobody wants it
        } finally {
            close();
        }
    }

    /** Ends the body; if it is not complete, its HTTP/1.1 connection too. The reader finds its end. */
    void close() {
        isClosed = true;
        Flow.Subscription open = subscription;
        if (open != null) {
            open.cancel();
        }
        queue.add(END);
    }
}
