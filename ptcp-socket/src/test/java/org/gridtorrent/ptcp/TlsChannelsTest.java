package org.gridtorrent.ptcp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.assertj.core.api.AbstractThrowableAssert;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS on every channel of a session. */
@NullUnmarked
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsChannelsTest {
    private static final long LENGTH = 4L * Transfer.VOLUME;

    private static TlsKey site;
    private static TlsKey stranger;

    @BeforeAll
    static void makeKeys(@TempDir Path dir) throws Exception {
        site = TlsKey.make(dir, "site");
        stranger = TlsKey.make(dir, "stranger");
    }

    private static PTCPOptions tls(SSLContext context) {
        return PTCPOptions.DEFAULTS.withStreams(4).withTls(context);
    }

    private static PTCPOptions withClientAuthentication(SSLContext context) {
        SSLParameters parameters = context.getDefaultSSLParameters();
        parameters.setNeedClientAuth(true);
        return PTCPOptions.DEFAULTS.withStreams(4).withTls(context, parameters);
    }

    private static PTCPServerSocket listening(PTCPOptions options, Duration deadline)
            throws IOException {
        PTCPServerSocket server = new PTCPServerSocket(options, SessionTimeouts.DEFAULTS, deadline);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
        return server;
    }

    @Test
    void bothDirections_carryEveryByte_andBothSidesSeeTheOthersCertificate() throws Exception {
        SSLContext context = TlsKey.context(site, site);
        try (SocketPair pair = SocketPair.connected(withClientAuthentication(context))) {
            FutureTask<Transfer> sentUp = Transfer
                    .inBackground(() -> sendAndEnd(pair.client(), () -> true));
            FutureTask<Transfer> sentDown = Transfer
                    .inBackground(() -> sendAndEnd(pair.accepted(), () -> true));
            FutureTask<Transfer> up = Transfer.inBackground(
                    () -> Transfer.receive(pair.accepted().getInputStream(), 2));
            assertThat(Transfer.receive(pair.client().getInputStream(), 3))
                    .isEqualTo(sentDown.get());
            assertThat(up.get()).isEqualTo(sentUp.get());
            for (PTCPSocket side : new PTCPSocket[]{pair.client(), pair.accepted()}) {
                var session = side.tlsSession().orElseThrow();
                assertThat(session.getProtocol()).isEqualTo("TLSv1.3");
                assertThat(session.getPeerCertificates()).containsExactly(site.certificate());
            }
        }
    }

    @Test
    void aKilledDataChannel_isReplaced_andCostsNoByte() throws Exception {
        try (SocketPair pair = SocketPair.connected(tls(TlsKey.context(site, site)))) {
            AtomicBoolean killed = new AtomicBoolean();
            FutureTask<Transfer> sent = Transfer
                    .inBackground(() -> sendAndEnd(pair.client(), killed::get));
            FutureTask<Transfer> received = Transfer.inBackground(
                    () -> Transfer.receive(pair.accepted().getInputStream(), 2));
            await().until(() -> pair.accepted().streams() == 4);
            for (var channel : pair.accepted().requireConnected().dataChannels()) {
                Channel.close(channel, true);
            }
            killed.set(true);
            assertThat(received.get()).isEqualTo(sent.get());
            await().until(() -> pair.accepted().statistics().lostStreams() >= 4);
            await().until(() -> pair.accepted().streams() == 4);
        }
    }

    private static Transfer sendAndEnd(PTCPSocket socket, BooleanSupplier over) throws IOException {
        Transfer flow = Transfer.sendUntil(socket.getOutputStream(), over, LENGTH, 1);
        socket.shutdownOutput();
        return flow;
    }

    @Test
    void aServerThatTheClientDoesNotTrust_isRefused() throws Exception {
        assertRefused(tls(TlsKey.context(site, site)), tls(TlsKey.context(site, stranger)))
                .isInstanceOf(SSLException.class).hasMessageContaining("127.0.0.1");
    }

    @Test
    void aServerOfAnotherName_isRefusedWhereNamesAreChecked() throws Exception {
        SSLContext context = TlsKey.context(site, site);
        SSLParameters parameters = context.getDefaultSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        assertRefused(tls(context), PTCPOptions.DEFAULTS.withTls(context, parameters))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void aClientThatTheServerDoesNotTrust_isRefused() throws Exception {
        assertRefused(withClientAuthentication(TlsKey.context(site, site)),
                tls(TlsKey.context(stranger, site))).isInstanceOf(SSLException.class);
    }

    @Test
    void tlsToAServerWithoutIt_isRefused() throws Exception {
        assertRefused(PTCPOptions.DEFAULTS, tls(TlsKey.context(site, site)))
                .isInstanceOf(SSLException.class).hasMessageContaining("TLS");
    }

    @Test
    void noTlsToAServerWithIt_isRefused() throws Exception {
        assertRefused(tls(TlsKey.context(site, site)), PTCPOptions.DEFAULTS)
                .hasMessageContaining("not a PTCP server");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            PTCPOptions serving, PTCPOptions connecting) throws IOException {
        try (PTCPServerSocket server = listening(serving, WireFormat.HANDSHAKE_DEADLINE);
                PTCPSocket client = new PTCPSocket(connecting)) {
            Throwable refusal = catchThrowable(() -> client
                    .connect(SocketPair.addressOf(server), SocketPair.TIMEOUT_MILLIS));
            server.setSoTimeout(100);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
            return assertThat(refusal).isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void tls12_isRefused() throws Exception {
        SSLContext context = TlsKey.context(site, site);
        try (PTCPServerSocket server = listening(tls(context), WireFormat.HANDSHAKE_DEADLINE);
                SSLSocket old = (SSLSocket) context.getSocketFactory().createSocket()) {
            old.setEnabledProtocols(new String[]{"TLSv1.2"});
            old.connect(SocketPair.addressOf(server));
            assertThatThrownBy(old::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void aHandshakeThatStalls_isDroppedAtTheDeadline() throws Exception {
        try (PTCPServerSocket server = listening(
                tls(TlsKey.context(site, site)), Duration.ofMillis(200));
                Socket silent = new Socket()) {
            silent.connect(SocketPair.addressOf(server));
            silent.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
            silent.getOutputStream().write(new byte[]{22, 3, 1});
            assertThat(silent.getInputStream().read()).isNegative();
        }
    }

    @Test
    void aServerThatStallsTheHandshake_isGivenUpInTime() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                PTCPSocket client = new PTCPSocket(tls(TlsKey.context(site, site)))) {
            assertThatThrownBy(() -> client.connect(silent.getLocalSocketAddress(), 300))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void otherProtocolsInsideTls_comeOutOfAccept() throws Exception {
        SSLContext context = TlsKey.context(site, site);
        try (PTCPServerSocket server = listening(tls(context), WireFormat.HANDSHAKE_DEADLINE)) {
            server.setAcceptPlain(true);
            InetSocketAddress address = SocketPair.addressOf(server);
            try (Socket client = context.getSocketFactory()
                    .createSocket(address.getAddress(), address.getPort())) {
                client.getOutputStream().write("GET /".getBytes(US_ASCII));
                try (Socket accepted = server.accept()) {
                    assertThat(accepted).isNotInstanceOf(PTCPSocket.class);
                    assertThat(accepted.getInputStream().readNBytes(5)).asString()
                            .isEqualTo("GET /");
                    accepted.getOutputStream().write('x');
                    assertThat(client.getInputStream().read()).isEqualTo('x');
                }
            }
        }
    }
}
