package org.gridtorrent.client.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gridtorrent.client.tracker.TrackerPeer;
import org.gridtorrent.engine.transport.PeerAddress;
import org.junit.jupiter.api.Test;

class PeerChoiceTest {
    private static final List<TrackerPeer> BOTH = List.of(
            new TrackerPeer("d1", "192.0.2.1", "tcp", 6881),
            new TrackerPeer("d1", "192.0.2.1", "ptcp", 6881));

    @Test
    void preferredTransport_isTakenOnce() {
        assertThat(new PeerChoice("ptcp", false).of(BOTH)).map(PeerAddress::transport)
                .containsExactly("ptcp");
        assertThat(new PeerChoice("tcp", false).of(BOTH)).map(PeerAddress::transport)
                .containsExactly("tcp");
    }

    @Test
    void nearAddresses_areTakenOnlyWhereTheTrackerIsAsNear() {
        List<TrackerPeer> near = List.of(new TrackerPeer("d1", "127.0.0.1", "tcp", 1),
                new TrackerPeer("d2", "169.254.1.1", "tcp", 1),
                new TrackerPeer("d3", "::1", "tcp", 1),
                new TrackerPeer("d4", "0.0.0.0", "tcp", 1));
        assertThat(new PeerChoice("tcp", false).of(near)).isEmpty();
        assertThat(new PeerChoice("tcp", true).of(near)).hasSize(4);
    }

    @Test
    void names_areNeverLookedUp() {
        assertThat(new PeerChoice("tcp", true)
                .of(List.of(new TrackerPeer("d1", "localhost", "tcp", 1)))).isEmpty();
    }
}
