package org.gridtorrent.bench.swarm;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.LineUnits;
import org.gridtorrent.bench.peer.ClientProgram;

/**
 * Specification of a swarm: how many seeds and leeches, their upload rates, and what they share.
 *
 * @param rates bytes a second that peers may upload, in turn; 0 for no limit
 * @param length of the content
 * @param onHosts whether each peer has a host, with a line of its rate both ways; or all are here, and told
 *     their rates
 */
record SwarmSpec(int seeds, int leeches, List<Long> rates, long length, boolean onHosts) {
    private static final long MEBIBYTE = 1 << 20;
    /** For a swarm that only the machine bounds; others have longer. */
    private static final double MIN_TIMEOUT_SECONDS = 180;
    private static final Duration RTT = Duration.ofMillis(20);
    private static final double LOSS = 1e-4;
    /** IP packets ÷ what TCP carries in them. */
    private static final double WIRE_PER_CONTENT = 1500.0 / 1448;
    private static final double TIMEOUT_BOUNDS = 20;
    private static final int SMALL_SWARM_SIZE = 8;

    /** Peers of one upload rate. */
    static SwarmSpec equal(int seeds, int leeches, long rate, int mebibytes) {
        return new SwarmSpec(seeds, leeches, List.of(rate), mebibytes * MEBIBYTE, false);
    }

    /** Peers that upload 16 and 4 MB/s by turns. */
    static SwarmSpec unequal(int seeds, int leeches, int mebibytes) {
        return new SwarmSpec(seeds, leeches, List.of(16_000_000L, 4_000_000L), mebibytes * MEBIBYTE,
                false);
    }

    /** Peers without an upload limit. */
    static SwarmSpec unlimited(int seeds, int leeches, int mebibytes) {
        return equal(seeds, leeches, 0, mebibytes);
    }

    /** The same, on hosts of their own. */
    SwarmSpec withHosts() {
        return new SwarmSpec(seeds, leeches, rates, length, true);
    }

    /** Line with a rate for each host. */
    LineSpec lines(long seed) {
        Map<Integer, Long> each = new TreeMap<>();
        for (int number = 0; number < size(); number++) {
            each.put(number + 1, bits(rate(number)));
        }
        return LineSpec.of(size(), RTT, bits(Collections.max(rates)), LOSS, OptionalLong.empty(),
                each, seed);
    }

    private static long bits(long rate) {
        return Math.round(rate * 8 * WIRE_PER_CONTENT);
    }

    /** Why this client cannot take part. */
    Optional<String> missing(ClientProgram client) {
        return onHosts ? client.missing() : client.missingOverLoopback();
    }

    int size() {
        return seeds + leeches;
    }

    /** Upload rate of a peer; the seeds come first, and both kinds begin with the first rate. */
    long rate(int number) {
        int turn = number < seeds ? number : number - seeds;
        return rates.get(turn % rates.size());
    }

    private List<Long> rates(IntStream numbers) {
        return numbers.mapToObj(this::rate).toList();
    }

    /** Least possible seconds; empty where a peer has no limit. */
    OptionalDouble boundSeconds() {
        return rates.contains(0L)
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(slowestSeconds(), KumarRossBound.seconds(length,
                        rates(IntStream.range(0, seeds)), rates(IntStream.range(seeds, size())))));
    }

    /** Time of the leech with the slowest line for itself. */
    private double slowestSeconds() {
        return onHosts
                ? (double) length / Collections.min(rates(IntStream.range(seeds, size())))
                : 0;
    }

    /**
     * Rounds that do not count: of many processes each has little of the processors, and is warm later;
     * on lines the processors are not the bound.
     */
    int warmUps() {
        if (onHosts) {
            return 1;
        }
        return size() <= SMALL_SWARM_SIZE ? 2 : 4;
    }

    /** Time after which a swarm is taken for one that does not end. */
    Duration longestTime() {
        return Duration.ofSeconds((long) Math.max(MIN_TIMEOUT_SECONDS,
                TIMEOUT_BOUNDS * boundSeconds().orElse(0)));
    }

    /** As the case of a row says it. */
    String describe() {
        return "%d seeders × %d leechers, %d MiB, %s".formatted(seeds, leeches, length / MEBIBYTE,
                rateText());
    }

    private String rateText() {
        if (rates.contains(0L)) {
            return "no limit";
        }
        Stream<String> megabytes = rates.stream().sorted(Collections.reverseOrder())
                .map(rate -> Long.toString(rate / 1_000_000));
        String each = String.join(" or ", megabytes.toList()) + " MB/s";
        return onHosts
                ? "each has a line of " + each + ", " + LineUnits.millisText(RTT) + ", loss "
                        + LineUnits.lossText(LOSS)
                : "each gives " + each;
    }
}
