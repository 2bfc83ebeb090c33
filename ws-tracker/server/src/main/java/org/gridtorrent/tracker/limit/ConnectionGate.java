package org.gridtorrent.tracker.limit;

import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.gridtorrent.identity.DeviceName;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections of those who have too many: first TLS handshakes under way, by origin, later by
 * the device that the handshake showed.
 *
 * <p>Jetty's own limit holds for all connections together, knows nobody's and stops accepting; this
 * one lets nobody keep others out. When there are too many handshakes in all, the last goes of whose
 * origin has most, so that who has few can begin. Thread-safe.
 */
public final class ConnectionGate
        implements
            Connection.Listener,
            SslHandshakeListener,
            HttpConfiguration.Customizer {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionGate.class);
    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final TrackerLimits limits;
    private final Scheduler scheduler;
    private final Map<SSLEngine, Line> lines = new HashMap<>();
    private final FairShares<Line> handshakes;
    private final Map<String, Integer> connections = new HashMap<>();
    private long saidNs = System.nanoTime() - SAY_AGAIN_NS;

    public ConnectionGate(TrackerLimits limits, Scheduler scheduler) {
        this.limits = limits;
        this.scheduler = scheduler;
        this.handshakes = new FairShares<>(limits.handshakes(), limits.handshakesOfOrigin());
    }

    /** A connection that is open. Its owner is empty, and its deadline stands, until TLS is through. */
    private static final class Line {
        private final EndPoint endPoint;
        private final String origin;
        private final Scheduler.Task deadline;
        private Optional<String> owner = Optional.empty();

        Line(EndPoint endPoint, Scheduler.Task deadline) {
            this.endPoint = endPoint;
            this.origin = endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
                    ? Origin.of(remote.getAddress())
                    : "";
            this.deadline = deadline;
        }
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection tls) {
            EndPoint endPoint = tls.getEndPoint();
            var line = new Line(endPoint, scheduler.schedule(endPoint::close,
                    limits.handshakeTime().toMillis(), TimeUnit.MILLISECONDS));
            begun(tls.getSSLEngine(), line).ifPresent(refused -> refused.endPoint.close());
        }
    }

    /** Adds it; the one that is to go for it, if there are too many. */
    private synchronized Optional<Line> begun(SSLEngine engine, Line line) {
        lines.put(engine, line);
        Optional<Line> refused = handshakes.add(line.origin, line);
        refused.ifPresent(last -> say("TLS handshakes", last.origin));
        return refused;
    }

    @Override
    public void handshakeSucceeded(Event event) throws SSLException {
        through(event.getSSLEngine());
    }

    /**
     * A request shows too that the handshake is through. Java's TLS tells of that only with the next
     * bytes that it sends, and these are a long poll's answer where that is a connection's first call.
     */
    @Override
    public Request customize(Request request, HttpFields.Mutable headers) {
        if (request.getConnectionMetaData().getConnection()
                .getEndPoint() instanceof SslConnection.SslEndPoint tls) {
            try {
                through(tls.getSslConnection().getSSLEngine());
            } catch (SSLException refused) {
                tls.close();
                throw new HttpException.RuntimeException(HttpStatus.SERVICE_UNAVAILABLE_503,
                        refused.getMessage(), refused);
            }
        }
        return request;
    }

    private void through(SSLEngine engine) throws SSLException {
        Optional<String> device = device(engine);
        EndPoint endPoint = shaken(engine, device);
        if (device.isEmpty()) {
            endPoint.setIdleTimeout(limits.strangersSilence().toMillis());
        }
    }

    private synchronized EndPoint shaken(SSLEngine engine, Optional<String> device)
            throws SSLException {
        Line line = lines.get(engine);
        if (line == null) {
            throw new SSLException("the connection was closed meanwhile");
        }
        if (line.owner.isEmpty()) {
            ended(line);
            String owner = device.orElse(line.origin);
            line.owner = Optional.of(owner);
            if (connections.merge(owner, 1, Integer::sum) > limits.connectionsOfOne()) {
                say("connections", owner);
                throw new SSLException("too many connections of " + owner);
            }
        }
        return line.endPoint;
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        if (connection instanceof SslConnection tls) {
            Line line = lines.remove(tls.getSSLEngine());
            if (line != null) {
                line.owner.ifPresentOrElse(this::left, () -> ended(line));
            }
        }
    }

    private void left(String owner) {
        connections.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
    }

    /** Its handshake is not under way any more. */
    private void ended(Line line) {
        line.deadline.cancel();
        handshakes.remove(line.origin, line);
    }

    private static Optional<String> device(SSLEngine engine) {
        try {
            return engine.getSession().getPeerCertificates()[0] instanceof X509Certificate shown
                    ? Optional.of(DeviceName.of(shown).deviceId())
                    : Optional.empty();
        } catch (SSLPeerUnverifiedException | IdentityException e) {
            return Optional.empty(); // a stranger
        }
    }

    private void say(String what, String whose) {
        long now = System.nanoTime();
        if (now - saidNs >= SAY_AGAIN_NS) {
            saidNs = now;
            LOG.warn("too many {} of {}; some are closed", what, whose);
        }
    }

    /** TLS handshakes that have begun and not ended. */
    synchronized int underWay() {
        return handshakes.count();
    }
}
