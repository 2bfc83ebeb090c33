package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.client.tracker.Place;

/**
 * At which addresses of this machine's interfaces its daemon can be called: those that it listens on,
 * without link-local ones, which mean another machine on each line, and without loopback unless the
 * tracker is on this machine itself.
 */
final class ListenAddresses {
    static final List<String> TRANSPORTS = List.of("tcp", "ptcp");
    /** What the contract allows. */
    static final int MOST = 8;

    private final InetSocketAddress listening;
    private final boolean localTracker;

    ListenAddresses(InetSocketAddress listening, boolean localTracker) {
        this.listening = listening;
        this.localTracker = localTracker;
    }

    /** As the interfaces are now; public addresses first, should there be too many. */
    List<Place> now() throws IOException {
        return of(listening.getAddress().isAnyLocalAddress()
                ? interfaces()
                : Stream.of(listening.getAddress()));
    }

    List<Place> of(Stream<InetAddress> addresses) {
        return addresses.filter(this::isTold).sorted(Comparator.comparing(ListenAddresses::isNear))
                .map(ListenAddresses::figures).distinct().limit(MOST)
                .map(address -> new Place(address, listening.getPort(), TRANSPORTS)).toList();
    }

    private static Stream<InetAddress> interfaces() throws IOException {
        return NetworkInterface.networkInterfaces().filter(ListenAddresses::isUp)
                .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                .flatMap(NetworkInterface::inetAddresses);
    }

    private static boolean isUp(NetworkInterface line) {
        try {
            return line.isUp();
        } catch (IOException e) {
            return false; // it has just gone
        }
    }

    private boolean isTold(InetAddress address) {
        return !address.isAnyLocalAddress() && !address.isLinkLocalAddress()
                && !address.isMulticastAddress() && (localTracker || !address.isLoopbackAddress());
    }

    private static boolean isNear(InetAddress address) {
        return address.isLoopbackAddress() || address.isSiteLocalAddress()
                || (address instanceof Inet6Address && (address.getAddress()[0] & 0xfe) == 0xfc);
    }

    /** Without the name of the interface, which means nothing elsewhere. */
    private static String figures(InetAddress address) {
        return address.getHostAddress().replaceFirst("%.*", "");
    }
}
