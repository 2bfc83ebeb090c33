package org.gridtorrent.ptcp.session;

import java.time.Duration;

/**
 * Time limits and intervals of a session.
 *
 * @param pingAfter silence on the control channel after which a PING is sent
 * @param lostAfter silence on the control channel after which the session is broken
 * @param stallAfter time without a confirmation after which a data channel is dead, if the control channel lives
 * @param noStreamAfter time without any data channel after which the session is broken
 * @param join to open a data channel
 * @param linger time without progress after which a closed session is cut
 * @param checkInterval between two checks of the streams while data flows, ten times as long otherwise; also the
 *     first pause after a data channel could not be opened
 */
public record SessionTimeouts(
        Duration pingAfter,
        Duration lostAfter,
        Duration stallAfter,
        Duration noStreamAfter,
        Duration join,
        Duration linger,
        Duration checkInterval) {
    public static final SessionTimeouts DEFAULTS = new SessionTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMillis(100));
}
