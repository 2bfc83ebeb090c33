package org.gridtorrent.client.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.gridtorrent.client.security.Site.Device;
import org.gridtorrent.client.tracker.AccessList;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.identity.Digests;
import org.gridtorrent.identity.Ticket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The gate at both ends of real sockets, with a real site's certificates. */
@Timeout(60)
class TicketGateTest {
    private static final byte[] HANDSHAKE = Handshake
            .ours(Site.CONTENT, PeerId.random(new SplittableRandom(1))).bytes();

    @TempDir
    private Path folder;
    private Site site;
    private ServerSocket listener;
    private Device seeder;
    private Device member;

    @BeforeEach
    void open() throws Exception {
        site = new Site(folder, "lab");
        listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        seeder = site.device("publisher", "d1").sharing(Site.CONTENT).admittingOnly("publisher",
                "member");
        member = site.device("member", "d2").sharing(Site.CONTENT);
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
    }

    private CompletableFuture<Gate.Incoming> accepting(Gate gate) {
        CompletableFuture<Gate.Incoming> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(gate.incoming(new Connection(listener.accept(), "tcp")));
            } catch (IOException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private Connection raw() throws IOException {
        Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
        return new Connection(socket, "tcp");
    }

    private static Throwable failure(CompletableFuture<?> result) throws Exception {
        try {
            result.get(30, TimeUnit.SECONDS);
            throw new AssertionError("was admitted");
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    private void assertRefused(Gate gate) throws Exception {
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        assertThatThrownBy(() -> gate.outgoing(raw(), Site.CONTENT, HANDSHAKE))
                .isInstanceOf(IOException.class);
        assertThat(failure(accepted)).isInstanceOf(IOException.class);
    }

    @Test
    void member_isAdmittedAndKnownByName() throws Exception {
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        Connection ours = member.gate.outgoing(raw(), Site.CONTENT, HANDSHAKE);
        Gate.Incoming theirs = accepted.get(30, TimeUnit.SECONDS);

        assertThat(ours.identity()).contains(new PeerIdentity("publisher", "d1"));
        assertThat(theirs.connection().identity()).contains(new PeerIdentity("member", "d2"));
        assertThat(ours.local()).isEqualTo(theirs.connection().remote());
        assertThat(theirs.connection().local()).isEqualTo(ours.remote());
        assertThat(theirs.admits()).accepts(Site.CONTENT).rejects(Site.OTHER_CONTENT);
        assertThat(theirs.connection().input().readNBytes(HANDSHAKE.length))
                .isEqualTo(HANDSHAKE);
        ours.output().write(new byte[]{1, 2, 3});
        ours.output().flush();
        assertThat(theirs.connection().input().readNBytes(3)).containsExactly(1, 2, 3);
    }

    @Test
    void peer_isAdmittedOnceTheAccessListIsKnown() throws Exception {
        Device started = site.device("publisher", "d3");
        started.passes.open(Site.CONTENT);
        var accepted = new FutureTask<>(
                () -> started.gate.incoming(new Connection(listener.accept(), "tcp")));
        Thread accepting = Thread.ofVirtual().start(accepted);
        var connected = new FutureTask<>(
                () -> member.gate.outgoing(raw(), Site.CONTENT, HANDSHAKE));
        Thread.ofVirtual().start(connected);
        await().until(() -> Arrays.stream(accepting.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("awaitList")));
        started.admittingOnly("publisher", "member");
        assertThat(accepted.get(30, TimeUnit.SECONDS).admits()).accepts(Site.CONTENT);
        assertThat(connected.get(30, TimeUnit.SECONDS).identity()).isPresent();
    }

    @Test
    void wrongContent_isRefused() throws Exception {
        member.sharing(Site.OTHER_CONTENT);
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        assertThatThrownBy(() -> member.gate.outgoing(raw(), Site.OTHER_CONTENT, HANDSHAKE))
                .isInstanceOf(RefusedException.class);
        assertThat(failure(accepted)).isInstanceOf(RefusedException.class);
    }

    @Test
    void refusedPeer_isNamedInTheLog() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger(RefusalLog.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        log.setLevel(Level.INFO);
        try {
            assertRefused(member.gateShowing(member.ticket(Site.OTHER_CONTENT.hex())));
        } finally {
            log.setLevel(null);
            log.detachAppender(lines);
        }
        assertThat(lines.list).singleElement().extracting(ILoggingEvent::getFormattedMessage)
                .asString().startsWith("refused 127.0.0.1:")
                .endsWith("device d2 of user member has no right to what it asked for");
    }

    @Test
    void ticketOfAnotherContent_isRefused() throws Exception {
        assertRefused(member.gateShowing(member.ticket(Site.OTHER_CONTENT.hex())));
    }

    @Test
    void expiredTicket_isRefused() throws Exception {
        assertRefused(
                member.gateShowing(member.ticket(Site.CONTENT.hex(), site.now.minusSeconds(1))));
    }

    @Test
    void anotherDevicesTicket_isRefused() throws Exception {
        Device other = site.device("member", "d3");
        assertRefused(member.gateShowing(other.ticket(Site.CONTENT.hex())));
    }

    @Test
    void damagedTicket_isRefused() throws Exception {
        byte[] ticket = member.ticket(Site.CONTENT.hex());
        ticket[10] ^= 1;
        assertRefused(member.gateShowing(ticket));
    }

    @Test
    void foreignAuthority_isRefused() throws Exception {
        Site foreign = new Site(folder, "elsewhere");
        Device stranger = foreign.device("member", "d2").sharing(Site.CONTENT);
        assertRefused(stranger.gate);
    }

    @Test
    void expiredCertificate_isRefusedByTheGateItself() throws Exception {
        site.now = site.now.plus(Duration.ofHours(25));
        assertRefused(member.gate);
    }

    @Test
    void revokedUser_isRefusedThoughTheTicketIsGood() throws Exception {
        seeder.admittingOnly("publisher");
        assertRefused(member.gate);
    }

    @Test
    void revokedUser_isNotStillAdmitted() throws Exception {
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        member.gate.outgoing(raw(), Site.CONTENT, HANDSHAKE);
        Connection connection = accepted.get(30, TimeUnit.SECONDS).connection();
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isTrue();

        seeder.admittingOnly("publisher");
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isFalse();
        seeder.openToAnybody(false);
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isTrue();
        seeder.passes.close(Site.CONTENT);
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isFalse();
    }

    @Test
    void seederWithoutATicketOfItsOwn_isNotTrusted() throws Exception {
        TicketGate impostor = seeder.gateShowing(member.ticket(Site.CONTENT.hex()));
        CompletableFuture<Gate.Incoming> accepted = accepting(impostor);
        assertThatThrownBy(() -> member.gate.outgoing(raw(), Site.CONTENT, HANDSHAKE))
                .isInstanceOf(RefusedException.class);
        accepted.get(30, TimeUnit.SECONDS).connection().close();
    }

    @Test
    void plainBitTorrent_isLedToNothingOnASiteThatIsNotOpen() throws Exception {
        try (Connection plain = raw()) {
            assertThat(stranger(plain).admits()).rejects(Site.CONTENT, Site.OTHER_CONTENT);
        }
    }

    @Test
    void stranger_isAdmittedToWhatIsAnybodysAndToNothingElse() throws Exception {
        seeder.openToAnybody(true).sharing(Site.OTHER_CONTENT);
        try (Connection plain = raw()) {
            Gate.Incoming theirs = stranger(plain);
            assertThat(theirs.admits()).accepts(Site.CONTENT).rejects(Site.OTHER_CONTENT);
            assertThat(theirs.connection().identity()).isEmpty();
            assertThat(theirs.connection().input().readNBytes(4)).as("nothing is lost")
                    .containsExactly(0x13, 'B', 'i', 't');
            assertThat(seeder.gate.stillAdmitted(theirs.connection(), Site.CONTENT)).isTrue();
            assertThat(seeder.gate.stillAdmitted(theirs.connection(), Site.OTHER_CONTENT))
                    .isFalse();
        }
    }

    @Test
    void stranger_isNotStillAdmittedWhenAccessNarrows() throws Exception {
        seeder.openToAnybody(true);
        try (Connection plain = raw()) {
            Connection theirs = stranger(plain).connection();
            seeder.openToAnybody(false);
            assertThat(seeder.gate.stillAdmitted(theirs, Site.CONTENT)).isFalse();
            seeder.openToAnybody(true);
            assertThat(seeder.gate.stillAdmitted(theirs, Site.CONTENT)).isTrue();
            seeder.passes.close(Site.CONTENT);
            assertThat(seeder.gate.stillAdmitted(theirs, Site.CONTENT)).isFalse();
        }
    }

    @Test
    void stranger_isNotAdmittedByAListThatIsTooOld() throws Exception {
        seeder.openToAnybody(true);
        try (Connection plain = raw()) {
            Gate.Incoming theirs = stranger(plain);
            site.now = site.now.plus(Duration.ofMinutes(11));
            assertThat(theirs.admits()).rejects(Site.CONTENT);
            assertThat(seeder.gate.stillAdmitted(theirs.connection(), Site.CONTENT)).isFalse();
        }
    }

    @Test
    void whatIsNeitherTlsNorBitTorrent_isTurnedAway() throws Exception {
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        try (Connection odd = raw()) {
            odd.output().write('G');
            assertThat(failure(accepted)).isInstanceOf(RefusedException.class);
        }
    }

    /** What the seeder makes of somebody who begins with BitTorrent's handshake. */
    private Gate.Incoming stranger(Connection plain) throws Exception {
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        plain.output().write(new byte[]{0x13, 'B', 'i', 't'});
        return accepted.get(30, TimeUnit.SECONDS);
    }

    @Test
    void clientThatSaysNothing_isDropped() throws Exception {
        var impatient = new TicketGate(seeder.identity, seeder.passes, () -> site.now,
                Duration.ofMillis(50));
        CompletableFuture<Gate.Incoming> accepted = accepting(impatient);
        try (Connection silent = raw()) {
            assertThat(silent.socket().isConnected()).isTrue();
            assertThat(failure(accepted)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void ticketOfAForgedSiteKey_isRefused() throws Exception {
        Site forger = new Site(folder.resolve("forger"), "lab");
        String keyHash = Digests.keyHash(
                member.identity.enrolment().credentials().certificate().getPublicKey());
        byte[] forged = forger.keys.sign(new Ticket(Site.CONTENT.hex(), "lab", member.user,
                member.id, keyHash, Ticket.READ, 1, site.now.plus(Ticket.LONGEST_LIFE)));
        assertRefused(member.gateShowing(forged));
    }

    @Test
    void withdrawnDevice_isRefusedThoughItsUserMayRead() throws Exception {
        withdraw(member);
        assertRefused(member.gate);
    }

    @Test
    void withdrawnDevice_isNotStillAdmitted() throws Exception {
        Connection connection = admitted();
        withdraw(member);
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isFalse();
    }

    private void withdraw(Device device) {
        seeder.passes.restrict(Site.CONTENT,
                new AccessList(2, true, Set.of(), Set.of(device.id), false));
    }

    private Connection admitted() throws Exception {
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        member.gate.outgoing(raw(), Site.CONTENT, HANDSHAKE);
        return accepted.get(30, TimeUnit.SECONDS).connection();
    }

    @Test
    void certificateThatRanOut_endsAnOpenLine() throws Exception {
        Connection connection = admitted();
        site.now = site.now.plus(Duration.ofHours(25));
        seeder.admittingOnly("publisher", "member");
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isFalse();
    }

    @Test
    void ticketThatRanOut_endsAnOpenLineUnlessTheListIsFresh() throws Exception {
        Connection connection = admitted();
        site.now = site.now.plus(Duration.ofMinutes(11));
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isFalse();
        seeder.admittingOnly("publisher", "member");
        assertThat(seeder.gate.stillAdmitted(connection, Site.CONTENT)).isTrue();
    }

    @Test
    void contentWithoutAListYet_admitsNobody() throws Exception {
        seeder.passes.close(Site.CONTENT);
        seeder.passes.open(Site.CONTENT);
        assertRefused(member.gate);
    }

    @Test
    void peerWithoutARight_isNotEvenAsked() throws Exception {
        Device stranger = site.device("stranger", "d4");
        member.admittingOnly("publisher", "member");
        CompletableFuture<byte[]> heard = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> heard.complete(listenAs(stranger)));
        assertThatThrownBy(() -> member.gate.outgoing(raw(), Site.CONTENT, HANDSHAKE))
                .isInstanceOf(RefusedException.class);
        assertThat(heard.get(30, TimeUnit.SECONDS)).isEmpty();
    }

    /** All that is said to the device after TLS. */
    private byte[] listenAs(Device device) {
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        try (SSLSocket tls = (SSLSocket) device.identity.tls().getSocketFactory()
                .createSocket(listener.accept(), null, true)) {
            tls.setUseClientMode(false);
            tls.setNeedClientAuth(true);
            tls.getInputStream().transferTo(heard);
        } catch (IOException e) {
            // Cut off, as is expected; what was heard before counts.
        }
        return heard.toByteArray();
    }

    @Test
    void memberThatSendsGarbageOrAHugeLength_isDropped() throws Exception {
        byte[] hugeTicket = new byte[4 + 1 + 20 + 2];
        System.arraycopy("GTAD\1".getBytes(StandardCharsets.US_ASCII), 0, hugeTicket, 0, 5);
        hugeTicket[25] = (byte) 0xff;
        hugeTicket[26] = (byte) 0xff;
        for (byte[] said : List.of(hugeTicket, new byte[100])) {
            CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
            Socket raw = raw().socket();
            try (SSLSocket tls = (SSLSocket) member.identity.tls().getSocketFactory()
                    .createSocket(raw, "127.0.0.1", raw.getPort(), true)) {
                tls.getOutputStream().write(said);
                assertThat(failure(accepted)).isInstanceOf(ProtocolException.class);
            }
        }
    }

    @Test
    void garbageInsteadOfTls_isDropped() throws Exception {
        CompletableFuture<Gate.Incoming> accepted = accepting(seeder.gate);
        try (Connection garbage = raw()) {
            garbage.output().write(new byte[]{0x16, 3, 1, (byte) 0xff, (byte) 0xff, 0, 0, 0});
            assertThat(failure(accepted)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void closing_doesNotWaitForAWriterThatThePeerHoldsUp() throws Exception {
        Connection connection = admitted();
        CompletableFuture<Void> stuck = CompletableFuture.runAsync(() -> {
            try {
                while (true) {
                    connection.output().write(new byte[1 << 16]); // nobody reads
                }
            } catch (IOException e) {
                // Closed under it.
            }
        });
        connection.close();
        stuck.get(30, TimeUnit.SECONDS);
    }
}
