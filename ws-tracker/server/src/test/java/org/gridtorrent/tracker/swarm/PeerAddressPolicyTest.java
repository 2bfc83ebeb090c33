package org.gridtorrent.tracker.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.gridtorrent.catalog.device.Device.Endpoint;
import org.gridtorrent.catalog.device.Device.Place;
import org.gridtorrent.catalog.swarm.Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerAddressPolicyTest {
    private static final String NAT = "198.18.0.1";
    private static final String OTHER_NAT = "198.18.7.7";

    private static List<Place> at(String... addresses) {
        return Arrays.stream(addresses)
                .map(each -> new Place(each, new Endpoint("tcp", 6881)))
                .toList();
    }

    private static List<String> believed(String observed, String... said) {
        return PeerAddressPolicy.believable(at(said), observed).stream().map(Place::address)
                .toList();
    }

    /** What one who is seen there is told of a device that is seen there and says this. */
    private static List<String> told(String asking, String observed, String... said) {
        Peer peer = new Peer("device", observed, List.of(new Endpoint("tcp", 6881)),
                PeerAddressPolicy.believable(at(said), observed));
        return PeerAddressPolicy.of(peer, asking).stream().map(Place::address).toList();
    }

    @Test
    void privateAddresses_areToldBehindTheSameNatAlone() {
        assertThat(told(NAT, NAT, "10.0.0.7", "192.168.0.7", "100.64.0.7"))
                .containsExactly(NAT, "10.0.0.7", "192.168.0.7", "100.64.0.7");
        assertThat(told(NAT, NAT, "fd00::7")).containsExactly(NAT, "fd00:0:0:0:0:0:0:7");
        assertThat(told(OTHER_NAT, NAT, "10.0.0.7", "172.16.0.7", "fd00::7", "100.64.0.7"))
                .containsExactly(NAT);
        assertThat(told("127.0.0.1", NAT, "10.0.0.7")).containsExactly(NAT);
    }

    @Test
    void publicAddresses_areToldToAll() {
        for (String asking : List.of(NAT, OTHER_NAT, "2001:db8::9", "10.0.0.9", "127.0.0.1")) {
            assertThat(told(asking, NAT, "2001:db8::7", "203.0.113.7"))
                    .containsExactly(NAT, "2001:db8:0:0:0:0:0:7", "203.0.113.7");
        }
    }

    @Test
    void overIpv6_thoseOfOneLineAreInOneNetwork() {
        assertThat(told("2001:db8:0:1::9", "2001:db8:0:1::7", "192.168.0.7"))
                .containsExactly("2001:db8:0:1:0:0:0:7", "192.168.0.7");
        assertThat(told("2001:db8:0:2::9", "2001:db8:0:1::7", "192.168.0.7"))
                .containsExactly("2001:db8:0:1:0:0:0:7");
    }

    @Test
    void aPrivateAddressThatTheTrackerItselfSees_isToldToAll() {
        assertThat(told("10.0.0.9", "10.0.0.7", "172.17.0.1")).containsExactly("10.0.0.7");
        assertThat(told(NAT, "10.0.0.7")).containsExactly("10.0.0.7");
    }

    @Test
    void theTrackersOwnMachine_isFoundThereByLoopback_andFromNowhereElse() {
        assertThat(told("127.0.0.1", "127.0.0.1", "127.0.0.2", "::1"))
                .containsExactly("127.0.0.1", "127.0.0.2", "0:0:0:0:0:0:0:1");
        assertThat(told("::1", "127.0.0.1")).containsExactly("127.0.0.1");
        assertThat(told("10.0.0.9", "127.0.0.1", "127.0.0.2", "10.0.0.7", "203.0.113.7"))
                .containsExactly("203.0.113.7");
        assertThat(told(NAT, "fe80::7")).isEmpty();
    }

    @Test
    void anAddressThatIsSaidAndSeen_isToldOnce() {
        assertThat(told(OTHER_NAT, NAT, NAT)).containsExactly(NAT);
        assertThat(told("2001:db8::9", "2001:db8::7", "2001:db8:0:0:0:0:0:7"))
                .containsExactly("2001:db8:0:0:0:0:0:7");
    }

    @Test
    void oneAddress_isBelievedInOneSpelling() {
        assertThat(believed(NAT, "2001:DB8::7", "2001:db8:0:0::7", "::ffff:198.18.0.9"))
                .containsExactly("2001:db8:0:0:0:0:0:7", "198.18.0.9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "0.1.2.3", "::", "224.0.0.1", "ff02::1", "255.255.255.255",
        "240.0.0.1", "169.254.0.7", "fe80::7", "127.0.0.1", "127.9.9.9", "::1",
        "::ffff:127.0.0.1", "64:ff9b::7f00:1", "::7f00:1", "fe00::1", "4000::1"})
    void whatNobodyFarAwayCanBeCalledAt_isPassedOver(String address) {
        assertThat(believed(NAT, address, "10.0.0.7")).containsExactly("10.0.0.7");
    }

    @Test
    void loopback_isBelievedOfWhoIsSeenThere() {
        assertThat(believed("127.0.0.1", "127.0.0.2", "::1", "fe80::7", "224.0.0.1"))
                .containsExactly("127.0.0.2", "0:0:0:0:0:0:0:1");
        assertThat(believed("0:0:0:0:0:0:0:1", "127.0.0.2")).containsExactly("127.0.0.2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b.c.d", "abc", "1.2.3.4.5", "1:2", "1.2.3.256", "::1::",
        "dead.beef"})
    void whatIsNoAddress_isRefused(String text) {
        assertThatThrownBy(() -> believed(NAT, text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
