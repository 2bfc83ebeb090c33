package org.gridtorrent.ptcp.session;

import java.time.Duration;

/**
 * How long a session waits for what.
 *
 * @param pingAfter silence on the control channel after which the peer is asked for a sign of life
 * @param lostAfter silence after which the control channel counts as lost
 * @param stallAfter a data channel that confirms nothing for so long, while the peer is heard, is dead
 * @param noStreamAfter without any data channel for so long, the session is broken
 * @param join to open a data channel
 * @param linger a closed session that makes no progress for so long is cut
 * @param look between two looks at the streams while data flows, ten times as long otherwise; also the
 *     first pause after a data channel could not be opened
 */
public record SessionTimeouts(
        Duration pingAfter,
        Duration lostAfter,
        Duration stallAfter,
        Duration noStreamAfter,
        Duration join,
        Duration linger,
        Duration look) {
    public static final SessionTimeouts DEFAULTS = new SessionTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMillis(100));
}
