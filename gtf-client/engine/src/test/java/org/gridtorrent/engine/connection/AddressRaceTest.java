package org.gridtorrent.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.connection.AddressRace.Connected;
import org.gridtorrent.engine.connection.AddressRace.Failed;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Race of connections over loopback, some of them slow. */
class AddressRaceTest {
    private final List<ServerSocket> servers = new ArrayList<>();
    private final CountDownLatch slowMayConnect = new CountDownLatch(1);
    private final AtomicInteger tried = new AtomicInteger();
    private PeerAddress open;
    private PeerAddress closed;

    /** TCP whose connections open only when the test allows it. */
    private final class SlowTransport implements Transport {
        @Override
        public String name() {
            return "slow";
        }

        @Override
        public Connection connect(InetSocketAddress address, Duration timeout)
                throws IOException {
            try {
                slowMayConnect.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return new TcpTransport().connect(address, timeout);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        open = server();
        closed = server();
        servers.getLast().close();
    }

    @AfterEach
    void end() throws IOException {
        slowMayConnect.countDown();
        for (ServerSocket server : servers) {
            server.close();
        }
    }

    private PeerAddress server() throws IOException {
        var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        servers.add(server);
        return PeerAddress.tcp((InetSocketAddress) server.getLocalSocketAddress());
    }

    private static PeerAddress slow(PeerAddress address) {
        return new PeerAddress(address.address(), "slow");
    }

    private Transport transport(PeerAddress address) throws IOException {
        tried.incrementAndGet();
        return switch (address.transport()) {
            case "slow" -> new SlowTransport();
            case "tcp" -> new TcpTransport();
            default -> throw new IOException("no such transport");
        };
    }

    private AddressRace race(PeerAddress... addresses) {
        return new AddressRace(List.of(addresses), this::transport);
    }

    @Test
    void reportsExceptionOfTransportAsFailure() throws Exception {
        try (var race = new AddressRace(List.of(open), _ -> {
            throw new IllegalStateException("broken");
        })) {
            assertThat(race.next()).isInstanceOfSatisfying(Failed.class,
                    failed -> assertThat(failed.why()).hasMessageContaining("broken"));
            assertThat(race.hasNext()).isFalse();
        }
    }

    @Test
    void reportsErrorOfTransportAsFailure() throws Exception {
        try (var race = new AddressRace(List.of(closed, open), address -> {
            if (address.equals(closed)) {
                throw new OutOfMemoryError("as a test has it");
            }
            return transport(address);
        })) {
            assertThat(race.next()).isInstanceOfSatisfying(Failed.class,
                    failed -> assertThat(failed.why()).hasMessageContaining("OutOfMemoryError"));
            assertThat(race.next()).isInstanceOfSatisfying(Connected.class,
                    line -> line.connection().close());
            assertThat(race.hasNext()).isFalse();
        }
    }

    @Test
    void doesNotTryOthersAfterFirstConnects() throws Exception {
        try (AddressRace race = race(open, closed, closed)) {
            assertThat(race.next()).isInstanceOfSatisfying(Connected.class, line -> {
                assertThat(line.address()).isEqualTo(open);
                line.connection().close();
            });
        }
        assertThat(tried).hasValue(1);
    }

    @Test
    void triesNextAfterFailureAndReportsEach() throws Exception {
        PeerAddress strange = new PeerAddress(open.address(), "pigeon");
        try (AddressRace race = race(closed, strange, open)) {
            assertThat(race.next()).isInstanceOf(Failed.class)
                    .extracting(AddressRace.Attempt::address).isEqualTo(closed);
            assertThat(race.next()).isInstanceOf(Failed.class)
                    .extracting(AddressRace.Attempt::address).isEqualTo(strange);
            assertThat(race.hasNext()).isTrue();
            assertThat(race.next()).isInstanceOf(Connected.class);
            assertThat(race.hasNext()).isFalse();
        }
    }

    @Test
    void slowAddressDelaysNoOtherAndIsClosedWhenLate() throws Exception {
        try (AddressRace race = race(slow(open), slow(open), open)) {
            assertThat(race.next()).isInstanceOfSatisfying(Connected.class,
                    line -> assertThat(line.address()).isEqualTo(open));
            assertThat(race.hasNext()).as("two are on their way").isTrue();
        }
        slowMayConnect.countDown();
        try (Socket used = servers.getFirst().accept();
                Socket late = servers.getFirst().accept()) {
            assertThat(used.isConnected()).isTrue();
            late.setSoTimeout(20_000);
            assertThat(late.getInputStream().read()).as("its end").isEqualTo(-1);
        }
    }

    @Test
    void returnsOthersAfterConnectionToWrongPeer() throws Exception {
        try (AddressRace race = race(open, slow(open))) {
            assertThat(race.next()).isInstanceOf(Connected.class);
            slowMayConnect.countDown();
            assertThat(race.next()).isInstanceOfSatisfying(Connected.class,
                    line -> assertThat(line.address()).isEqualTo(slow(open)));
            assertThat(race.hasNext()).isFalse();
        }
    }

    @Test
    void closesConnectionsNotTaken() throws Exception {
        try (AddressRace race = race(slow(open), closed)) {
            assertThat(race.next()).isInstanceOf(Failed.class);
            slowMayConnect.countDown();
        }
        try (Socket late = servers.getFirst().accept()) {
            late.setSoTimeout(20_000);
            assertThat(late.getInputStream().read()).as("its end").isEqualTo(-1);
        }
    }
}
