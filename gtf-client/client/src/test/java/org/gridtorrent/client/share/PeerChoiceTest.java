package org.gridtorrent.client.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.client.tracker.Place;
import org.gridtorrent.client.tracker.TrackerPeer;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.PeerAddress;
import org.junit.jupiter.api.Test;

class PeerChoiceTest {
    private static final List<String> BOTH = List.of("tcp", "ptcp");

    private static TrackerPeer seenAt(String address, Place... places) {
        return new TrackerPeer("d1", address, Arrays.asList(places));
    }

    private static PeerAddress over(String transport, String address) {
        return new PeerAddress(new InetSocketAddress(InetAddress.ofLiteral(address), 6881),
                transport);
    }

    private static DeviceAddresses chosen(String preferred, boolean local, TrackerPeer peer) {
        return new PeerChoice(preferred, local).of(List.of(peer)).getFirst();
    }

    @Test
    void preferredTransport_isTakenOnce() {
        TrackerPeer peer = seenAt("192.0.2.1", new Place("192.0.2.1", 6881, BOTH));
        TrackerPeer apart = seenAt("192.0.2.1", new Place("192.0.2.1", 6881, List.of("tcp")),
                new Place("192.0.2.1", 6881, List.of("ptcp")));
        for (String transport : BOTH) {
            for (TrackerPeer each : List.of(peer, apart)) {
                assertThat(chosen(transport, false, each)).isEqualTo(new DeviceAddresses("d1",
                        List.of(over(transport, "192.0.2.1")), List.of()));
            }
        }
    }

    @Test
    void whatTheTrackerSaw_isToldFromWhatTheDeviceSays() {
        TrackerPeer peer = seenAt("2001:db8:0:0:0:0:0:1", new Place("192.0.2.1", 6881, BOTH),
                new Place("2001:db8::1", 6881, BOTH), new Place("10.0.0.1", 6881, List.of("tcp")));
        assertThat(chosen("ptcp", false, peer)).isEqualTo(new DeviceAddresses("d1",
                List.of(over("ptcp", "2001:db8::1")),
                List.of(over("ptcp", "192.0.2.1"), over("tcp", "10.0.0.1"))));
    }

    @Test
    void nearAddresses_areTakenOnlyWhereTheTrackerIsAsNear() {
        TrackerPeer near = seenAt("127.0.0.1", new Place("127.0.0.1", 1, BOTH),
                new Place("169.254.1.1", 1, BOTH), new Place("::1", 1, BOTH));
        assertThat(new PeerChoice("tcp", false).of(List.of(near))).isEmpty();
        assertThat(chosen("tcp", true, near).observed()).hasSize(1);
        assertThat(chosen("tcp", true, near).reported()).hasSize(2);
    }

    @Test
    void names_areNeverLookedUp() {
        assertThat(new PeerChoice("tcp", true)
                .of(List.of(seenAt("localhost", new Place("localhost", 1, BOTH))))).isEmpty();
    }
}
