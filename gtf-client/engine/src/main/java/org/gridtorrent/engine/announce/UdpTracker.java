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

/**
 * Asks one UDP tracker (BEP 15). Its name is looked up each time, and of each family one address is
 * tried: the second only when nothing comes from the first, since peers of either family are told to
 * those who ask over it. Thread-safe.
 */
final class UdpTracker {
    private final UdpPort port;
    private final URI uri;

    UdpTracker(UdpPort port, URI uri) {
        this.port = port;
        this.uri = uri;
    }

    /** Blocks for the answer; an {@link IOException} says why there is none. */
    TrackerAnswer announce(Announcement announcement, Duration patience)
            throws IOException, InterruptedException {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        String place = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        UdpRequest request = new UdpRequest.Announce(announcement, place);
        return switch (ask(request, patience)) {
            case Told(var from, UdpAnswer.Announced(TrackerAnswer answer)) ->
                answer.believable(from.getAddress().isLoopbackAddress());
            case Told(_, var other) -> throw new IllegalStateException(
                    other + " to an announce");
        };
    }

    /** Counts in the order of the contents, of which there may be {@link UdpRequest#MAX_SCRAPED}. */
    List<SwarmCounts> scrape(List<InfoHash> contents, Duration patience)
            throws IOException, InterruptedException {
        return switch (ask(new UdpRequest.Scrape(contents), patience)) {
            case Told(_, UdpAnswer.Scraped(List<SwarmCounts> counts)) -> counts;
            case Told(_, var other) -> throw new IllegalStateException(
                    other + " to a scrape");
        };
    }

    private record Told(InetSocketAddress from, UdpAnswer answer) {}

    private Told ask(UdpRequest request, Duration patience)
            throws IOException, InterruptedException {
        List<InetSocketAddress> addresses = addresses();
        Duration each = patience.dividedBy(addresses.size());
        for (InetSocketAddress address : addresses.subList(0, addresses.size() - 1)) {
            try {
                return ask(address, request, each);
            } catch (UselessAnswer e) {
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

    private List<InetSocketAddress> addresses() throws IOException {
        if (uri.getHost() == null || uri.getPort() <= 0 || uri.getPort() > 65535) {
            throw new IOException("its address has no host and port");
        }
        InetAddress[] all;
        try {
            all = InetAddress.getAllByName(uri.getHost());
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
