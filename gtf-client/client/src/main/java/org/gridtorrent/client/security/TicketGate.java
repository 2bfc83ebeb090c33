package org.gridtorrent.client.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.gridtorrent.client.security.AdmissionFrames.Question;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.identity.CertificateAuthority;
import org.gridtorrent.identity.DeviceName;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Ticket;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Admits the site's own devices, each to the contents that the tracker's tickets name.
 *
 * <p>TLS 1.3 with both sides' certificates from the site's CA, then one question and one answer
 * ({@link AdmissionFrames}), each with a ticket that the other side checks: signature, age, content,
 * device, key, and the user against the access list. A TLS 1.3 client believes itself connected
 * before the server has looked at its certificate, so only the answer counts. Thread-safe.
 */
public final class TicketGate implements Gate {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int TLS_HANDSHAKE = 0x16;

    private final DeviceIdentity device;
    private final Passes passes;
    private final InstantSource clock;
    private final Duration patience;

    /** Who the other side proved to be: its name, and its key in the certificate. */
    private record Peer(DeviceName name, X509Certificate certificate) {
        PeerIdentity identity() {
            return new PeerIdentity(name.userId(), name.deviceId());
        }
    }

    public TicketGate(DeviceIdentity device, Passes passes, InstantSource clock) {
        this(device, passes, clock, PATIENCE);
    }

    /** The patience is for each read until the peer is admitted. */
    TicketGate(DeviceIdentity device, Passes passes, InstantSource clock, Duration patience) {
        this.device = device;
        this.patience = patience;
        this.passes = passes;
        this.clock = clock;
    }

    @Override
    public Connection outgoing(Connection raw, InfoHash content) throws IOException {
        try {
            return admittedTo(raw, content);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private Connection admittedTo(Connection raw, InfoHash content) throws IOException {
        byte[] ticket = passes.ticket(content);
        raw.socket().setSoTimeout(Math.toIntExact(patience.toMillis()));
        SSLSocket tls = client(raw);
        Peer peer = shakeHands(tls);
        AdmissionFrames.ask(tls.getOutputStream(), content, ticket);
        byte[] theirs = AdmissionFrames.readAnswer(tls.getInputStream()).bytes();
        if (!admitted(peer, content, theirs)) {
            throw new RefusedException("the peer is not entitled to the content itself");
        }
        raw.socket().setSoTimeout(0);
        return raw.securedBy(tls, peer.identity());
    }

    @Override
    public Incoming incoming(Connection raw) throws IOException {
        try {
            return letIn(raw);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private Incoming letIn(Connection raw) throws IOException {
        raw.socket().setSoTimeout(Math.toIntExact(patience.toMillis()));
        SSLSocket tls = server(raw);
        Peer peer = shakeHands(tls);
        Question question = AdmissionFrames.readQuestion(tls.getInputStream());
        InfoHash content = question.content();
        if (!admitted(peer, content, question.ticket().bytes())) {
            AdmissionFrames.refuse(tls.getOutputStream());
            tls.close();
            throw new RefusedException(
                    "device " + peer.name.deviceId() + " of user " + peer.name.userId()
                            + " has no right to what it asked for");
        }
        AdmissionFrames.admit(tls.getOutputStream(), passes.ticket(content));
        raw.socket().setSoTimeout(0);
        return new Incoming(raw.securedBy(tls, peer.identity()), content::equals);
    }

    @Override
    public boolean stillAdmitted(Connection connection, InfoHash content) {
        return connection.identity().filter(peer -> passes.admits(content, peer.user()))
                .isPresent();
    }

    private boolean admitted(Peer peer, InfoHash content, byte[] ticketBytes) {
        if (!passes.admits(content, peer.name.userId())) {
            return false;
        }
        try {
            Ticket ticket = Ticket.verify(ticketBytes, device.enrolment().credentials().ticketKey(),
                    clock.instant());
            return ticket.admits(content.hex(), peer.name, peer.certificate.getPublicKey());
        } catch (IdentityException e) {
            return false;
        }
    }

    /** Completes TLS and checks the certificate once more, its dates among the rest. */
    private Peer shakeHands(SSLSocket tls) throws IOException {
        tls.setEnabledProtocols(Tls.PROTOCOLS);
        tls.startHandshake();
        X509Certificate certificate = (X509Certificate) tls.getSession().getPeerCertificates()[0];
        try {
            Instant now = clock.instant();
            X509Certificate authority = device.enrolment().credentials().authority();
            return new Peer(CertificateAuthority.verifyDevice(certificate, authority, now),
                    certificate);
        } catch (IdentityException e) {
            throw new RefusedException("the peer's certificate is not accepted: " + e.getMessage());
        }
    }

    private SSLSocket client(Connection raw) throws IOException {
        InetSocketAddress remote = raw.remote();
        SSLSocket tls = (SSLSocket) factory().createSocket(raw.socket(),
                remote.getAddress().getHostAddress(),
                remote.getPort(), true);
        tls.setUseClientMode(true);
        return tls;
    }

    /** Site contents are never served over plain BitTorrent, so anything but TLS is turned away. */
    private SSLSocket server(Connection raw) throws IOException {
        Socket socket = raw.socket();
        int first = raw.input().read();
        if (first != TLS_HANDSHAKE) {
            throw new RefusedException("a peer that speaks no TLS");
        }
        InputStream consumed = new ByteArrayInputStream(new byte[]{(byte) first});
        SSLSocket tls = (SSLSocket) factory().createSocket(socket, consumed, true);
        tls.setUseClientMode(false);
        tls.setNeedClientAuth(true);
        return tls;
    }

    private SSLSocketFactory factory() {
        return device.tls().getSocketFactory();
    }
}
