package org.gridtorrent.bench.link;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.process.Ping;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Check that a line is what was asked for, by ping (round trip) and iperf3 (rate, loss).
 *
 * <p>The programs know nothing of how the line is made. iperf3 sends UDP, so that no congestion control is
 * measured: more than the line takes for the rate, half of it for the loss.
 */
public final class LineCheck {
    private static final int PINGS = 20;
    private static final int WARM_UP_PINGS = 2000;
    /** Twice as long as they take on the slowest line that has them; more is not waited for. */
    private static final double WARM_UP_SECONDS = 0.4;
    private static final int PING_LENGTH = 84;
    private static final int RATE_SECONDS = 4;
    private static final int LOSS_SECONDS = 4;

    /** Payload of the largest UDP packet that is not cut in two, and what headers add to it. */
    private static final int PAYLOAD = LineSpec.MTU - 28;
    private static final double WIRE_PER_PAYLOAD = (double) LineSpec.MTU / PAYLOAD;

    private static final long SOCKET_BUFFER = 4 << 20;

    private final LinkState link;
    private final LineSpec spec;

    public LineCheck(LinkState link) {
        this.link = link;
        this.spec = link.spec();
    }

    /**
     * One property of the line.
     *
     * @param measured absent when it could not be measured; the note says why
     */
    public record Finding(String what, String unit, double requested, Optional<Double> measured,
            String note) {
        private static final double NEAR = 0.1;

        /** A lottery gives a little more or less, and on a fast line a millisecond is much. */
        private static final double NEAR_LOSS_PERCENT = 0.5;
        private static final double NEAR_MILLIS = 2;

        /** True also if it was not measured. */
        public boolean isWithinTolerance() {
            double slack = switch (unit) {
                case "%" -> Math.max(NEAR_LOSS_PERCENT, 3 * NEAR * requested);
                case "ms" -> NEAR_MILLIS + NEAR * requested;
                default -> NEAR * requested;
            };
            return measured.isEmpty() || Math.abs(measured.get() - requested) <= slack;
        }

        /** One line with all findings outside the tolerance; empty if there are none. */
        public static Optional<String> warning(List<Finding> findings) {
            String wrong = findings.stream().filter(finding -> !finding.isWithinTolerance())
                    .map(finding -> finding.describe().replaceAll(" {2,}", " "))
                    .collect(Collectors.joining("; "));
            return wrong.isEmpty()
                    ? Optional.empty()
                    : Optional.of("warning: the line is not as asked (" + wrong + "); figures taken"
                            + " on it now are of another line: give the machine less to do, or ask"
                            + " for a slower line");
        }

        /** For the user. */
        public String describe() {
            String found = measured.map(value -> "measured " + number(value) + " " + unit)
                    .orElse("not measured");
            return String.format(Locale.ROOT, "%-18s asked %s %s, %s%s", what, number(requested),
                    unit, found, note.isEmpty() ? "" : " (" + note + ")");
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 1 ? "%.2f" : "%.4f",
                    value);
        }
    }

    /**
     * Returns when every host answers the first one; {@link CommandFailure} if one does not.
     *
     * <p>Each is asked until it answers, since the line may lose some. Then many packets are sent at once:
     * a relay that has just been started is slow until its code is compiled.
     */
    public void awaitReach() throws InterruptedException {
        String waitSeconds = Long.toString(4 + 4 * rttSeconds());
        for (int host = 2; host <= spec.hosts(); host++) {
            reach(host, List.of("-c", "1", "-w", waitSeconds));
        }
        long tenthOfASecond = spec.bitsPerSecond() / 8 / PING_LENGTH / 10;
        if (tenthOfASecond >= WARM_UP_PINGS / 10) {
            String count = Long.toString(Math.min(tenthOfASecond, WARM_UP_PINGS));
            warmUp(List.of("-c", count, "-l", count, "-W", String.format(Locale.ROOT, "%.2f",
                    WARM_UP_SECONDS + 2 * spec.rtt().toNanos() / 1e9)));
        }
    }

    /** Losses do not matter here: the host has answered. */
    private void warmUp(List<String> pings) throws InterruptedException {
        try {
            Ping.run(link.host(1), link.host(2), pings);
        } catch (IOException e) {
            return;
        }
    }

    private void reach(int host, List<String> options) throws InterruptedException {
        try {
            Ping.run(link.host(1), link.host(host), options);
        } catch (IOException e) {
            throw CommandFailure.noAnswer("host " + host + " of link '" + link.name()
                    + "' does not answer: " + e.getMessage());
        }
    }

    /** Measures everything; each finding goes out as soon as it is known. */
    public void run(Consumer<Finding> findings) throws IOException, InterruptedException {
        Optional<String> missing = Iperf3.missing();
        for (int host = 2; host <= spec.hosts(); host++) {
            if (host == 2 || spec.rateOf(host) != spec.bitsPerSecond()) {
                findings.accept(rate(host, missing));
            }
        }
        findings.accept(loss(missing));
        for (int host = 2; host <= spec.hosts(); host++) {
            findings.accept(roundTrip(host));
        }
    }

    private Finding roundTrip(int host) throws IOException, InterruptedException {
        double millis = Ping.meanMillis(link.host(1), link.host(host), List.of("-c",
                Integer.toString(PINGS), "-i", "0.1", "-W", Long.toString(1 + 2 * rttSeconds())));
        double requested = spec.rtt().plus(spec.line(1).delay()).plus(spec.line(host).delay())
                .toNanos() / 1e6;
        return new Finding("round trip 1-" + host, "ms", requested, Optional.of(millis), "");
    }

    private long rttSeconds() {
        return spec.rtt().plus(Duration.ofMillis(999)).toSeconds();
    }

    private Finding rate(int host, Optional<String> missing)
            throws IOException, InterruptedException {
        double requested = Math.min(spec.rateOf(1), spec.rateOf(host)) / 1e6;
        String what = "rate 1-" + host;
        if (missing.isPresent()) {
            return new Finding(what, "Mb/s", requested, Optional.empty(), missing.get());
        }
        OptionalDouble measured = flood(host, (long) (requested * 1.1e6), RATE_SECONDS)
                .steadyBitsPerSecond();
        return measured.isEmpty()
                ? new Finding(what, "Mb/s", requested, Optional.empty(), "iperf3 gave no figures")
                : new Finding(what, "Mb/s", requested,
                        Optional.of(measured.getAsDouble() * WIRE_PER_PAYLOAD / 1e6), "");
    }

    private Finding loss(Optional<String> missing) throws IOException, InterruptedException {
        double requested = spec.loss() * 100;
        if (missing.isPresent()) {
            return new Finding("loss", "%", requested, Optional.empty(), missing.get());
        }
        long rate = Math.min(spec.rateOf(1), spec.rateOf(2)) / 2;
        JsonNode sum = flood(2, rate, LOSS_SECONDS).end().path("sum");
        return new Finding("loss", "%", requested, Optional.of(sum.path("lost_percent").asDouble()),
                sum.path("lost_packets").asLong() + " of " + sum.path("packets").asLong()
                        + " packets");
    }

    /** Buffer that the machine allows: iperf3 refuses to run with less than it asked for. */
    private static long socketBuffer() throws IOException {
        long length = SOCKET_BUFFER;
        for (String limit : List.of("rmem_max", "wmem_max")) {
            Path file = Path.of("/proc/sys/net/core", limit);
            // In one read: the kernel gives the rest of such a number to nobody.
            length = Math.min(length, Long.parseLong(Files.readAllLines(file).getFirst()));
        }
        return length;
    }

    private Iperf3.Report flood(int host, long bitsPerSecond, int seconds)
            throws IOException, InterruptedException {
        long payloadRate = (long) (bitsPerSecond / WIRE_PER_PAYLOAD);
        return Iperf3.run(link.host(1), link.host(host), seconds,
                List.of("-u", "-b", Long.toString(payloadRate),
                        "-l", Integer.toString(PAYLOAD), "-t", Integer.toString(seconds),
                        "-w", Long.toString(socketBuffer())));
    }
}
