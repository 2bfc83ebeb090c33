package org.gridtorrent.bench.paper;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.LineUnits;

/**
 * Line made after one of the paper's.
 *
 * <p>The paper tells what programs measured, not what the line was: one stream's share, what one sender
 * gives at most and what the client takes at most are read from its curves, and become losses and the
 * rates of access lines. TCP sends by Reno's rule, as it did then; one of its streams brings at most a
 * window in each round trip, and with random losses MSS ÷ RTT × √(3/2) ÷ √loss (Mathis, Semke, Mahdavi and
 * Ott, "The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm", 1997).
 */
public enum PaperLine implements ExpectedThroughput {
    /** Bloomington to Indianapolis: 857 Mb/s by iperf with windows of 512 KiB. */
    LAN(Duration.ofMillis(2), 0, 857, 857, 512 * 1024),
    /**
     * Bloomington to Tallahassee: a stream has about 8 Mb/s, since fifteen have 118; 118 is all that the one
     * server gives, and 160 all that the client takes, however many there are to ask.
     */
    WAN(Duration.ofMillis(30), 0.0033, 118, 160, 256 * 1024);

    /** The paper's server, which sends alone in its tests of PTCP and is one of the seeders. */
    static final int SERVER = 1;
    static final int CLIENT = 2;
    static final String CONGESTION_CONTROL = "reno";
    private static final int HEADERS = 52;
    private static final int PAYLOAD = LineSpec.MTU - HEADERS;

    private final Duration rtt;
    private final double loss;
    private final int serverMegabits;
    private final int clientMegabits;
    private final int windowBytes;

    PaperLine(Duration rtt, double loss, int serverMegabits, int clientMegabits,
            int windowBytes) {
        this.rtt = rtt;
        this.loss = loss;
        this.serverMegabits = serverMegabits;
        this.clientMegabits = clientMegabits;
        this.windowBytes = windowBytes;
    }

    /**
     * Buffer of a socket, as the paper's programs asked for it; the kernel takes as much again for its
     * book-keeping.
     */
    int windowBytes() {
        return windowBytes;
    }

    /** Star of the server, the client and other seeders. */
    LineSpec spec(int seeders, long seed) {
        return LineSpec.of(Math.max(2, seeders + 1), rtt, wireRate(serverMegabits), loss,
                OptionalLong.empty(), Map.of(CLIENT, wireRate(clientMegabits)), seed);
    }

    /** The host of a seeder; the first one's is the server's. Seeders count from 1. */
    static int hostOf(int seeder) {
        return seeder == 1 ? SERVER : seeder + 1;
    }

    /** Rate of a line that carries so much payload. */
    private static long wireRate(int megabits) {
        return Math.round(megabits * 1e6 * LineSpec.MTU / PAYLOAD / 1e5) * 100_000;
    }

    /** Mb/s that one stream should bring alone. */
    double streamMegabits() {
        double rttSeconds = rtt.toNanos() / 1e9;
        double byWindow = windowBytes * 8 / rttSeconds / 1e6;
        double byLosses = PAYLOAD * 8 / rttSeconds * Math.sqrt(1.5) / Math.sqrt(loss) / 1e6;
        return Math.min(byWindow, byLosses);
    }

    @Override
    public double expectedMegabits(int senders, int streams) {
        return Math.min(streams * streamMegabits(),
                Math.min(senders * serverMegabits, clientMegabits));
    }

    String describe() {
        return String.format(Locale.ROOT,
                "%s, %s, loss %s, %s from each sender, %s to the client, TCP by %s",
                name(), LineUnits.millisText(rtt), LineUnits.lossText(loss),
                LineUnits.rateText(wireRate(serverMegabits)),
                LineUnits.rateText(wireRate(clientMegabits)), CONGESTION_CONTROL);
    }
}
