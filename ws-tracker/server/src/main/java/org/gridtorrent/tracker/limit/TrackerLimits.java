package org.gridtorrent.tracker.limit;

import java.time.Duration;
import org.gridtorrent.identity.Origin;

/**
 * How much is let in at once. "One" is a device, or the {@link Origin} of who shows no certificate.
 *
 * @param connections of all; further ones wait in the system's queue
 * @param connectionsOfOne further ones are closed
 * @param handshakes of TLS under way, of all; who has most of them loses the last
 * @param handshakesOfOrigin further ones are closed
 * @param handshakeTime a longer one is closed
 * @param strangersSilence after which a stranger's connection is closed
 * @param working calls that work; those of long polls that only wait do not count
 * @param waiting calls that wait for their turn to work
 * @param patience after which a call has waited in vain
 * @param callsOfOne that work, wait, or are long polls
 * @param longBodies of all, read or worked on; of one, one
 */
public record TrackerLimits(int connections, int connectionsOfOne, int handshakes,
        int handshakesOfOrigin, Duration handshakeTime, Duration strangersSilence, int working,
        int waiting, Duration patience, int callsOfOne, int longBodies) {
    /** For thousands of machines, many of them behind one address, and a heap of 1 GB. */
    public static final TrackerLimits USUAL = new TrackerLimits(12_000, 128, 4_096, 3_072,
            Duration.ofSeconds(20), Duration.ofSeconds(30), 256, 10_000, Duration.ofSeconds(10),
            64, 4);
}
