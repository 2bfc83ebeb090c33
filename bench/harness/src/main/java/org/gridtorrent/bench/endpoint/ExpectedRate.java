package org.gridtorrent.bench.endpoint;

/**
 * Rate that a line should carry, in Mb/s.
 *
 * @param flow of one flow
 * @param total as many flows as fill it
 */
public record ExpectedRate(double flow, double total) {
    /** Rate of so many flows together. */
    public double of(int flows) {
        return Math.min(flows * flow, total);
    }

    /** Rate of each of so many flows that share the line. */
    public ExpectedRate shared(int flows) {
        double share = total / flows;
        return new ExpectedRate(Math.min(flow, share), share);
    }
}
