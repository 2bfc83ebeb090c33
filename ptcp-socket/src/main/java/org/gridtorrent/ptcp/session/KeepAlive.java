package org.gridtorrent.ptcp.session;

/**
 * Keep-alive of the control channel: when a PING is due, and when the peer counts as lost.
 *
 * <p>Each answered PING is a sample for the {@link RttEstimator}. Thread-safe; the caller passes the clock.
 */
public final class KeepAlive {
    private final long pingAfterNanos;
    private final long lostAfterNanos;
    private final RttEstimator rtt;
    private long receivedNanos;
    private long pingedNanos;
    private long pingNumber;
    private boolean answered = true;

    KeepAlive(SessionTimeouts timeouts, RttEstimator rtt, long nowNanos) {
        pingAfterNanos = timeouts.pingAfter().toNanos();
        lostAfterNanos = timeouts.lostAfter().toNanos();
        this.rtt = rtt;
        receivedNanos = nowNanos;
    }

    RttEstimator rtt() {
        return rtt;
    }

    /** Records that bytes arrived on the control channel. */
    synchronized void received(long nowNanos) {
        receivedNanos = nowNanos;
    }

    /** Takes a PONG; one that no PING asked for is ignored. */
    synchronized void pongReceived(long number, long nowNanos) {
        if (!answered && number == pingNumber) {
            answered = true;
            rtt.add(nowNanos - pingedNanos);
        }
    }

    /**
     * Whether to send a PING: after a silence or at the caller's wish, but not before the last one was
     * answered or given up.
     */
    synchronized boolean isPingDue(boolean wanted, long nowNanos) {
        boolean silent = nowNanos - receivedNanos >= pingAfterNanos;
        return (wanted || silent) && (answered || nowNanos - pingedNanos >= pingAfterNanos);
    }

    /** Begins a PING and returns its number. */
    synchronized long ping(long nowNanos) {
        pingedNanos = nowNanos;
        pingNumber = nowNanos & Long.MAX_VALUE; // a frame's number is never negative, nanoTime may be
        answered = false;
        return pingNumber;
    }

    synchronized boolean isLost(long nowNanos) {
        return nowNanos - receivedNanos >= lostAfterNanos;
    }

    synchronized boolean receivedWithin(long nanos, long nowNanos) {
        return nowNanos - receivedNanos < nanos;
    }
}
