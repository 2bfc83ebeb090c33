package org.gridtorrent.bench.clients;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gridtorrent.bench.swarm.KumarRoss;

/**
 * Who takes part in a swarm.
 *
 * @param rates what peers may give, bytes a second, in turn; 0 for no limit
 * @param length of the content
 */
record Crew(int seeds, int leeches, List<Long> rates, long length) {
    private static final long MEBIBYTE = 1 << 20;
    /** Where nothing bounds a swarm but the machine, and longer for one that is bounded. */
    private static final double PATIENCE_SECONDS = 180;
    private static final double PATIENCE_BOUNDS = 10;

    /** All of them may give as much. */
    static Crew equal(int seeds, int leeches, long rate, int mebibytes) {
        return new Crew(seeds, leeches, List.of(rate), mebibytes * MEBIBYTE);
    }

    /** By turns they may give four megabytes a second, and four times as much. */
    static Crew unequal(int seeds, int leeches, int mebibytes) {
        return new Crew(seeds, leeches, List.of(16_000_000L, 4_000_000L), mebibytes * MEBIBYTE);
    }

    /** Nobody is held to any rate. */
    static Crew unlimited(int seeds, int leeches, int mebibytes) {
        return equal(seeds, leeches, 0, mebibytes);
    }

    int size() {
        return seeds + leeches;
    }

    /** Of this peer; the seeds come first, and both kinds begin with the first rate. */
    long rate(int number) {
        int turn = number < seeds ? number : number - seeds;
        return rates.get(turn % rates.size());
    }

    private List<Long> rates(IntStream numbers) {
        return numbers.mapToObj(this::rate).toList();
    }

    /** The least seconds that are possible; none where nobody is held to a rate. */
    OptionalDouble boundSeconds() {
        return rates.contains(0L)
                ? OptionalDouble.empty()
                : OptionalDouble.of(KumarRoss.seconds(length, rates(IntStream.range(0, seeds)),
                        rates(IntStream.range(seeds, size()))));
    }

    /** After which it is given up. */
    Duration patience() {
        return Duration.ofSeconds((long) Math.max(PATIENCE_SECONDS,
                PATIENCE_BOUNDS * boundSeconds().orElse(0)));
    }

    /** As the case of a result says it. */
    String words() {
        return "%d seeders × %d leechers, %d MiB, %s".formatted(seeds, leeches, length / MEBIBYTE,
                rateWords());
    }

    private String rateWords() {
        if (rates.contains(0L)) {
            return "no limit";
        }
        Stream<String> megabytes = rates.stream().sorted(Collections.reverseOrder())
                .map(rate -> Long.toString(rate / 1_000_000));
        return "each gives " + String.join(" or ", megabytes.toList()) + " MB/s";
    }
}
