package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * One GET of a range of a replica, or of the whole file, with the redirects that it meets.
 *
 * <p>Its virtual thread sends the request, checks the response's header, and reads the body. The other
 * methods may be called from any thread and do not block.
 */
public final class RangeExchange {
    private static final int BUFFER = 64 << 10;
    /** A body that nobody wants is read up to this length, to keep the connection. */
    private static final long SHORT_BODY = 64 << 10;

    private final Replica replica;
    private final Optional<ByteRange> range;
    private final RangeReceiver receiver;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long end;
    private volatile long position;
    private volatile boolean isCancelled;
    private volatile @Nullable InputStream body;

    private RangeExchange(Replica replica, Optional<ByteRange> range, RangeReceiver receiver) {
        this.replica = replica;
        this.range = range;
        this.receiver = receiver;
        position = range.map(ByteRange::start).orElse(0L);
        end = range.map(ByteRange::end).orElse(Long.MAX_VALUE);
        thread = Thread.ofVirtual().name("range of " + replica).unstarted(this::run);
    }

    static RangeExchange start(Replica replica, Optional<ByteRange> range,
            RangeReceiver receiver) {
        RangeExchange exchange = new RangeExchange(replica, range, receiver);
        replica.begin();
        exchange.thread.start();
        return exchange;
    }

    /** Ends the range earlier: no byte from {@code newEnd} on is handed on. */
    public void shorten(long newEnd) {
        end = Math.min(end, newEnd); // one caller; the exchange's thread lowers it by a shorter file only
        InputStream reading = body;
        if (reading != null && position >= end) {
            closeQuietly(reading);
        }
    }

    /** Gives the request up; the receiver is told nothing more. */
    public void cancel() {
        lock.lock();
        try {
            isCancelled = true;
            if (body == null) {
                thread.interrupt();
            } else {
                closeQuietly(body); // an interrupt would close the file that the receiver writes
            }
        } finally {
            lock.unlock();
        }
    }

