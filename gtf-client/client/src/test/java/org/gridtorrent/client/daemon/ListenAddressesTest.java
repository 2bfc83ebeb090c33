package org.gridtorrent.client.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gridtorrent.client.tracker.Place;
import org.junit.jupiter.api.Test;

class ListenAddressesTest {
    private static ListenAddresses at(String host, boolean localTracker) {
        return new ListenAddresses(new InetSocketAddress(InetAddress.ofLiteral(host), 6881),
                localTracker);
    }

    private static List<String> told(boolean localTracker, String... addresses) {
        return at("0.0.0.0", localTracker).of(Arrays.stream(addresses).map(InetAddress::ofLiteral))
                .stream().map(Place::address).toList();
    }

    @Test
    void publicAndPrivateAddresses_areTold_notThoseOfTheLineOrTheMachine() {
        assertThat(told(false, "127.0.0.1", "::1", "10.0.0.7", "169.254.1.1", "fe80::7", "fd00::7",
                "198.18.0.7", "2001:db8::7", "0.0.0.0"))
                .containsExactly("198.18.0.7", "2001:db8:0:0:0:0:0:7", "10.0.0.7",
                        "fd00:0:0:0:0:0:0:7");
    }

    @Test
    void loopback_isToldToATrackerOnThisMachine() {
        assertThat(told(true, "127.0.0.1", "fe80::7", "::1"))
                .containsExactly("127.0.0.1", "0:0:0:0:0:0:0:1");
    }

    @Test
    void ofMoreThanAreAllowed_publicOnesAreTold() {
        String[] many = IntStream.range(0, 20)
                .mapToObj(i -> i < 15 ? "10.0.0." + i : "198.18.0." + i).toArray(String[]::new);
        assertThat(told(false, many)).hasSize(ListenAddresses.MOST)
                .contains("198.18.0.15", "198.18.0.19");
    }

    @Test
    void whoListensAtOneAddress_tellsOfThatOne() throws IOException {
        assertThat(at("127.0.0.2", true).now())
                .containsExactly(new Place("127.0.0.2", 6881, List.of("tcp", "ptcp")));
        assertThat(at("127.0.0.2", false).now()).isEmpty();
    }

    @Test
    void whoListensEverywhere_tellsOfThisMachinesInterfaces() throws IOException {
        List<String> here = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses).map(InetAddress::getHostAddress)
                .map(address -> address.replaceFirst("%.*", "")).toList();
        for (String wildcard : List.of("0.0.0.0", "::")) {
            assertThat(at(wildcard, true).now()).isNotEmpty()
                    .allSatisfy(place -> assertThat(here).contains(place.address()));
        }
        assertThat(at("0.0.0.0", true).of(Stream.of())).isEmpty();
    }
}
