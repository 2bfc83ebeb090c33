package org.gridtorrent.mdtp.schedule;

/** Request under way: what it was sent for, and how far it has come. Confined to one thread. */
final class RangeRequest {
    final int number;
    final ScheduledReplica replica;
    final ByteRange range;
    /** Whether another request was open for the same bytes when this one was sent. */
    final boolean duplicate;
    final long sentNs;
    /** Whether the replica owed nothing else when it was asked. */
    final boolean alone;
    /** Whether it needs a connection that is not open yet. */
    final boolean newConnection;
    /** Seconds that it is expected to lose before bytes come at the replica's rate. */
    final double delaySeconds;
    /** Offset at which it ends: that of its range, or an earlier one once it was shortened. */
    long end;
    /** Offset of the next byte that it brings. */
    long position;
    boolean answered;
    /** When it was sent or last brought something. */
    long activeNs;

    RangeRequest(int number, ScheduledReplica replica, ByteRange range, boolean duplicate,
            double delaySeconds, long nowNs) {
        this.number = number;
        this.replica = replica;
        this.range = range;
        this.duplicate = duplicate;
        this.delaySeconds = delaySeconds;
        this.sentNs = nowNs;
        this.alone = replica.open.isEmpty();
        this.newConnection = !replica.window.hasKeptConnection();
        this.end = range.end();
        this.position = range.start();
        this.activeNs = nowNs;
    }

    long remaining() {
        return Math.max(0, end - position);
    }

    /** Whether it ends before its range does, which costs its connection. */
    boolean isShortened() {
        return end < range.end();
    }

    double silentSeconds(long nowNs) {
        return (nowNs - activeNs) / 1e9;
    }
}
