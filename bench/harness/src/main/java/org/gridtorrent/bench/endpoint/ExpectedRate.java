package org.gridtorrent.bench.endpoint;

/**
 * Rate that a line should carry, in Mb/s.
 *
 * @param flow one flow
 * @param most as many as fill it
 */
public record ExpectedRate(double flow, double most) {
    /** Rate of so many flows together. */
    public double of(int flows) {
        return Math.min(flows * flow, most);
    }

    /** Rate of each of so many flows that share the line. */
    public ExpectedRate shared(int flows) {
        double share = most / flows;
        return new ExpectedRate(Math.min(flow, share), share);
    }
}
