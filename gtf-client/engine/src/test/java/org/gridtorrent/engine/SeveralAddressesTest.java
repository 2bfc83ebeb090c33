package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.DeviceAddresses;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices with several addresses, some unreachable, over loopback. */
final class SeveralAddressesTest {
    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    private TestContent content;

    /** Gate on which each side sends its device name. */
    private record DeviceNameGate(String device) implements Gate {
        private Connection exchange(Connection raw) throws IOException {
            var out = new DataOutputStream(raw.output());
            out.writeUTF(device);
            out.flush();
            String theirs = new DataInputStream(raw.input()).readUTF();
            return raw.securedBy(raw.socket(), new PeerIdentity("user", theirs));
        }

        @Override
        public Connection outgoing(Connection raw, InfoHash infoHash, byte[] handshake)
                throws IOException {
            Connection identified = exchange(raw);
            raw.output().write(handshake);
            raw.output().flush();
            return identified;
        }

        @Override
        public Incoming incoming(Connection raw) throws IOException {
            return new Incoming(exchange(raw), _ -> true);
        }

        @Override
        public boolean stillAdmitted(Connection connection, InfoHash infoHash) {
            return true;
        }
    }

    @BeforeEach
    void makeContent() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 5, 300_000,
                200_000);
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private Engine engine(String device, String host) throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.ofLiteral(host), 0),
                new DeviceNameGate(device));
        opened.add(engine);
        return engine;
    }

    private Swarm seed(Engine engine) {
        Swarm swarm = engine.add(content.metainfo(), content.directory(),
                temp.resolve("state" + opened.size()), SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        return swarm;
    }

    private Swarm leech(String device) throws IOException {
        return engine(device, "0.0.0.0").add(content.metainfo(), temp.resolve(device),
                temp.resolve(device + "-state"), SwarmOptions.downloading());
    }

    /** Leech limited to next to nothing, so that connections stay open. */
    private Swarm slowLeech(String device) throws IOException {
        Swarm swarm = leech(device);
        swarm.limit(new RateSchedules(RateSchedule.OFF, RateSchedule.always(1)));
        return swarm;
    }

    private static PeerAddress at(String host, int port) {
        return PeerAddress.tcp(new InetSocketAddress(InetAddress.ofLiteral(host), port));
    }

    /** Device with reported addresses, observed where nobody listens. */
    private DeviceAddresses device(String name, PeerAddress... reported) throws IOException {
        int nobody;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = closed.getLocalPort();
        }
        return new DeviceAddresses(name, List.of(at("127.0.0.1", nobody)), Arrays.asList(reported));
    }

    private static void complete(Swarm swarm) throws Exception {
        swarm.completion().get(30, TimeUnit.SECONDS);
    }

    private static List<String> hosts(Swarm swarm) {
        return swarm.status().peers().stream()
                .map(peer -> peer.address().getAddress().getHostAddress()).toList();
    }

    @Test
    void connectsToReportedAddressWhenObservedOneFails() throws Exception {
        Engine seed = engine("seed", "127.0.0.2");
        seed(seed);
        Swarm leech = leech("leech");
        leech.addDevices(List.of(device("seed", at("127.0.0.2", seed.listenAddress().getPort()))));
        complete(leech);
    }

    @Test
    void overBothFamilies_isOneConnection_byIpv6First() throws Exception {
        Engine seed = engine("seed", "0.0.0.0");
        Swarm seeding = seed(seed);
        int port = seed.listenAddress().getPort();
        Swarm leech = slowLeech("leech");
        DeviceAddresses both = new DeviceAddresses("seed",
                List.of(at("127.0.0.1", port), at("127.0.0.2", port)), List.of(at("::1", port)));
        leech.addDevices(List.of(both));
        await().until(() -> !hosts(leech).isEmpty());
        leech.addDevices(List.of(both));
        assertThat(hosts(leech)).containsExactly("0:0:0:0:0:0:0:1");
        leech.limit(RateSchedules.OFF);
        complete(leech);
        assertThat(seeding.status().peersEverConnected()).as("ever connected").isEqualTo(1);
    }

    @Test
    void whereIpv6LeadsNowhere_ipv4IsTaken_andTheOtherWayRound() throws Exception {
        for (String host : List.of("127.0.0.1", "::1")) {
            Engine seed = engine("seed at " + host, host);
            seed(seed);
            int port = seed.listenAddress().getPort();
            Swarm leech = leech("leech" + opened.size());
            leech.addDevices(List.of(
                    device("seed at " + host, at("::1", port), at("127.0.0.1", port))));
            complete(leech);
        }
    }

    @Test
    void rejectsAnotherDeviceAtTheAddress() throws Exception {
        Engine other = engine("other", "127.0.0.1");
        seed(other);
        Engine seed = engine("seed", "127.0.0.2");
        seed(seed);
        Swarm leech = slowLeech("leech");
        leech.addDevices(List.of(device("seed", at("127.0.0.1", other.listenAddress().getPort()),
                at("127.0.0.2", seed.listenAddress().getPort()))));
        await().until(() -> !leech.status().peers().isEmpty());
        assertThat(leech.status().peers()).extracting(PeerStatus::identity).singleElement()
                .satisfies(identity -> assertThat(identity).map(PeerIdentity::device)
                        .contains("seed"));
    }

    @Test
    void connectsSeveralPeersBehindOneAddress() throws Exception {
        Swarm leech = slowLeech("leech");
        List<DeviceAddresses> devices = new ArrayList<>();
        for (String name : List.of("one", "two", "three")) {
            Engine seed = engine(name, "127.0.0.1");
            seed(seed);
            devices.add(device(name, at("127.0.0.1", seed.listenAddress().getPort())));
        }
        leech.addDevices(devices);
        await().until(() -> hosts(leech).equals(List.of("127.0.0.1", "127.0.0.1", "127.0.0.1")));
    }

    @Test
    void restartedDeviceReplacesItsOlderConnection() throws Exception {
        Swarm leech = slowLeech("leech");
        Engine first = engine("seed", "127.0.0.1");
        seed(first);
        leech.addDevices(List.of(device("seed",
                at("127.0.0.1", first.listenAddress().getPort()))));
        await().until(() -> leech.status().peers().size() == 1);
        Swarm again = seed(engine("seed", "127.0.0.1"));
        again.addPeers(List.of(at("127.0.0.1", ((Engine) opened.getFirst()).listenAddress()
                .getPort())));
        await().until(() -> leech.status().peersEverConnected() == 2);
        assertThat(leech.status().peers()).hasSize(1);
    }
}
