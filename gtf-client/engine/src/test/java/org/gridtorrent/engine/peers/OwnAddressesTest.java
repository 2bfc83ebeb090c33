package org.gridtorrent.engine.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class OwnAddressesTest {
    private static final InetAddress INNER = at("10.0.0.7");
    private static final InetAddress OUTER = at("198.18.0.1");
    private static final InetAddress FALSE = at("198.18.6.6");
    private static final InetAddress FAR = at("198.18.9.9");

    private final OwnAddresses own = new OwnAddresses();

    private static InetAddress at(String literal) {
        return InetAddress.ofLiteral(literal);
    }

    private void addReport(int from, int to, InetAddress address) {
        for (int i = from; i < to; i++) {
            own.addReport(at("198.18.1." + i), address);
        }
    }

    @Test
    void distantPeersSeeExternalAddressAndNearbyOnesTheLocalOne() {
        assertThat(own.seenBy(FAR)).isEmpty();
        own.addLocal(INNER);
        assertThat(own.seenBy(FAR)).contains(INNER);
        own.setExternal(OUTER);
        assertThat(own.seenBy(FAR)).contains(OUTER);
        assertThat(own.seenBy(at("10.0.0.9"))).contains(INNER);
        assertThat(own.seenBy(at("2001:db8::1"))).as("nothing is known of IPv6").isEmpty();
    }

    @Test
    void ignoresLocalAddressFromTracker() {
        own.addLocal(OUTER);
        own.setExternal(INNER);
        assertThat(own.seenBy(FAR)).contains(OUTER);
    }

    @Test
    void usesAddressReportedByMostOfSeveralPeers() {
        own.addLocal(INNER);
        addReport(0, 2, OUTER);
        own.addReport(at("198.18.1.0"), OUTER);
        assertThat(own.seenBy(FAR)).as("two peers, one of them twice").contains(INNER);
        addReport(2, 3, OUTER);
        assertThat(own.seenBy(FAR)).contains(OUTER);
        addReport(10, 13, FALSE);
        assertThat(own.seenBy(FAR)).as("three against three").contains(INNER);
        addReport(3, 4, OUTER);
        assertThat(own.seenBy(FAR)).contains(OUTER);
        own.setExternal(at("198.18.0.2"));
        assertThat(own.seenBy(FAR)).as("the tracker's word goes first")
                .contains(at("198.18.0.2"));
    }

    @Test
    void ignoresReportsByOrOfLocalAddresses() {
        own.addLocal(INNER);
        for (int i = 0; i < 5; i++) {
            own.addReport(at("10.0.1." + i), OUTER);
        }
        addReport(0, 5, at("10.9.9.9"));
        assertThat(own.seenBy(FAR)).contains(INNER);
    }

    @Test
    void keepsLatestReportsUpToLimit() {
        addReport(0, 100, OUTER);
        assertThat(own.seenBy(FAR)).contains(OUTER);
        addReport(100, 200, FALSE);
        assertThat(own.seenBy(FAR)).contains(FALSE);
    }
}
