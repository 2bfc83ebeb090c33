package org.gridtorrent.tracker.swarm;

/**
 * What a tracker holds for strangers at most. Who is beyond a limit is answered, and not told of to
 * others.
 *
 * @param contents that are open at once
 * @param peers strangers in all swarms together; each takes some 400 bytes
 * @param peersOfSwarm strangers in one swarm
 * @param peersOfHost of them, behind one IPv4 address or in one IPv6 network of 64 bits
 * @param newcomersPerSecond new peers of one such host, in all swarms
 * @param newcomersAtOnce the same, after a pause
 * @param sitePeers the site's own devices in one swarm
 */
public record SwarmLimits(int contents, int peers, int peersOfSwarm, int peersOfHost,
        int newcomersPerSecond, int newcomersAtOnce, int sitePeers) {
    public static final SwarmLimits USUAL = new SwarmLimits(100_000, 100_000, 10_000, 100, 20, 200,
            200);
}
