package org.gridtorrent.engine.announce.http;

import java.io.ByteArrayInputStream;
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
import java.util.zip.GZIPInputStream;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.metainfo.address.AddressScope;
import org.gridtorrent.metainfo.address.ServerRequest;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.metainfo.bencode.ForeignFormat;

/**
 * HTTP client for untrusted servers: with a total timeout, a limit on the length, and checked redirects.
 *
 * <p>It follows five redirects at most, none from HTTPS to HTTP, and none from a remote server to an address of this
 * machine or link, whose services trust local clients. Thread-safe.
 */
final class SafeHttpClient {
    private static final int MAX_LENGTH = 1024 * 1024;
    private static final String TOO_LONG = "its answer is longer than 1 MiB";
    private static final int MAX_REDIRECTS = 5;

    private final HttpClient client;

    /** A response of any status. */
    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    record Response(int status, byte[] body) {}

    /** @param client that does not follow redirects by itself */
    SafeHttpClient(HttpClient client) {
        this.client = client;
    }

    Response get(URI uri, Duration timeout) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + timeout.toNanos();
        URI at = uri;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            HttpResponse<byte[]> response = send(at, endNs - System.nanoTime());
            var location = response.headers().firstValue("Location");
            if (!isRedirect(response.statusCode()) || location.isEmpty()) {
                return new Response(response.statusCode(), unpacked(response.body()));
            }
            at = redirected(at, location.get());
        }
        throw new InvalidResponseException("it redirects more than " + MAX_REDIRECTS + " times");
    }

    private HttpResponse<byte[]> send(URI uri, long waitNs)
            throws IOException, InterruptedException {
        HttpRequest request = ServerRequest.to(uri).header("User-Agent", "GridTorrent/0.1").build();
        CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(request,
                BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_LENGTH));
        try {
            return response.get(Math.max(0, waitNs), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("it did not answer in time");
        } catch (ExecutionException e) {
            throw toIOException(e.getCause() == null ? e : e.getCause());
        } finally {
            response.cancel(true); // closes the connection of an answer that did not end
        }
    }

    /** The body without gzip, which some trackers use unasked, and without declaring it. */
    private static byte[] unpacked(byte[] body) throws InvalidResponseException {
        if (ForeignFormat.of(body).filter(format -> format == ForeignFormat.GZIP).isEmpty()) {
            return body;
        }
        try (var in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] unpacked = in.readNBytes(MAX_LENGTH + 1);
            if (unpacked.length <= MAX_LENGTH) {
                return unpacked;
            }
        } catch (IOException e) {
            throw new InvalidResponseException("its answer is damaged gzip", e);
        }
        throw new InvalidResponseException(TOO_LONG);
    }

    private static IOException toIOException(Throwable cause) {
        boolean tooLong = String.valueOf(cause.getMessage()).contains("exceeds capacity");
        return tooLong
                ? new InvalidResponseException(TOO_LONG, cause)
                : new IOException(describe(cause), cause);
    }

    private static String describe(Throwable cause) {
        Throwable at = cause;
        while (at != null) {
            if (at instanceof java.nio.channels.UnresolvedAddressException) {
                return "no host has this name";
            }
            at = at.getCause();
        }
        return cause.getMessage() == null
                ? "it cannot be reached (" + cause.getClass().getSimpleName() + ")"
                : TrackerFailureException.printable(cause.getMessage());
    }

    private static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /** The target of a redirect; throws when it must not be followed. */
    static URI redirected(URI from, String location) throws IOException {
        URI to;
        try {
            to = ServerUri.resolve(from, location);
        } catch (IllegalArgumentException e) {
            throw new InvalidResponseException("it redirects to what is no address", e);
        }
        String scheme = scheme(to);
        if (!(scheme.equals("http") || scheme.equals("https"))) {
            throw new InvalidResponseException("it redirects to what is no web address");
        }
        if (scheme(from).equals("https") && scheme.equals("http")) {
            throw new InvalidResponseException("it redirects from HTTPS to plain HTTP");
        }
        String host = ServerUri.host(to).orElseThrow();
        String fromHost = ServerUri.host(from).orElseThrow();
        if (!host.equals(fromHost) && isLocal(host) && !isLocal(fromHost)) {
            throw new InvalidResponseException("it redirects to this machine's own addresses");
        }
        return to;
    }

    private static String scheme(URI uri) {
        return String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    }

    /** Whether a host's name leads to this machine or its link; may block for the name service. */
    static boolean isLocal(String host) throws IOException {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!AddressScope.isBeyondLink(address)) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException e) {
            throw new IOException("no host has the name " + host, e);
        }
    }
}
