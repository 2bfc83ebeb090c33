package org.gridtorrent.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.HostLine;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.LineUnits;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command line options that specify an emulated line. */
final class LineOptions {
    private static final Pattern OF_HOST = Pattern.compile("(\\d{1,4})=(.*)");

    @Option(names = "--hosts", paramLabel = "N", defaultValue = "2", description = "Hosts, 2 to 64, each with a line of its own to the middle (default: ${DEFAULT-VALUE}).")
    private int hosts = 2;

    @Option(names = "--rtt", paramLabel = "TIME", defaultValue = "30ms", description = "There and back between any two hosts (default: ${DEFAULT-VALUE}).")
    private String rtt = "";

    @Option(names = "--rate", paramLabel = "RATE", defaultValue = "1gbit", description = "Of each host's line, in each direction, IP headers included (default: ${DEFAULT-VALUE}).")
    private String rate = "";

    @Option(names = "--host-rate", paramLabel = "HOST=RATE", description = "Of this host's line, if it differs; may be given for several hosts.")
    private List<String> hostRates = new ArrayList<>();

    @Option(names = "--host-delay", paramLabel = "HOST=TIME", description = "Of this host's packets, in addition; may be given for several hosts.")
    private List<String> hostDelays = new ArrayList<>();

    @Option(names = "--loss", paramLabel = "PERCENT", defaultValue = "0%", description = "Of the packets, each on its own, for example 0.01%% (default: none).")
    private String loss = "";

    @Option(names = "--buffer", paramLabel = "SIZE", description = "What may wait for a line, in each direction; what comes beyond is dropped"
            + " (default: one bandwidth-delay product of --rate and --rtt, at least 64KiB).")
    private @Nullable String buffer;

    @Option(names = "--host-buffer", paramLabel = "HOST=SIZE", description = "Of this host's line, if it differs; may be given for several hosts.")
    private List<String> hostBuffers = new ArrayList<>();

    @Option(names = "--bundle", paramLabel = "TIME", defaultValue = "0.2ms", description = "Of packets that the relay passes on together at most (default: ${DEFAULT-VALUE}).")
    private String bundle = "";

    @Option(names = "--seed", paramLabel = "N", description = "Of the lottery that loses packets (default: another one each time, and printed).")
    private @Nullable Long seed;

    @Option(names = "--by", paramLabel = "netem|relay", description = "What makes the line: the kernel's netem, or a process in user space (default: netem where it can be had).")
    private @Nullable String by;

    Optional<Emulator> by() {
        return Optional.ofNullable(by).map(text -> read("--by", Emulator::of, text));
    }

    LineSpec spec() {
        Duration time = read("--rtt", LineUnits::duration, rtt);
        long bits = read("--rate", LineUnits::bitsPerSecond, rate);
        OptionalLong size = buffer == null
                ? OptionalLong.empty()
                : OptionalLong.of(read("--buffer", ByteSize::parse, buffer).bytes());
        double part = read("--loss", LineUnits::loss, loss);
        long number = seed == null ? new SplittableRandom().nextLong(1_000_000) : seed;
        try {
            LineSpec alike = LineSpec.of(hosts, time, bits, part, size, Map.of(), number);
            return new LineSpec(hosts, time, bits, part, alike.bufferBytes(),
                    hostLines(alike.line(1)), read("--bundle", LineUnits::duration, bundle),
                    number);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage(String.valueOf(e.getMessage()));
        }
    }

    /** @param usual the line of hosts of which nothing is said */
    private Map<Integer, HostLine> hostLines(HostLine usual) {
        Map<Integer, Long> rates = ofHosts("--host-rate", LineUnits::bitsPerSecond, hostRates);
        Map<Integer, Duration> delays = ofHosts("--host-delay", LineUnits::duration, hostDelays);
        Map<Integer, Long> buffers = ofHosts("--host-buffer",
                text -> ByteSize.parse(text).bytes(), hostBuffers);
        return Stream.of(rates, delays, buffers).flatMap(one -> one.keySet().stream()).distinct()
                .collect(Collectors.toMap(host -> host,
                        host -> new HostLine(rates.getOrDefault(host, usual.bitsPerSecond()),
                                delays.getOrDefault(host, usual.delay()),
                                buffers.getOrDefault(host, usual.bufferBytes()))));
    }

    /** Values of an option, by host. */
    private static <T> Map<Integer, T> ofHosts(String option, Function<String, T> form,
            List<String> texts) {
        Map<Integer, T> values = new TreeMap<>();
        for (String text : texts) {
            Matcher parts = OF_HOST.matcher(text);
            if (!parts.matches()) {
                throw CommandFailure.wrongUsage(option + ": '" + text
                        + "' does not begin with a host's number, as in 2=100mbit");
            }
            values.put(Integer.valueOf(parts.group(1)), read(option, form, parts.group(2)));
        }
        return values;
    }

    private static <T> T read(String option, Function<String, T> form, String text) {
        try {
            return form.apply(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage(option + ": " + e.getMessage());
        }
    }

    static Duration duration(String option, String text) {
        return read(option, LineUnits::duration, text);
    }
}
