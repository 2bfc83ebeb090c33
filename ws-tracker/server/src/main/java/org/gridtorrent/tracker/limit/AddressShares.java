package org.gridtorrent.tracker.limit;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.gridtorrent.identity.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections without TLS when one origin, or all together, have too many, so that nobody keeps
 * others out. Thread-safe.
 */
public final class AddressShares implements Connection.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(AddressShares.class);
    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private record Line(EndPoint endPoint, String origin) {}

    private final FairShares<Line> shares;
    private final Set<InetAddress> exempt;
    private final Map<Connection, Line> lines = new HashMap<>();
    private long saidNs = System.nanoTime() - SAY_AGAIN_NS;

    /**
     * @param most of all
     * @param mostOfOne of one {@link Origin}
     * @param exempt addresses that are not counted, such as a proxy's, whose connections are many people's
     */
    public AddressShares(int most, int mostOfOne, Set<InetAddress> exempt) {
        this.shares = new FairShares<>(most, mostOfOne);
        this.exempt = Set.copyOf(exempt);
    }

    @Override
    public void onOpened(Connection connection) {
        EndPoint endPoint = connection.getEndPoint();
        if (endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
                && !exempt.contains(remote.getAddress())) {
            opened(connection, new Line(endPoint, Origin.of(remote.getAddress())))
                    .ifPresent(refused -> refused.endPoint.close());
        }
    }

    private synchronized Optional<Line> opened(Connection connection, Line line) {
        lines.put(connection, line);
        Optional<Line> refused = shares.add(line.origin, line);
        refused.ifPresent(this::say);
        return refused;
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        Line line = lines.remove(connection);
        if (line != null) {
            shares.remove(line.origin, line);
        }
    }

    private void say(Line refused) {
        long now = System.nanoTime();
        if (now - saidNs >= SAY_AGAIN_NS) {
            saidNs = now;
            LOG.warn("too many connections of {}; some are closed", refused.origin);
        }
    }
}
