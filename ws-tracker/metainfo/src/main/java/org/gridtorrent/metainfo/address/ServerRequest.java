package org.gridtorrent.metainfo.address;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;

/**
 * Builder of HTTP requests to any {@link ServerUri}, also to host names with underscores.
 *
 * <p>{@code java.net.http} takes no such name. The request goes to the name's address then, and the name into the Host
 * header; for that the program runs with {@code -Djdk.httpclient.allowRestrictedHeaders=host}. Not over TLS: no
 * certificate is for such a name.
 */
public final class ServerRequest {
    /** Looks up the address of a host name. */
    interface Resolver {
        InetAddress resolve(String name) throws UnknownHostException;
    }

    private ServerRequest() {}

    /** A GET request; may block for the name service. {@link IOException} if the address cannot be used. */
    public static HttpRequest.Builder to(URI uri) throws IOException {
        return to(uri, InetAddress::getByName);
    }

    static HttpRequest.Builder to(URI uri, Resolver resolver) throws IOException {
        try {
            return uri.getHost() == null
                    ? toAddressOf(uri, resolver)
                    : HttpRequest.newBuilder(uri);
        } catch (IllegalArgumentException e) {
            throw new IOException("its address cannot be used: " + e.getMessage(), e);
        }
    }

    private static HttpRequest.Builder toAddressOf(URI uri, Resolver resolver)
            throws IOException {
        String host = ServerUri.host(uri)
                .orElseThrow(() -> new IllegalArgumentException("it has no host"));
        if (!"http".equals(uri.getScheme())) {
            throw new IllegalArgumentException("the host name " + host
                    + " has an underscore, which only works with http");
        }
        InetAddress address = resolver.resolve(host);
        String literal = address instanceof Inet6Address
                ? "[" + address.getHostAddress() + "]"
                : address.getHostAddress();
        String port = ServerUri.port(uri) < 0 ? "" : ":" + ServerUri.port(uri);
        String path = uri.toString().substring(
                uri.toString().indexOf(uri.getRawAuthority()) + uri.getRawAuthority().length());
        return HttpRequest.newBuilder(URI.create("http://" + literal + port + path))
                .header("Host", host + port);
    }
}
