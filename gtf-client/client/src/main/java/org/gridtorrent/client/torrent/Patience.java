package org.gridtorrent.client.torrent;

import java.time.Duration;
import org.gridtorrent.engine.swarm.Obstacle;
import org.gridtorrent.engine.swarm.SwarmPhase;
import org.gridtorrent.engine.swarm.SwarmStatus;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Ends a fetch that has had no peer at all for too long, or none that says what a link leads to.
 * Confined to one thread.
 */
final class Loneliness {
    private final Duration patience;
    private boolean alone;
    private long sinceNs;

    Loneliness(Duration patience) {
        this.patience = patience;
    }

    /** Throws a {@link CommandFailure} when that has lasted longer than the patience. */
    void check(SwarmStatus status, long nowNs) {
        boolean unknown = status.phase() == SwarmPhase.METADATA;
        boolean nobody = unknown
                ? status.obstacle().isPresent()
                : status.phase() == SwarmPhase.FETCHING && status.peers().isEmpty();
        if (nobody && !alone) {
            sinceNs = nowNs;
        }
        alone = nobody;
        if (alone && nowNs - sinceNs > patience.toNanos()) {
            String why = status.obstacle().map(Obstacle::sentence)
                    .orElse("no peer could be reached");
            boolean refused = status.obstacle().map(Obstacle::code)
                    .filter(code -> code == Obstacle.Code.REFUSED).isPresent();
            String line = status.name() + ": " + why + (unknown
                    ? " Nobody said what the link leads to; --peer names somebody who has it."
                    : " " + status.bytesHad() + " of " + status.bytesInTheEnd()
                            + " bytes are kept; run it again to go on.");
            throw refused ? CommandFailure.notAllowed(line) : CommandFailure.noAnswer(line);
        }
    }
}
