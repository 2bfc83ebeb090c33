package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.ws.Holder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.Credentials;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.Place;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.SiteKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real tracker behind balancers of which each has a machine seen at another address, as NATs do, and
 * what it tells machines of each other.
 */
class PlacesTest {
    private static final String NAT = "198.18.0.1";
    @TempDir
    static Path folder;
    private static final Catalog CATALOG = Catalog.open(TestDatabase.H2.empty());
    private static final List<Balancer> BALANCERS = new ArrayList<>();
    private static SiteKeys keys;
    private static Clients clients;
    private static TrackerServer server;
    private static Account account;
    private static volatile int port;
    private static String hash;
    private static Machine seed;

    /** A device and its line to the tracker. */
    private record Machine(String id, WsTracker tracker) {}

    @BeforeAll
    static void start() throws Exception {
        keys = SiteKeys.openOrCreate(folder.resolve("keys"), "lab");
        clients = new Clients(keys.caCertificate(), () -> port);
        server = TrackerServer.start(new TrackerOptions("127.0.0.1", 0, "lab",
                URI.create("http://pages.test"), URI.create("https://127.0.0.1:0"), false,
                Set.of(InetAddress.getLoopbackAddress())), keys, CATALOG);
        account = TestAccounts.add(CATALOG, "owner", "The owner");
        seed = machine(NAT);
        var published = CATALOG.datasets().publishing()
                .publish(new Draft(account.id(), "Ice cores", "",
                        Grants.EVERYONE, seed.id, "/data/ice"));
        hash = seed.tracker.registerContent(published.task().id(), TrackerSite.metainfo("ice"),
                null);
    }

    @BeforeEach
    void saysNothing() throws Exception {
        says(seed);
        announce(seed);
    }

    @AfterAll
    static void stop() throws Exception {
        for (Balancer balancer : BALANCERS) {
            balancer.close();
        }
        server.close();
        CATALOG.close();
    }

    /** An enrolled machine that takes TCP and PTCP at one port, and whom the tracker sees there. */
    private static Machine machine(String seenAt) throws Exception {
        var balancer = new Balancer(List.of(server.port()), _ -> seenAt);
        BALANCERS.add(balancer);
        port = balancer.port();
        var key = DeviceKeys.generate();
        var id = new Holder<String>();
        var credentials = new Holder<Credentials>();
        clients.stranger().enrol(
                CATALOG.machines().devices().createEnrolmentCode(account.id(), keys.caCertificate())
                        .text(),
                DeviceKeys.certificateRequest(key), "pc", "1", new Holder<>(), new Holder<>(),
                new Holder<>(), id, credentials, new Holder<>());
        WsTracker line = clients.client(key, Clients.certificate(credentials.value));
        line.reportDevice("1", List.of(endpoint(TransportName.TCP), endpoint(TransportName.PTCP)),
                1000, List.of());
        return new Machine(id.value, line);
    }

    private static Endpoint endpoint(TransportName transport) {
        var endpoint = new Endpoint();
        endpoint.setTransport(transport);
        endpoint.setPort(6881);
        return endpoint;
    }

    private static String says(Machine machine, String... addresses) throws TrackerFault {
        return machine.tracker.reportPlaces(
                Arrays.stream(addresses).map(address -> place(address, 7000)).toList());
    }

    private static Place place(String address, int port) {
        var place = new Place();
        place.setAddress(address);
        place.setPort(port);
        place.getTransport().addAll(List.of(TransportName.TCP, TransportName.PTCP));
        return place;
    }

    private static List<Peer> announce(Machine machine) throws TrackerFault {
        var peers = new Holder<List<Peer>>();
        machine.tracker.announce(hash, AnnounceEvent.UPDATE, 0, 0, 5, 200, true, null, null,
                new Holder<>(),
                new Holder<>(), new Holder<>(), peers, new Holder<>());
        return peers.value;
    }

    /** Where the machine is told to find the seed, by each of the two operations. */
    private static List<String> told(Machine machine) throws TrackerFault {
        List<String> places = places(machine.tracker.listPeers(hash, 200, true));
        assertThat(places(announce(machine))).isEqualTo(places);
        return places;
    }

    private static List<String> places(List<Peer> peers) {
        return peers.stream().filter(peer -> peer.getDeviceId().equals(seed.id))
                .flatMap(peer -> peer.getPlace().stream())
                .peek(place -> assertThat(place.getTransport())
                        .containsExactlyInAnyOrder(TransportName.TCP, TransportName.PTCP))
                .map(place -> place.getAddress() + " " + place.getPort()).toList();
    }

    @Test
    void innerAddresses_areToldBehindTheSameNat_andPublicOnesToAll() throws Exception {
        assertThat(says(seed, "10.0.0.7", "2001:db8::7", "fe80::7", "127.0.0.1"))
                .as("the outer address").isEqualTo(NAT);
        assertThat(told(machine(NAT))).containsExactly(NAT + " 6881", "10.0.0.7 7000",
                "2001:db8:0:0:0:0:0:7 7000");
        for (String elsewhere : List.of("198.18.0.2", "2001:db8:5::1", "10.0.0.9")) {
            assertThat(told(machine(elsewhere))).containsExactly(NAT + " 6881",
                    "2001:db8:0:0:0:0:0:7 7000");
        }
    }

    /** That the balancer is believed, all tests of this class show. */
    @Test
    void callersAddress_isBelievedOfTheBalancerAlone() throws Exception {
        assertThat(isRefused("127.0.0.3", "PROXY TCP4 192.0.2.9 127.0.0.1 9 9\r\n")).isTrue();
        assertThat(isRefused("127.0.0.1", "\u0016\u0003\u0001 no header at all")).isTrue();
    }

    private static boolean isRefused(String from, String said) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(said.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true; // reset
        }
    }

    @Test
    void aDeviceThatMoves_isFoundWhereItIsSeenLast() throws Exception {
        says(seed, "10.0.0.7");
        Machine neighbour = machine(NAT);
        assertThat(told(neighbour)).hasSize(2);
        says(seed, "192.168.0.7");
        assertThat(told(neighbour)).containsExactly(NAT + " 6881", "192.168.0.7 7000");
    }

    @Test
    void whoDoesNotAsk_isToldOfTheObservedAddressAlone() throws Exception {
        says(seed, "10.0.0.7", "2001:db8::7");
        Machine older = machine(NAT);
        for (Boolean no : Arrays.asList(null, false)) {
            assertThat(older.tracker.listPeers(hash, 200, no))
                    .filteredOn(peer -> peer.getDeviceId().equals(seed.id)).singleElement()
                    .satisfies(peer -> {
                        assertThat(peer.getAddress()).isEqualTo(NAT);
                        assertThat(peer.getPlace()).isEmpty();
                    });
        }
    }

    @Test
    void whatIsMalformedOrTooMuch_isRefused_andTheLastWordHolds() throws Exception {
        says(seed, "10.0.0.7");
        for (List<Place> bad : List.of(List.of(place("localhost", 1)), List.of(place("dead", 1)),
                List.of(place("10.0.0.8", 0)), List.of(place("fe80::1%lo", 1)),
                Collections.nCopies(9, place("10.0.0.8", 1)))) {
            assertThatThrownBy(() -> seed.tracker.reportPlaces(bad))
                    .isInstanceOfSatisfying(TrackerFault.class, fault -> assertThat(
                            fault.getFaultInfo().getCode()).isEqualTo(FaultCode.INVALID));
        }
        assertThat(told(machine(NAT))).containsExactly(NAT + " 6881", "10.0.0.7 7000");
    }
}
