package org.gridtorrent.engine.announce;

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
import org.gridtorrent.metainfo.InfoHash;

/** Asks one UDP tracker (BEP 15). Its name is looked up each time. Thread-safe. */
final class UdpTracker {
    /** Of a tracker that has answered over one. */
    private static final Duration OTHER_FAMILYS_PATIENCE = Duration.ofSeconds(1);

    private final UdpSocket port;
    private final URI uri;
    private final Names names;

    /** Where a name's addresses come from. */
    interface Names {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    UdpTracker(UdpSocket port, URI uri) {
        this(port, uri, InetAddress::getAllByName);
    }

    UdpTracker(UdpSocket port, URI uri, Names names) {
        this.port = port;
        this.uri = uri;
        this.names = names;
    }

    /**
     * Blocks for the answer; an {@link IOException} says why there is none. A tracker that is reached over
     * IPv4 and IPv6 is told over both, since it knows peers by the addresses that they come from.
     */
    TrackerResponse announce(AnnounceRequest announcement, Duration patience)
            throws IOException, InterruptedException {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        String place = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        UdpRequest request = new UdpRequest.Announce(announcement, place);
        List<InetSocketAddress> addresses = addresses();
        Told first = ask(addresses, request, patience);
        TrackerResponse answer = announced(first);
        if (first.from.equals(addresses.getFirst()) && addresses.size() > 1) {
            try {
                answer = answer.and(announced(ask(addresses.getLast(), request,
                        OTHER_FAMILYS_PATIENCE)));
            } catch (IOException e) {
                // it was told once: that is enough where the other family leads nowhere
            }
        }
        return answer;
    }

    private static TrackerResponse announced(Told told) {
        return switch (told.answer) {
            case UdpResponse.AnnouncedTorrent(TrackerResponse answer) ->
                answer.believable(told.from.getAddress().isLoopbackAddress());
            default -> throw new IllegalStateException(told.answer + " to an announce");
        };
    }

    /** Counts in the order of the contents, of which there may be {@link UdpRequest#MAX_SCRAPED}. */
    List<SwarmCounts> scrape(List<InfoHash> contents, Duration patience)
            throws IOException, InterruptedException {
        return switch (ask(addresses(), new UdpRequest.Scrape(contents), patience)) {
            case Told(_, UdpResponse.Scraped(List<SwarmCounts> counts)) -> counts;
            case Told(_, var other) -> throw new IllegalStateException(
                    other + " to a scrape");
        };
    }

    private record Told(InetSocketAddress from, UdpResponse answer) {}

    /** The first that answers. */
    private Told ask(List<InetSocketAddress> addresses, UdpRequest request, Duration patience)
            throws IOException, InterruptedException {
        Duration each = patience.dividedBy(addresses.size());
        for (InetSocketAddress address : addresses.subList(0, addresses.size() - 1)) {
            try {
                return ask(address, request, each);
            } catch (InvalidResponseException e) {
                throw e;
            } catch (IOException e) {
                // no answer from there: its other address is next
            }
        }
        return ask(addresses.getLast(), request, each);
    }

    private Told ask(InetSocketAddress address, UdpRequest request, Duration patience)
            throws IOException, InterruptedException {
        var answer = port.ask(address, request, patience);
        try {
            return new Told(address, answer.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException why) {
                throw why;
            }
            throw new IOException(e.getCause());
        } finally {
            answer.cancel(false); // when interrupted: nobody waits any more
        }
    }

    /** One of each family. */
    private List<InetSocketAddress> addresses() throws IOException {
        if (uri.getHost() == null || uri.getPort() <= 0 || uri.getPort() > 65535) {
            throw new IOException("its address has no host and port");
        }
        InetAddress[] all;
        try {
            all = names.addresses(uri.getHost());
        } catch (UnknownHostException e) {
            throw new IOException("no host has the name " + uri.getHost(), e);
        }
        List<InetSocketAddress> one = new ArrayList<>();
        for (InetAddress address : all) {
            if (one.isEmpty() || (one.size() == 1 && address instanceof Inet6Address != one
                    .getFirst().getAddress() instanceof Inet6Address)) {
                one.add(new InetSocketAddress(address, uri.getPort()));
            }
        }
        return one;
    }
}
