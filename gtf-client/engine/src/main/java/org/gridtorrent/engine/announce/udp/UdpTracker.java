package org.gridtorrent.engine.announce.udp;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.address.ServerUri;

/** Announces to and scrapes one UDP tracker (BEP 15). Resolves its name each time. Thread-safe. */
public final class UdpTracker {
    /** Info-hashes in one scrape. */
    public static final int MAX_SCRAPED = UdpRequest.MAX_SCRAPED;
    /** For the other address family, after one has answered. */
    private static final Duration OTHER_FAMILY_TIMEOUT = Duration.ofSeconds(1);

    private final UdpSocket socket;
    private final URI uri;
    private final Resolver resolver;

    /** Looks up the addresses of a host name. */
    interface Resolver {
        InetAddress[] resolve(String name) throws UnknownHostException;
    }

    public UdpTracker(UdpSocket socket, URI uri) {
        this(socket, uri, InetAddress::getAllByName);
    }

    UdpTracker(UdpSocket socket, URI uri, Resolver resolver) {
        this.socket = socket;
        this.uri = uri;
        this.resolver = resolver;
    }

    /**
     * Blocks for the response; an {@link IOException} says why there is none. Announces over both IPv4 and IPv6 where the
     * tracker has both, since it learns our addresses from the datagrams.
     */
    public TrackerResponse announce(AnnounceRequest announce, Duration timeout)
            throws IOException, InterruptedException {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        String pathAndQuery = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        UdpRequest request = new UdpRequest.Announce(announce, pathAndQuery);
        List<InetSocketAddress> addresses = addresses();
        Answer first = send(addresses, request, timeout);
        TrackerResponse response = announceResponse(first);
        if (first.from.equals(addresses.getFirst()) && addresses.size() > 1) {
            try {
                response = response.withPeersOf(announceResponse(send(addresses.getLast(), request,
                        OTHER_FAMILY_TIMEOUT)));
            } catch (IOException e) {
                // one announce is enough where the other family has no route
            }
        }
        return response;
    }

    private static TrackerResponse announceResponse(Answer answer) {
        return switch (answer.response) {
            case UdpResponse.Announce(TrackerResponse response) ->
                response.withCrediblePeers(answer.from.getAddress().isLoopbackAddress());
            default -> throw new IllegalStateException(answer.response + " to an announce");
        };
    }

    /** Counts in the order of the info-hashes, at most {@value #MAX_SCRAPED}. Blocks for the response. */
    public List<SwarmCounts> scrape(List<InfoHash> contents, Duration timeout)
            throws IOException, InterruptedException {
        return switch (send(addresses(), new UdpRequest.Scrape(contents), timeout)) {
            case Answer(_, UdpResponse.Scrape(List<SwarmCounts> counts)) -> counts;
            case Answer(_, var other) -> throw new IllegalStateException(
                    other + " to a scrape");
        };
    }

    private record Answer(InetSocketAddress from, UdpResponse response) {}

    /** Tries the addresses in turn; the time is shared between them. */
    private Answer send(List<InetSocketAddress> addresses, UdpRequest request, Duration timeout)
            throws IOException, InterruptedException {
        Duration each = timeout.dividedBy(addresses.size());
        for (InetSocketAddress address : addresses.subList(0, addresses.size() - 1)) {
            try {
                return send(address, request, each);
            } catch (InvalidResponseException e) {
                throw e;
            } catch (IOException e) {
                // no response: the other address is next
            }
        }
        return send(addresses.getLast(), request, each);
    }

    private Answer send(InetSocketAddress address, UdpRequest request, Duration timeout)
            throws IOException, InterruptedException {
        var response = socket.send(address, request, timeout);
        try {
            return new Answer(address, response.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        } finally {
            response.cancel(false); // when interrupted
        }
    }

    /** The first address of each family. */
    private List<InetSocketAddress> addresses() throws IOException {
        int port = ServerUri.port(uri);
        String host = ServerUri.host(uri).filter(_ -> port > 0 && port <= 65535)
                .orElseThrow(() -> new IOException("its address has no host and port"));
        InetAddress[] all;
        try {
            all = resolver.resolve(host);
        } catch (UnknownHostException e) {
            throw new IOException("no host has the name " + host, e);
        }
        List<InetSocketAddress> one = new ArrayList<>();
        for (InetAddress address : all) {
            if (one.isEmpty() || (one.size() == 1 && address instanceof Inet6Address != one
                    .getFirst().getAddress() instanceof Inet6Address)) {
                one.add(new InetSocketAddress(address, port));
            }
        }
        return one;
    }
}
