package org.gridtorrent.bench.endpoint;

/**
 * What a line is expected to bring, in Mb/s.
 *
 * @param flow one flow
 * @param most as many as fill it
 */
public record LineSpeed(double flow, double most) {
    /** So many flows together. */
    public double of(int flows) {
        return Math.min(flows * flow, most);
    }

    /** What each of so many has that share it. */
    public LineSpeed shared(int flows) {
        double share = most / flows;
        return new LineSpeed(Math.min(flow, share), share);
    }
}
