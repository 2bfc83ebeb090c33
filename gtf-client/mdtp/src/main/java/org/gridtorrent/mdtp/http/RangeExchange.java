package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.gridtorrent.mdtp.http.ReplicaClient.NamedHosts;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.mdtp.http.ResponseCheck.Served;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * One GET of a range of a replica, or of the whole file, with the redirects that it meets.
 *
 * <p>Its virtual thread sends the request, checks the response's header, and reads the body. {@link #shorten}
 * and {@link #cancel} may be called from any other thread, and do not block.
 */
public final class RangeExchange {
    private static final int BUFFER = 128 << 10;
    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    /** Header of a response, and the body that arrives. */
    private record Response(URI uri, int status, HttpHeaders headers, ResponseBody body) {

        /** Reads a short body that is not wanted to its end, to keep the connection. */
        void leave() throws InterruptedException {
            long length = headers.firstValueAsLong("content-length").orElse(-1);
            boolean isChunked = headers.firstValue("transfer-encoding").isPresent();
            if (isChunked || (length >= 0 && length <= ResponseBody.MAX_DISCARDED)) {
                body.discard();
            } else {
                body.close();
            }
        }
    }

    private final Replica replica;
    private final Optional<ByteRange> range;
    private final RangeReceiver receiver;
    private final List<MetalinkHeaders> metalinkHeaders = new ArrayList<>();
    /** Range of the last request: shorter than {@link #range} if it was shortened before. */
    private Optional<ByteRange> requested;
    private volatile long position;
    private volatile long end;
    private volatile boolean isCancelled;
    private volatile @Nullable CompletableFuture<?> response;
    private volatile @Nullable ResponseBody body;

    private RangeExchange(Replica replica, Optional<ByteRange> range, RangeReceiver receiver) {
        this.replica = replica;
        this.range = range;
        this.receiver = receiver;
        requested = range;
        position = range.map(ByteRange::start).orElse(0L);
        end = range.map(ByteRange::end).orElse(Long.MAX_VALUE);
    }

    static RangeExchange start(Replica replica, Optional<ByteRange> range,
            RangeReceiver receiver) {
        RangeExchange exchange = new RangeExchange(replica, range, receiver);
        replica.begin();
        Thread.ofVirtual().name("range of " + replica).start(exchange::run);
        return exchange;
    }

    /**
     * Ends the range earlier: no byte from {@code newEnd} on is handed on any more, except by a call of the
     * receiver that is under way. The connection is kept if the response ends there, too.
     */
    public void shorten(long newEnd) {
        end = Math.min(end, newEnd); // called by one thread at a time
        if (position >= end) {
            closeBody();
        }
    }

    /** Gives the request up; the receiver is told nothing more. Its thread is not interrupted. */
    public void cancel() {
        isCancelled = true;
        CompletableFuture<?> awaited = response;
        if (awaited != null) {
            awaited.cancel(true);
        }
        closeBody();
    }

    private void closeBody() {
        ResponseBody open = body;
        if (open != null) {
            open.close();
        }
    }

    private void run() {
        Runnable outcome;
        try {
            outcome = exchange();
        } catch (IOException e) {
            ReplicaFault fault = fault(e);
            outcome = () -> receiver.failed(fault);
        } catch (CancellationException | InterruptedException e) {
            outcome = () -> {}; // given up
        } finally {
            closeBody();
            replica.end();
        }
        if (!isCancelled) {
            outcome.run();
        }
    }

    /** Returns what the receiver is told last. */
    private Runnable exchange() throws IOException, InterruptedException {
        Response found = openTarget();
        ResponseCheck check = new ResponseCheck(requested, found.status(), found.headers());
        Served served;
        try {
            if (found.status() == 416 && range.isPresent()) {
                return unsatisfiable(found, check);
            }
            served = check(found, check);
        } catch (ReplicaFaultException e) {
            found.leave();
            throw e;
        }
        receiver.started(new RangeResponse(served.fileLength(), mediaType(found),
                metalinkHeaders));
        return readBody(found.body(), served.end());
    }

    private static Optional<String> mediaType(Response found) {
        return found.headers().firstValue("content-type")
                .map(value -> value.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT));
    }

    /** Asks where the last response came from; if nothing is there any more, resolves the redirects anew. */
    private Response openTarget() throws IOException, InterruptedException {
        ReplicaTarget target = replica.target();
        if (!target.uri().equals(replica.uri())) {
            try {
                Response found = follow(target);
                if (!hasExpired(found.status())) {
                    return found;
                }
                found.leave();
            } catch (IOException e) {
                // another target may be there
            }
            replica.forgetTarget();
        }
        return follow(replica.target());
    }

    /** Whether the status is that of a redirect's target whose time is over, as of a presigned one. */
    private static boolean hasExpired(int status) {
        return status >= 400 && status != 416 && status != 429 && status != 503;
    }

    private Response follow(ReplicaTarget first)
            throws IOException, InterruptedException {
        ReplicaTarget target = first;
        metalinkHeaders.clear();
        for (int redirects = 0; redirects <= Replica.MAX_REDIRECTS; redirects++) {
            NamedHosts named = replica.client().requireAllowed(target);
            Response found = send(target.uri());
            metalinkHeaders.add(MetalinkHeaders.of(target.uri(), isRedirect(found.status()),
                    named.ofLinks(), found.headers()));
            if (!isRedirect(found.status())) {
                if (!hasExpired(found.status())) {
                    replica.redirectTo(target);
                }
                return found;
            }
            found.leave();
            target = target.redirected(found.status(), found.headers(), named.ofRedirects());
        }
        throw new ReplicaFaultException(Code.TOO_MANY_REDIRECTS, 0, "");
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private Response send(URI uri) throws IOException, InterruptedException {
        requireWanted();
        AtomicReference<Response> begun = new AtomicReference<>();
        CompletableFuture<HttpResponse<ResponseBody>> sent = replica.client().http()
                .sendAsync(request(uri), header -> {
                    begun.set(new Response(uri, header.statusCode(), header.headers(),
                            new ResponseBody()));
                    return begun.get().body();
                });
        response = sent;
        requireWanted();
        Response found = await(sent, begun);
        body = found.body();
        requireWanted();
        return found;
    }

    /**
     * Waits for the response. The JDK fails one whose connection broke off soon after the header; what came of
     * its body counts.
     */
    private Response await(CompletableFuture<?> sent, AtomicReference<Response> begun)
            throws IOException, InterruptedException {
        try {
            sent.get(replica.client().timeouts().response().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new HttpTimeoutException("no response in time");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            Response broken = begun.get();
            if (broken == null || !broken.body().hasBytes()) {
                throw new IOException(cause);
            }
            broken.body().onError(cause);
        }
        Response found = begun.get();
        if (found == null) { // the JDK hands on no body of a tunnel that the proxy refused
            throw new ReplicaFaultException(Code.PROXY_FAILED, PROXY_AUTHENTICATION_REQUIRED, "");
        }
        return found;
    }

    private void requireWanted() {
        if (isCancelled) {
            cancel(); // once more: what was opened meanwhile
            throw new CancellationException();
        }
    }

    private HttpRequest request(URI uri) throws ReplicaFaultException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).GET()
                .header("Accept-Encoding", "identity").header("User-Agent", "GridTorrent/0.1");
        requested = range.map(asked -> end > asked.start()
                ? new ByteRange(asked.start(), end)
                : asked);
        requested.ifPresent(asked -> {
            request.header("Range", "bytes=" + asked.start() + "-"
                    + (asked.end() == Long.MAX_VALUE ? "" : asked.end() - 1));
            replica.entityTag(uri).ifPresent(tag -> request.header("If-Range", tag));
        });
        if (ReplicaUri.isSameOrigin(uri, replica.uri())) {
            replica.client().credentials().authorization(uri)
                    .ifPresent(value -> request.header("Authorization", value));
        }
        // The JDK takes it out of what goes through a tunnel.
        replica.client().proxyAuthorization(uri)
                .ifPresent(value -> request.header("Proxy-Authorization", value));
        return request.build();
    }

    private Runnable unsatisfiable(Response found, ResponseCheck check)
            throws IOException, InterruptedException {
        long length = check.unsatisfiedFileLength();
        replica.noteLength(OptionalLong.of(length));
        found.leave();
        return () -> receiver.unsatisfiable(length);
    }

    private Served check(Response found, ResponseCheck check)
            throws ReplicaFaultException {
        FileVersion version = FileVersion.of(found.uri(), found.headers());
        if (found.status() == 200) {
            replica.requireSame(version); // a changed file in answer to If-Range
        }
        Served served = check.served();
        replica.note(version, served.fileLength());
        return served;
    }

    private Runnable readBody(ResponseBody open, long bodyEnd)
            throws IOException, InterruptedException {
        try {
            copy(open, bodyEnd);
        } catch (IOException e) {
            if (position < end) {
                throw new ReplicaFaultException(
                        e instanceof HttpTimeoutException ? Code.TIMEOUT : Code.TRUNCATED, 0,
                        message(e));
            }
        }
        if (position < end && !endsWithFile(bodyEnd)) {
            throw new ReplicaFaultException(Code.TRUNCATED, 0, "");
        }
        return receiver::completed;
    }

    private void copy(ResponseBody open, long bodyEnd) throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        while (position < Math.min(end, bodyEnd) && !isCancelled
                && open.read(buffer.clear(), replica.client().timeouts().silence())) {
            handOn(buffer.flip(), bodyEnd);
        }
        if (position == bodyEnd) {
            open.discard(); // to its end, so that the connection is kept
        }
    }

    private void handOn(ByteBuffer buffer, long bodyEnd) {
        long before = position; // this thread alone writes it
        long wanted = Math.min(buffer.remaining(), Math.min(end, bodyEnd) - before);
        if (wanted > 0 && !isCancelled) {
            receiver.received(buffer.limit((int) wanted));
            position = before + wanted;
        }
    }

    /** Whether the body ended at the file's end, which may be before the range's. */
    private boolean endsWithFile(long bodyEnd) {
        return bodyEnd == Long.MAX_VALUE
                || (position == bodyEnd
                        && replica.fileLength().equals(OptionalLong.of(bodyEnd)));
    }

    private ReplicaFault fault(IOException e) {
        ReplicaFault fault = e instanceof ReplicaFaultException refused
                ? refused.fault()
                : ReplicaFault.of(code(e), 0, message(e));
        boolean mayBeLimit = fault.code() == Code.BUSY || fault.code() == Code.CONNECTION_FAILED;
        return mayBeLimit && replica.hasOthersUnderWay()
                ? fault.withCode(Code.TOO_MANY_CONNECTIONS)
                : fault;
    }

    private static Code code(IOException e) {
        Code code = Code.CONNECTION_FAILED;
        for (Throwable at = e; at != null; at = at.getCause()) {
            code = switch (at) {
                case HttpTimeoutException timeout -> Code.TIMEOUT;
                case UnknownHostException unknown -> isTemporary(unknown)
                        ? Code.CONNECTION_FAILED
                        : Code.UNKNOWN_HOST;
                case UnresolvedAddressException unknown -> Code.UNKNOWN_HOST;
                case ProtocolException malformed -> Code.MALFORMED;
                case NumberFormatException malformed -> Code.MALFORMED; // of a length
                default -> code;
            };
        }
        return WebTls.failure(e).orElse(code);
    }

    /** Whether no name server answered; the platform names it in a message alone. */
    private static boolean isTemporary(UnknownHostException unknown) {
        return String.valueOf(unknown.getMessage()).contains("Temporary failure");
    }

    private static String message(IOException e) {
        Throwable named = e.getCause() == null ? e : e.getCause();
        boolean isSilent = named instanceof ConnectException; // the JDK does not say why
        return Objects.requireNonNullElse(named.getMessage(),
                isSilent ? "" : named.getClass().getSimpleName());
    }
}