    /** Begins to read the body; false if the request was given up. */
    private boolean beginBody(InputStream in) {
        lock.lock();
        try {
            body = in;
            return !Thread.interrupted() && !isCancelled;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        Runnable outcome;
        try {
            outcome = exchange();
        } catch (HttpTimeoutException e) {
            outcome = failure(Code.TIMEOUT, 0, message(e));
        } catch (UnknownHostException e) {
            outcome = failure(Code.UNKNOWN_HOST, 0, message(e));
        } catch (SSLException e) {
            outcome = failure(Code.TLS_FAILED, 0, message(e));
        } catch (IOException e) {
            outcome = replica.hasOthersUnderWay()
                    ? failure(Code.TOO_MANY_CONNECTIONS, 0, message(e))
                    : failure(Code.CONNECTION_FAILED, 0, message(e));
        } catch (InterruptedException e) {
            outcome = () -> {}; // cancelled
        } finally {
            replica.end();
        }
        if (!isCancelled) {
            outcome.run();
        }
    }

    private static String message(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private Runnable failure(Code code, int status, String detail) {
        return failure(ReplicaFault.of(code, status, detail));
    }

    private Runnable failure(ReplicaFault fault) {
        return () -> receiver.failed(fault);
    }

    /** Sends the request, again for each redirect; returns what the receiver is told last. */
    private Runnable exchange() throws IOException, InterruptedException {
        URI uri = replica.target();
        boolean isRemembered = !uri.equals(replica.uri());
        for (int redirects = 0; redirects <= Replica.MAX_REDIRECTS; redirects++) {
            if (!replica.client().mayConnect(uri, replica.policy())) {
                return failure(Code.ADDRESS_REFUSED, 0, uri.getHost());
            }
            HttpResponse<InputStream> response = replica.client().http().send(request(uri),
                    HttpResponse.BodyHandlers.ofInputStream());
            int status = response.statusCode();
            if (isRemembered && status >= 400 && status != 416 && !isBusy(status)) {
                leave(response);
                replica.redirectTo(replica.uri()); // the target of a redirect may expire
                uri = replica.uri();
                isRemembered = false;
                redirects = -1;
            } else if (isRedirect(status)) {
                leave(response);
                Optional<URI> next = redirectTarget(uri, response.headers());
                if (next.isEmpty()) {
                    return failure(Code.BAD_REDIRECT, status,
                            response.headers().firstValue("location").orElse(""));
                }
                uri = next.get();
            } else {
                return read(uri, response);
            }
        }
        return failure(Code.TOO_MANY_REDIRECTS, 0, "");
    }

    private HttpRequest request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).GET()
                .timeout(ReplicaClient.RESPONSE_TIMEOUT).header("Accept-Encoding", "identity")
                .header("User-Agent", "GridTorrent");
        range.ifPresent(asked -> {
            request.header("Range", "bytes=" + asked.start() + "-" + (asked.end() - 1));
            replica.entityTag().ifPresent(tag -> request.header("If-Range", tag));
        });
        if (ReplicaUri.isSameOrigin(uri, replica.uri())) {
            replica.client().credentials().authorization(uri)
                    .ifPresent(value -> request.header("Authorization", value));
        }
        return request.build();
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static boolean isBusy(int status) {
        return status == 429 || status == 503;
    }

    private static Optional<URI> redirectTarget(URI from, HttpHeaders headers) {
        try {
            URI target = ReplicaUri.check(from.resolve(headers.firstValue("location")
                    .filter(text -> text.length() <= ReplicaUri.MAX_LENGTH).orElseThrow()));
            return ReplicaUri.isSecure(from) && !ReplicaUri.isSecure(target)
                    ? Optional.empty()
                    : Optional.of(target);
        } catch (IllegalArgumentException | java.util.NoSuchElementException e) {
            return Optional.empty();
        }
    }

    private Runnable read(URI uri, HttpResponse<InputStream> response) throws IOException {
        HttpHeaders headers = response.headers();
        if (response.statusCode() == 416 && range.isPresent()) {
            leave(response);
            return unsatisfiable(headers);
        }
        Optional<ReplicaFault> fault = check(response);
        if (fault.isPresent()) {
            leave(response);
            return failure(fault.get());
        }
        if (!beginBody(response.body())) {
            closeQuietly(response.body());
            return () -> {}; // cancelled
        }
        replica.redirectTo(uri);
        OptionalLong length = fileLength(response);
        receiver.started(new RangeResponse(length, values(headers, "link"),
                values(headers, "digest"), values(headers, "repr-digest")));
        return readBody(response, bodyEnd(response, length));
    }

    private static List<String> values(HttpHeaders headers, String name) {
        return headers.allValues(name);
    }

    private Runnable unsatisfiable(HttpHeaders headers) {
        OptionalLong length = contentRange(headers).map(ContentRange::fileLength)
                .orElse(OptionalLong.empty());
        return length.isPresent() && length.getAsLong() <= position
                ? () -> receiver.unsatisfiable(length.getAsLong())
                : failure(Code.WRONG_RANGE, 416, headers.firstValue("content-range").orElse(""));
    }

    private static Optional<ContentRange> contentRange(HttpHeaders headers) {
        return headers.firstValue("content-range").flatMap(ContentRange::parse);
    }

    private OptionalLong fileLength(HttpResponse<?> response) {
        return response.statusCode() == 206
                ? contentRange(response.headers()).orElseThrow().fileLength()
                : response.headers().firstValueAsLong("content-length");
    }

    /** Offset behind the last byte of the body. */
    private long bodyEnd(HttpResponse<?> response, OptionalLong length) {
        return response.statusCode() == 206
                ? contentRange(response.headers()).flatMap(ContentRange::range).orElseThrow().end()
                : length.orElse(Long.MAX_VALUE);
    }

    private Optional<ReplicaFault> check(HttpResponse<?> response) {
        int status = response.statusCode();
        HttpHeaders headers = response.headers();
        if (status != (range.isPresent() ? 206 : 200)) {
            return Optional.of(statusFault(status, headers));
        }
        String encoding = headers.firstValue("content-encoding").orElse("identity");
        if (!encoding.equalsIgnoreCase("identity")) {
            return Optional.of(ReplicaFault.of(Code.ENCODED, status, encoding));
        }
        if (status == 206 && !isRequestedRange(headers)) {
            return Optional.of(ReplicaFault.of(Code.WRONG_RANGE, status,
                    headers.firstValue("content-range").orElse("")));
        }
        return replica.note(fileLength(response), headers)
                .map(code -> ReplicaFault.of(code, status, ""));
    }

    /** Whether the body begins where it was asked to, and is not longer. */
    private boolean isRequestedRange(HttpHeaders headers) {
        return contentRange(headers).flatMap(ContentRange::range)
                .filter(got -> got.start() == range.orElseThrow().start()
                        && got.end() <= range.orElseThrow().end())
                .isPresent();
    }

    private ReplicaFault statusFault(int status, HttpHeaders headers) {
        Optional<Duration> retryAfter = headers.firstValue("retry-after")
                .flatMap(value -> RetryAfter.parse(value, Instant.now()));
        return new ReplicaFault(code(status, headers), status, "", retryAfter);
    }

    private Code code(int status, HttpHeaders headers) {
        return switch (status) {
            case 200 -> replica.entityTag().isPresent()
                    && !headers.firstValue("etag").equals(replica.entityTag())
                            ? Code.CONTENT_CHANGED
                            : Code.RANGES_UNSUPPORTED;
            case 401 -> Code.UNAUTHORIZED;
            case 403 -> Code.FORBIDDEN;
            case 404, 410 -> Code.NOT_FOUND;
            case 429, 503 ->
                replica.hasOthersUnderWay() ? Code.TOO_MANY_CONNECTIONS : Code.BUSY;
            default -> status >= 500 ? Code.SERVER_ERROR : Code.UNEXPECTED_STATUS;
        };
    }

    private Runnable readBody(HttpResponse<InputStream> response, long bodyEnd) {
        try (InputStream in = response.body()) {
            byte[] buffer = new byte[BUFFER];
            while (position < Math.min(end, bodyEnd) && !isCancelled) {
                int count = in.read(buffer);
                if (count < 0) {
                    break;
                }
                handOn(buffer, count);
            }
            if (position == bodyEnd) {
                in.read(); // the end of the body, so that the connection is kept
            }
        } catch (IOException e) {
            return bodyOutcome(bodyEnd, message(e));
        }
        return bodyOutcome(bodyEnd, "");
    }

    private void handOn(byte[] buffer, int count) {
        long before = position; // this thread alone writes it
        int wanted = (int) Math.min(count, end - before);
        if (wanted > 0) {
            receiver.received(ByteBuffer.wrap(buffer, 0, wanted));
            position = before + wanted;
        }
    }

    private Runnable bodyOutcome(long bodyEnd, String detail) {
        boolean isWhole = position >= bodyEnd
                || (bodyEnd == Long.MAX_VALUE && detail.isEmpty());
        boolean isComplete = position >= end
                || (isWhole && (range.isEmpty() || endsWithFile(bodyEnd)));
        return isComplete ? receiver::completed : failure(Code.TRUNCATED, 0, detail);
    }

    /** Whether the body ends at the file's end, which may be before the range's. */
    private boolean endsWithFile(long bodyEnd) {
        return replica.fileLength().equals(OptionalLong.of(bodyEnd));
    }

    /** Reads a short body to its end; a longer one costs the connection. */
    private static void leave(HttpResponse<InputStream> response) throws IOException {
        try (InputStream in = response.body()) {
            if (response.headers().firstValueAsLong("content-length")
                    .orElse(Long.MAX_VALUE) <= SHORT_BODY) {
                in.readNBytes((int) SHORT_BODY + 1);
            }
        }
    }

    private static void closeQuietly(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            // the reader sees it as well
        }
    }
}
