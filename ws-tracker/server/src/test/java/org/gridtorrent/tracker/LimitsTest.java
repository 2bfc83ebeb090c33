package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import jakarta.xml.ws.Holder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLSocket;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.gridtorrent.tracker.limit.TrackerLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a tracker does with more than it takes; its limits are set low. */
@Timeout(60)
class LimitsTest {
    private static final TrackerLimits USUAL = TrackerLimits.USUAL;
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final int LONG = 400_000;
    private static final String HERE = "127.0.0.1";
    private static final String ELSEWHERE = "127.0.0.2";

    @TempDir
    Path folder;

    private TrackerSite site(TrackerLimits limits) throws Exception {
        return new TrackerSite(folder, false, limits);
    }

    private static TrackerLimits calls(int working, Duration patience, int ofOne) {
        return new TrackerLimits(USUAL.connections(), USUAL.connectionsOfOne(),
                USUAL.handshakes(), USUAL.handshakesOfOrigin(), USUAL.handshakeTime(),
                USUAL.strangersSilence(), working, USUAL.waiting(), patience, ofOne,
                USUAL.longBodies());
    }

    private static TrackerLimits lines(int connections, int connectionsOfOne, int handshakes,
            int handshakesOfOrigin, Duration handshakeTime, Duration strangersSilence) {
        return new TrackerLimits(connections, connectionsOfOne, handshakes, handshakesOfOrigin,
                handshakeTime, strangersSilence, USUAL.working(), USUAL.waiting(),
                USUAL.patience(), USUAL.callsOfOne(), 1);
    }

    @Test
    void callThatFindsNoRoom_isBusyAndToldWhenToComeAgain() throws Exception {
        try (var site = site(calls(0, Duration.ZERO, 9));
                var http = HttpClient.newBuilder().sslContext(site.context(Optional.empty()))
                        .build()) {
            WsTracker stranger = site.stranger();
            var busy = catchThrowableOfType(TrackerFault.class, () -> enrol(stranger));
            assertThat(busy.getFaultInfo().getCode()).isEqualTo(FaultCode.BUSY);
            assertThat(busy.getFaultInfo().getMessage()).endsWith("Try again in 1 s.");
            assertThat(site.calls).containsExactly("enrol busy");
            var answer = http.send(HttpRequest.newBuilder(site.url("/tracker/1"))
                    .header("Content-Type", "text/xml").POST(BodyPublishers.ofString("<s:Envelope"
                            + " xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                            + "<deviceStatus xmlns=\"urn:gridtorrent:tracker:1\"/></s:Body>"
                            + "</s:Envelope>"))
                    .build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(500); // as SOAP 1.1 has it
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
            assertThat(answer.body()).contains("BUSY");
        }
    }

    private static void enrol(WsTracker line) throws Exception {
        line.enrol("code", DeviceKeys.certificateRequest(DeviceKeys.generate()), "pc", "1",
                new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>(),
                new Holder<>());
    }

    @Test
    void deviceWithTooManyCalls_isBusyAndOthersAreNot() throws Exception {
        try (var site = site(calls(9, FOR_EVER, 1))) {
            Machine machine = site.ready("greedy");
            Machine other = site.ready("other");
            var poll = poll(machine);
            await().until(() -> site.catalog.waiting() == 1);
            var busy = catchThrowableOfType(TrackerFault.class, () -> ask(machine));
            assertThat(busy.getFaultInfo().getCode()).isEqualTo(FaultCode.BUSY);
            ask(other);
            site.publishing(machine, Grants.EVERYONE);
            poll.join();
            ask(machine);
        }
    }

    /** Begins a long poll, which a task ends. The revision is asked for before: that call waits for a moment as well. */
    private static CompletableFuture<Void> poll(Machine machine) throws TrackerFault {
        long known = revision(machine);
        return CompletableFuture.runAsync(() -> poll(machine, known));
    }

    private static void poll(Machine machine, long known) {
        try {
            machine.tracker().fetchTasks(known, 50, null, null, null, null,
                    new Holder<>(),
                    new Holder<>(), new Holder<>(),
                    new Holder<>(), new Holder<>());
        } catch (TrackerFault e) {
            throw new AssertionError(e);
        }
    }

    private static long revision(Machine machine) throws TrackerFault {
        var revision = new Holder<Long>();
        machine.tracker().fetchTasks(0, 0, null, null, null, null, revision, new Holder<>(),
                new Holder<>(),
                new Holder<>(), new Holder<>());
        return revision.value;
    }

    private static void ask(Machine machine) throws TrackerFault {
        machine.tracker().scrape(List.of("00".repeat(20)));
    }

    @Test
    void pollsThatAreHeld_leaveTheWorkToOthers() throws Exception {
        try (var site = site(calls(1, FOR_EVER, 9))) {
            Machine machine = site.ready("waiting");
            Machine other = site.ready("other");
            var poll = poll(machine);
            await().until(() -> site.catalog.waiting() == 1);
            ask(other);
            site.publishing(machine, Grants.EVERYONE);
            poll.join();
        }
    }

    @Test
    void longBodies_areFewAtATime() throws Exception {
        try (var site = site(lines(99, 9, 9, 9, FOR_EVER, FOR_EVER))) {
            Machine greedy = site.ready("greedy");
            Machine other = site.ready("other");
            assertThat(refusalOfALongBody(other)).isEqualTo(FaultCode.INVALID);
            SSLSocket half = halfOfALongBody(site, greedy);
            while (refusalOfALongBody(other) != FaultCode.BUSY) {
                if (isAnswered(half)) { // it came while the other's call had the room
                    half.close();
                    half = halfOfALongBody(site, greedy);
                }
            }
            ask(other);
            ask(greedy);
            hangUp(half);
            await().until(() -> refusalOfALongBody(other) == FaultCode.INVALID);
        }
    }

    /** A registration of which so much is sent that it takes room, and no more. */
    private static SSLSocket halfOfALongBody(TrackerSite site, Machine machine) throws Exception {
        var half = (SSLSocket) site.context(key(machine)).getSocketFactory().createSocket(
                silent(site, HERE), HERE, site.server.port(), true);
        half.getOutputStream().write(("POST /tracker/1 HTTP/1.1\r\nHost: " + HERE
                + "\r\nContent-Type: text/xml\r\nContent-Length: 9000000\r\n\r\n"
                + "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + "<registerContent xmlns=\"urn:gridtorrent:tracker:1\"><taskId>x</taskId>"
                + "<metainfo>" + "A".repeat(LONG)).getBytes(StandardCharsets.US_ASCII));
        half.getOutputStream().flush();
        half.setSoTimeout(10);
        return half;
    }

    private static boolean isAnswered(SSLSocket line) throws IOException {
        try {
            line.getInputStream().read();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private static FaultCode refusalOfALongBody(Machine machine) {
        return catchThrowableOfType(TrackerFault.class,
                () -> machine.tracker().registerContent("notask", new byte[LONG], null))
                .getFaultInfo().getCode();
    }

    private static Socket silent(TrackerSite site, String from) throws IOException {
        var socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), site.server.port()));
        return socket;
    }

