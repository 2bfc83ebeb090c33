package org.gridtorrent.client.security;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.security.AdmissionFrames.Question;
import org.gridtorrent.client.tracker.Credentials;
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
 * Admits the site's own devices, each to the contents that the tracker's tickets name, and strangers
 * to what the tracker says is anybody's.
 *
 * <p>TLS 1.3 with both sides' certificates from the site's CA, then one question and one answer
 * ({@link AdmissionFrames}), each with a ticket that the other side checks: signature, age, content,
 * device, key, and the user against the access list. A TLS 1.3 client believes itself connected
 * before the server has looked at its certificate, so only the answer counts. BitTorrent's handshake goes
 * with the question, to save a round trip: it says no more than the question does, and its answer is read
 * after the ticket. Thread-safe.
 */
public final class TicketGate implements Gate {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int TLS_HANDSHAKE = 0x16;
    /** The length of the protocol's name, with which BitTorrent's handshake begins (BEP 3). */
    private static final int PLAIN_HANDSHAKE = 19;

    private final SSLContext tls;
    private final Supplier<Credentials> credentials;
    private final TicketCache passes;
    private final InstantSource clock;
    private final Duration patience;
    private final RefusalLog refusals = new RefusalLog();

    /** Who the other side proved to be: its name, and its key in the certificate. */
    private record Peer(DeviceName name, X509Certificate certificate) {
        PeerIdentity identity() {
            return new PeerIdentity(name.userId(), name.deviceId());
        }
    }

    public TicketGate(DeviceIdentity device, TicketCache passes, InstantSource clock) {
        this(device, passes, clock, PATIENCE);
    }

    /** The patience is for each read until the peer is admitted; for all of them, the engine's. */
    TicketGate(DeviceIdentity device, TicketCache passes, InstantSource clock,
            Duration patience) {
        this(device.tls(), () -> device.enrolment().credentials(), passes, clock, patience);
    }

    /** For whoever shows these credentials, with a TLS context that has their key. */
    public TicketGate(SSLContext tls, Supplier<Credentials> credentials, TicketCache passes,
            InstantSource clock) {
        this(tls, credentials, passes, clock, PATIENCE);
    }

    private TicketGate(SSLContext tls, Supplier<Credentials> credentials, TicketCache passes,
            InstantSource clock, Duration patience) {
        this.tls = tls;
        this.credentials = credentials;
        this.patience = patience;
        this.passes = passes;
        this.clock = clock;
    }

