package org.gridtorrent.client.torrent;

import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Ends a fetch to which nothing has come from anybody for too long. What holds it up on this machine,
 * a limit or a disk, does not count. Confined to one thread.
 */
final class StallTimeout {
    private final Duration most;
    private boolean waiting;
    private long sinceNs;

    StallTimeout(Duration most) {
        this.most = most;
    }

    /** Throws a {@link CommandFailure} when that has lasted longer than the patience. */
    void check(SwarmStatus status, long nowNs) {
        Optional<Obstacle.Code> others = status.obstacle().map(Obstacle::code)
                .filter(StallTimeout::isOthers);
        if (others.isPresent() && !waiting) {
            sinceNs = nowNs;
        }
        waiting = others.isPresent();
        if (waiting && nowNs - sinceNs > most.toNanos()) {
            throw failure(status, others.get());
        }
    }

    private static boolean isOthers(Obstacle.Code code) {
        return switch (code) {
            case NO_PEERS, CONNECTING, NO_HANDSHAKE, UNREACHABLE, REFUSED, MISBEHAVES,
                    NOBODY_HAS_IT, CHOKED, NO_ANSWER ->
                true;
            case CHECKING, LIMIT, SLOW_DISK, DISK_FULL, STORAGE_FAILED, INCOMPLETE, BAD_METAINFO,
                    STOPPED ->
                false;
        };
    }

    private static CommandFailure failure(SwarmStatus status, Obstacle.Code why) {
        String line = status.name() + ": " + StatusMessages.reason(status).orElse("")
                + (status.phase() == SwarmPhase.METADATA
                        ? " Nobody said what the link leads to; --peer names somebody who has it."
                        : " " + status.bytesVerified() + " of " + status.bytesWhenComplete()
                                + " bytes are kept; run it again to go on.");
        return why == Obstacle.Code.REFUSED
                ? CommandFailure.notAllowed(line)
                : CommandFailure.noAnswer(line);
    }
}
