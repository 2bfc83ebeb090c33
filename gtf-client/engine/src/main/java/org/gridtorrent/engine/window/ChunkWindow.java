package org.gridtorrent.engine.window;

import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Request window of a web seed: chunks as long as the seed sends within a horizon, after MDTP.
 *
 * <p>The horizon is a quarter of the time that is left for all peers, between 1 s and 4 s, and shrinks to
 * 0.1 s in the end. The next chunk is requested before the last one is through, by two round trips and {@value
 * #LEAD_MS} ms: its response comes over another connection. The round trip is the shortest time that a block
 * ever took. The first chunk has a given length, since no rate is known.
 *
 * <p>A seed that has become slow keeps what it brings within the time that is left, 8 s at
 * most.
 */
public final class ChunkWindow implements RequestWindow {
    private static final long MIN = 16L * PieceLayout.BLOCK_LENGTH;
    private static final double MIN_HORIZON_SECONDS = 0.1;
    private static final double USUAL_MIN_HORIZON_SECONDS = 1;
    private static final double MAX_HORIZON_SECONDS = 4;
    private static final double HORIZON_PART = 0.25;
    private static final double LAST_HORIZON_PART = 0.5;
    private static final double LEAD_ROUND_TRIPS = 2;
    private static final long LEAD_MS = 50;
    private static final double MIN_KEPT_SECONDS = 1;
    private static final double MAX_KEPT_SECONDS = 8;
    /** Adjustments after the first byte before the rate is believed: of about 2 s. */
    private static final int MIN_ADJUSTMENTS = 8;
    private static final double SECOND_NS = 1e9;

    private long max;
    private long chunk;
    /** The next chunk is requested when so few bytes are outstanding. */
    private long lead;
    private long keep = Long.MAX_VALUE;
    private double roundTripSeconds = Double.MAX_VALUE;
    private int adjustments;

    /**
     * A window before the first chunk.
     *
     * @param max longest chunk
     * @param first length of the first chunk
     */
    public ChunkWindow(long max, long first) {
        this.max = max;
        this.chunk = Math.clamp(first, Math.min(MIN, max), max);
        this.lead = chunk / 2;
    }

    @Override
    public long length() {
        return chunk;
    }

    @Override
    public void setMax(long newMax) {
        max = Math.max(newMax, 1);
        chunk = Math.min(chunk, max);
    }

    @Override
    public long room(long outstanding) {
        return outstanding <= lead ? chunk : 0;
    }

    @Override
    public long batch() {
        return 1;
    }

    @Override
    public void requested(long outstanding) {
        // A chunk's length depends on the rate alone.
    }

    @Override
    public void received(int length, long delayNs, long nowNs) {
        roundTripSeconds = Math.min(roundTripSeconds, delayNs / SECOND_NS);
    }

    /** Without effect before the first byte. */
    @Override
    public void adjust(long rate, long outstanding, long timeLeftNs) {
        if (roundTripSeconds == Double.MAX_VALUE) {
            return;
        }
        double left = timeLeftNs / SECOND_NS;
        chunk = clamp(rate * horizonSeconds(left));
        lead = Math.min(chunk,
                (long) (rate * (LEAD_ROUND_TRIPS * roundTripSeconds + LEAD_MS / 1e3)));
        adjustments = Math.min(adjustments + 1, MIN_ADJUSTMENTS);
        keep = adjustments < MIN_ADJUSTMENTS
                ? Long.MAX_VALUE
                : Math.max(MIN,
                        (long) (rate * Math.clamp(left, MIN_KEPT_SECONDS, MAX_KEPT_SECONDS)));
    }

    private static double horizonSeconds(double left) {
        double least = Math.min(USUAL_MIN_HORIZON_SECONDS, LAST_HORIZON_PART * left);
        return Math.clamp(Math.max(HORIZON_PART * left, least), MIN_HORIZON_SECONDS,
                MAX_HORIZON_SECONDS);
    }

    @Override
    public long keep() {
        return keep;
    }

    @Override
    public void collapse() {
        chunk = Math.min(MIN, max);
        lead = 0;
    }

    private long clamp(double length) {
        return Math.clamp((long) length, Math.min(MIN, max), max);
    }
}