    @Override
    public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
            throws IOException {
        try {
            return admittedTo(raw, content, handshake);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private Connection admittedTo(Connection raw, InfoHash content, byte[] handshake)
            throws IOException {
        raw.socket().setSoTimeout(Math.toIntExact(patience.toMillis()));
        TlsStreams tls = client(raw);
        Peer peer = shakeHands(tls);
        // Ticket and access list may be on their way from the tracker, together with the handshake.
        byte[] ticket = passes.ticket(content);
        passes.awaitList(content, patience);
        if (!passes.admits(content, peer.identity())) {
            // Before the question, which would tell it that the content exists.
            throw notEntitled();
        }
        AdmissionFrames.ask(tls.output(), content, ticket, handshake);
        byte[] theirs = AdmissionFrames.readAnswer(tls.input()).bytes();
        Ticket shown = admitted(peer, content, theirs).orElseThrow(TicketGate::notEntitled);
        return secured(raw, tls, peer, shown);
    }

    private static RefusedException notEntitled() {
        return new RefusedException("the peer is not entitled to the content itself");
    }

    private Connection secured(Connection raw, TlsStreams tls, Peer peer, Ticket shown)
            throws IOException {
        raw.socket().setSoTimeout(0);
        return raw.securedBy(new SecuredSocket(raw.socket(), tls,
                peer.certificate.getNotAfter().toInstant(), shown.expires()), peer.identity());
    }

    @Override
    public Incoming incoming(Connection raw) throws IOException {
        try {
            return letIn(raw);
        } catch (IOException | RuntimeException e) {
            refusals.refused(HostPort.words(raw.remote()), String.valueOf(e.getMessage()));
            raw.close();
            throw e;
        }
    }

    private Incoming letIn(Connection raw) throws IOException {
        raw.socket().setSoTimeout(Math.toIntExact(patience.toMillis()));
        int first = raw.input().read();
        return switch (first) {
            case TLS_HANDSHAKE -> admittedByTicket(raw, server(raw, first));
            case PLAIN_HANDSHAKE -> stranger(raw, first);
            default -> throw new RefusedException("a peer that speaks neither TLS nor BitTorrent");
        };
    }

    /** Somebody without a name, who may ask for what is anybody's. */
    private Incoming stranger(Connection raw, int first) throws IOException {
        raw.socket().setSoTimeout(0);
        return new Incoming(raw.withFirstByte(first), content -> isForStranger(raw, content));
    }

    private boolean isForStranger(Connection raw, InfoHash content) {
        boolean anybodys = isAnybodys(content);
        if (!anybodys) {
            refusals.refused(HostPort.words(raw.remote()),
                    "a peer without a certificate, for a content that is not anybody's");
        }
        return anybodys;
    }

    /** As long as the tracker says so, and said it no longer ago than a ticket may last. */
    private boolean isAnybodys(InfoHash content) {
        return passes.admitsAnybody(content, clock.instant().minus(Ticket.LONGEST_LIFE));
    }

    private Incoming admittedByTicket(Connection raw, TlsStreams tls) throws IOException {
        Peer peer = shakeHands(tls);
        Question question = AdmissionFrames.readQuestion(tls.input());
        InfoHash content = question.content();
        // A daemon that has just started asks the tracker for the access list at the same time.
        passes.awaitList(content, patience);
        Optional<Ticket> shown = admitted(peer, content, question.ticket().bytes());
        if (shown.isEmpty()) {
            AdmissionFrames.refuse(tls.output());
            tls.closeOutput();
            throw new RefusedException(
                    "device " + peer.name.deviceId() + " of user " + peer.name.userId()
                            + " has no right to what it asked for");
        }
        AdmissionFrames.admit(tls.output(), passes.ticket(content));
        return new Incoming(secured(raw, tls, peer, shown.get()), content::equals);
    }

    /**
     * A peer goes on while it is on the access list, its certificate holds, and its right is fresh:
     * by the ticket that it showed, or by an access list that is no older than a ticket may be. A
     * stranger goes on while the content is anybody's.
     */
    @Override
    public boolean stillAdmitted(Connection connection, InfoHash content) {
        return connection.identity().map(peer -> stillAdmitted(connection, peer, content))
                .orElseGet(() -> isAnybodys(content));
    }

    private boolean stillAdmitted(Connection connection, PeerIdentity peer, InfoHash content) {
        Instant now = clock.instant();
        return passes.admits(content, peer)
                && connection.socket() instanceof SecuredSocket line
                && now.isBefore(line.certificateEnd())
                && (now.isBefore(line.ticketEnd())
                        || passes.isListedSince(content, now.minus(Ticket.LONGEST_LIFE)));
    }

    private Optional<Ticket> admitted(Peer peer, InfoHash content, byte[] ticketBytes) {
        if (!passes.admits(content, peer.identity())) {
            return Optional.empty();
        }
        try {
            Ticket ticket = Ticket.verify(ticketBytes, credentials.get().ticketKey(),
                    clock.instant());
            return Optional.of(ticket).filter(shown -> shown.admits(content.hex(), peer.name,
                    peer.certificate.getPublicKey()));
        } catch (IdentityException e) {
            return Optional.empty();
        }
    }

    /** Completes TLS and checks the certificate once more, its dates among the rest. */
    private Peer shakeHands(TlsStreams tls) throws IOException {
        tls.handshake();
        X509Certificate certificate = (X509Certificate) tls.session().getPeerCertificates()[0];
        try {
            Instant now = clock.instant();
            X509Certificate authority = credentials.get().authority();
            return new Peer(CertificateAuthority.verifyDevice(certificate, authority, now),
                    certificate);
        } catch (IdentityException e) {
            throw new RefusedException("the peer's certificate is not accepted: " + e.getMessage());
        }
    }

    private TlsStreams client(Connection raw) {
        return new TlsStreams(engine(true), raw.input(), raw.output());
    }

    private TlsStreams server(Connection raw, int first) {
        SSLEngine engine = engine(false);
        engine.setNeedClientAuth(true);
        return new TlsStreams(engine, raw.input(), raw.output(), (byte) first);
    }

    private SSLEngine engine(boolean isClient) {
        SSLEngine engine = tls.createSSLEngine();
        engine.setUseClientMode(isClient);
        engine.setEnabledProtocols(Tls.PROTOCOLS);
        return engine;
    }
}
