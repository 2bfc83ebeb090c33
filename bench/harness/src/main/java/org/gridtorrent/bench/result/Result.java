package org.gridtorrent.bench.result;

import java.util.Locale;

/**
 * One result row: a subject compared with a peer, or the reason it was skipped.
 *
 * <p>{@code setting} is the row's {@code case}: what was varied, such as a stream count.
 */
public sealed interface Result {
    /** Peer of rows that stand beside an aim. */
    String AIM = "the aim";

    /** Peer of rows that are shown and not judged: more of a line is less for others. */
    String FAIR_SHARE = "the fair share";

    String experiment();

    String setting();

    String subject();

    String peer();

    enum Better {
        HIGHER, LOWER;

        /** "higher is better". */
        public String describe() {
            return name().toLowerCase(Locale.ROOT) + " is better";
        }
    }

    /** Metric with its unit. */
    record Metric(String name, String unit, Better better) {
        public static final Metric GOODPUT = higher("goodput", "MiB/s");
        public static final Metric CPU = lower("cpu", "s/GiB");

        /** Goodput over a line, whose rate is in the same unit. */
        public static final Metric LINE_GOODPUT = higher("goodput", "Mb/s");

        /** Wall time. */
        public static final Metric TIME = lower("time", "s");

        /** Multiple of the least possible time. */
        public static final Metric OF_BOUND = lower("time ÷ Kumar–Ross bound", "×");

        /** The next five are of one open and idle socket. */
        public static final Metric MEMORY = lower("memory", "KiB/socket");
        public static final Metric VIRTUAL_THREADS = lower("virtual threads", "per socket");
        public static final Metric PLATFORM_THREADS = lower("platform threads", "per socket");
        public static final Metric DESCRIPTORS = lower("descriptors", "per socket");
        public static final Metric CONNECT = lower("connect", "round trips");

        /** The next ones are of a whole process. */
        public static final Metric RESIDENT = lower("resident memory", "MiB");
        public static final Metric PEAK_RESIDENT = lower("most resident memory", "MiB");
        public static final Metric PEAK_OWN = lower("most memory without mapped files", "MiB");
        public static final Metric OWN = lower("memory without mapped files", "MiB");
        public static final Metric HEAP = lower("heap after collection", "MiB");
        public static final Metric ALL_THREADS = lower("threads", "in all");
        public static final Metric ALL_DESCRIPTORS = lower("descriptors", "in all");
        public static final Metric IDLE_CPU = lower("cpu at rest", "% of a core");

        public static Metric lower(String name, String unit) {
            return new Metric(name, unit, Better.LOWER);
        }

        public static Metric higher(String name, String unit) {
            return new Metric(name, unit, Better.HIGHER);
        }
    }

    /**
     * A subject's median beside its peer's of the same run.
     *
     * @param spread of the subject's samples, as {@link Samples#spread}
     * @param peerSpread of the peer's; 0 where it was not kept
     */
    record Measured(String experiment, String setting, String subject, Metric metric, double value,
            double spread, String peer, double peerValue, double peerSpread)
            implements
                Result {
        public static Measured of(String experiment, String setting, Metric metric, String subject,
                Samples samples, String peer, Samples peerSamples) {
            return new Measured(experiment, setting, subject, metric, samples.median(),
                    samples.spread(), peer, peerSamples.median(), peerSamples.spread());
        }

        /** Spread of the side that scatters more. */
        public double largerSpread() {
            return Math.max(spread, peerSpread);
        }

        /** Subject ÷ peer; 1 where both are equal, infinite where only the peer is 0. */
        public double ratio() {
            return value == peerValue ? 1 : value / peerValue;
        }

        public String ratioText() {
            return text(ratio());
        }

        /** A ratio; a dash where it is infinite. */
        public static String text(double ratio) {
            return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "–";
        }
    }

    /** Comparison that could not be made, with the reason and what to do about it. */
    record Skipped(String experiment, String setting, String subject, String peer, String reason)
            implements
                Result {}
}
