package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gets short answers from web servers that nobody vouches for: a deadline for all of it, a limit on
 * the length, and redirects followed by hand. Five at most, never from HTTPS to HTTP, and none from
 * elsewhere to this machine or its link, whose services would take it for a friend. Thread-safe.
 */
final class SafeHttpClient {
    private static final int MAX_LENGTH = 1024 * 1024;
    private static final int MAX_REDIRECTS = 5;

    private final HttpClient client;

    /** What came, whatever the status. */
    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    record Reply(int status, byte[] body) {}

    /** The client must not follow redirects by itself. */
    SafeHttpClient(HttpClient client) {
        this.client = client;
    }

    Reply get(URI uri, Duration patience) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + patience.toNanos();
        URI at = uri;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            HttpResponse<byte[]> response = send(at, endNs - System.nanoTime());
            var location = response.headers().firstValue("Location");
            if (!isRedirect(response.statusCode()) || location.isEmpty()) {
                return new Reply(response.statusCode(), response.body());
            }
            at = redirected(at, location.get());
        }
        throw new InvalidResponseException("it redirects more than " + MAX_REDIRECTS + " times");
    }

    private HttpResponse<byte[]> send(URI uri, long waitNs)
            throws IOException, InterruptedException {
        HttpRequest request;
        try {
            request = HttpRequest.newBuilder(uri).header("User-Agent", "GridTorrent/0.1").build();
        } catch (IllegalArgumentException e) {
            throw new IOException("its address cannot be used", e);
        }
        CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(request,
                BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_LENGTH));
        try {
            return response.get(Math.max(0, waitNs), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("it did not answer in time");
        } catch (ExecutionException e) {
            throw failed(e.getCause() == null ? e : e.getCause());
        } finally {
            response.cancel(true); // closes the connection of an answer that did not end
        }
    }

    private static IOException failed(Throwable why) {
        boolean tooLong = String.valueOf(why.getMessage()).contains("exceeds capacity");
        return tooLong
                ? new InvalidResponseException("its answer is longer than 1 MiB", why)
                : new IOException(words(why), why);
    }

    private static String words(Throwable why) {
        Throwable at = why;
        while (at != null) {
            if (at instanceof java.nio.channels.UnresolvedAddressException) {
                return "no host has this name";
            }
            at = at.getCause();
        }
        return why.getMessage() == null
                ? "it cannot be reached (" + why.getClass().getSimpleName() + ")"
                : TrackerFailureException.harmless(why.getMessage());
    }

    private static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /** Where a redirect leads to; an {@link IOException} when it is not followed. */
    static URI redirected(URI from, String location) throws IOException {
        URI to;
        try {
            to = from.resolve(location);
        } catch (IllegalArgumentException e) {
            throw new InvalidResponseException("it redirects to what is no address", e);
        }
        String scheme = scheme(to);
        if (to.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
            throw new InvalidResponseException("it redirects to what is no web address");
        }
        if (scheme(from).equals("https") && scheme.equals("http")) {
            throw new InvalidResponseException("it redirects from HTTPS to plain HTTP");
        }
        if (!to.getHost().equals(from.getHost()) && isHere(to.getHost())
                && !isHere(String.valueOf(from.getHost()))) {
            throw new InvalidResponseException("it redirects to this machine's own addresses");
        }
        return to;
    }

    private static String scheme(URI uri) {
        return String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    }

    /** Whether a host's name leads to this machine or its link; may block for the name service. */
    static boolean isHere(String host) throws IOException {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (TrackerResponse.isOwn(address) || address.isAnyLocalAddress()) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException e) {
            throw new IOException("no host has the name " + host, e);
        }
    }
}