    /** A line that is through with TLS, and knows by an answer that it is wanted. */
    private static SSLSocket line(TrackerSite site, String from, Optional<KeyManager[]> key)
            throws Exception {
        var socket = (SSLSocket) site.context(key).getSocketFactory().createSocket(
                silent(site, from), HERE, site.server.port(), true);
        try {
            socket.getOutputStream().write(("GET /health HTTP/1.1\r\nHost: " + HERE + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() != 'H') {
                throw new IOException("closed");
            }
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static Optional<KeyManager[]> key(Machine machine) throws Exception {
        return Optional.of(Clients.managers(machine.key(),
                Clients.certificate(machine.credentials())));
    }

    /** The key of a device that came by itself in no call. */
    private static Optional<KeyManager[]> admitted(TrackerSite site) throws Exception {
        Account account = site.account("admitted");
        KeyPair key = DeviceKeys.generate();
        var device = site.catalog.machines().devices()
                .enrol(site.catalog.machines().devices().createEnrolmentCode(
                        account.id(), site.keys.caCertificate()), "pc", "1")
                .orElseThrow().device();
        return Optional.of(Clients.managers(key, site.keys.authority().issueDevice(
                DeviceKeys.certificateRequest(key), account.id(), device.id(), Instant.now())));
    }

    private static void hangUp(Socket socket) throws IOException {
        socket.close();
    }

    private static void assertClosed(Socket socket) throws IOException {
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    /** One of them is closed, whichever began last; the others are not. */
    private static void assertOneIsClosed(Socket... sockets) throws InterruptedException {
        var closed = new LinkedBlockingQueue<Socket>();
        for (Socket socket : sockets) {
            var _ = Thread.startVirtualThread(() -> {
                if (isClosed(socket)) {
                    closed.add(socket);
                }
            });
        }
        assertThat(closed.take()).isNotNull();
        assertThat(closed.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return false; // by the test itself
        }
    }

    @Test
    void handshakeThatDoesNotEnd_isClosed() throws Exception {
        try (var site = site(lines(9, 9, 9, 9, Duration.ofMillis(200), FOR_EVER));
                Socket silent = silent(site, HERE)) {
            assertClosed(silent);
        }
    }

    @Test
    void connectionWhoseFirstCallIsALongPoll_isNotTakenForAHandshake() throws Exception {
        try (var site = site(lines(9, 9, 9, 9, Duration.ofSeconds(2), FOR_EVER))) {
            Machine machine = site.ready("waiting");
            try (var http = HttpClient.newBuilder().sslContext(site.context(key(machine)))
                    .build()) {
                var answer = http.sendAsync(HttpRequest.newBuilder(site.url("/tracker/1"))
                        .header("Content-Type", "text/xml")
                        .POST(BodyPublishers.ofString(poll(revision(machine)))).build(),
                        BodyHandlers.ofString());
                await().until(() -> site.catalog.waiting() == 1);
                try (Socket silent = silent(site, HERE)) {
                    assertClosed(silent); // the time for handshakes is over
                }
                site.publishing(machine, Grants.EVERYONE);
                assertThat(answer.get().body()).contains("PUBLISH");
            }
        }
    }

    private static String poll(long revision) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + "<t:fetchTasks xmlns:t=\"urn:gridtorrent:tracker:1\"><t:afterRevision>" + revision
                + "</t:afterRevision><t:waitSeconds>50</t:waitSeconds></t:fetchTasks></s:Body>"
                + "</s:Envelope>";
    }

    @Test
    void strangerThatSaysNoMore_isClosedAndADeviceIsNot() throws Exception {
        try (var site = site(lines(9, 9, 9, 9, FOR_EVER, Duration.ofMillis(500)))) {
            try (SSLSocket known = line(site, HERE, admitted(site));
                    SSLSocket stranger = line(site, HERE, Optional.empty())) {
                stranger.getInputStream().readAllBytes();
                known.setSoTimeout(100);
                assertThatThrownBy(() -> known.getInputStream().readAllBytes())
                        .isInstanceOf(SocketTimeoutException.class);
            }
        }
    }

    @Test
    void handshakesOfOneOrigin_leaveRoomForOthers() throws Exception {
        try (var site = site(lines(99, 9, 99, 2, FOR_EVER, FOR_EVER));
                Socket first = silent(site, HERE);
                Socket second = silent(site, HERE);
                Socket third = silent(site, HERE)) {
            assertOneIsClosed(first, second, third);
            line(site, ELSEWHERE, Optional.empty()).close();
            hangUp(first);
            hangUp(second);
            await().ignoreExceptions().until(() -> {
                line(site, HERE, Optional.empty()).close();
                return true;
            });
        }
    }

    @Test
    void handshakesOfAll_pushOutTheLastOfWhoHasMost() throws Exception {
        try (var site = site(lines(99, 9, 3, 9, FOR_EVER, FOR_EVER));
                Socket first = silent(site, HERE);
                Socket second = silent(site, HERE);
                Socket third = silent(site, HERE)) {
            line(site, ELSEWHERE, Optional.empty()).close();
            assertOneIsClosed(first, second, third);
        }
    }

    @Test
    void connectionsOfOneDevice_areLimitedAndOthersAreNot() throws Exception {
        try (var site = site(lines(99, 2, 9, 9, FOR_EVER, FOR_EVER))) {
            Machine machine = site.enrol(site.account("greedy"));
            try (SSLSocket _ = line(site, HERE, key(machine));
                    SSLSocket second = line(site, HERE, key(machine))) {
                assertThatThrownBy(() -> line(site, HERE, key(machine)))
                        .isInstanceOf(IOException.class);
                hangUp(second);
                await().ignoreExceptions().until(() -> {
                    line(site, HERE, key(machine)).close();
                    return true;
                });
            }
        }
    }

    @Test
    void connectionsOfAll_waitForRoom() throws Exception {
        try (var site = site(lines(1, 9, 9, 9, FOR_EVER, FOR_EVER));
                SSLSocket first = line(site, HERE, Optional.empty())) {
            var second = CompletableFuture.supplyAsync(() -> waitingLine(site));
            assertThatThrownBy(() -> second.get(200, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            hangUp(first);
            second.get().close();
        }
    }

    private static SSLSocket waitingLine(TrackerSite site) {
        try {
            return line(site, ELSEWHERE, Optional.empty());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
