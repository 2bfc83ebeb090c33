package org.gridtorrent.bench.link.line;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.gridtorrent.terminal.ByteSize;

/**
 * Specification of a line: a star of hosts, each with an access line to a middle that never limits.
 *
 * @param hosts how many, numbered from 1
 * @param rtt there and back between any two hosts, without queues
 * @param bitsPerSecond of every host's access line, in each direction, IP headers included
 * @param loss the part of packets that is lost on the way, each on its own
 * @param bufferBytes that wait for an access line in one direction; what comes beyond them is dropped
 * @param hostLines access lines of the hosts that have others
 * @param bundle time that packets of one connection may take on a line and be passed on together, as a
 *     network card does; a packet may be so late. netem passes on each on its own
 * @param seed of the lottery that decides which packets are lost
 */
public record LineSpec(int hosts, Duration rtt, long bitsPerSecond, double loss, long bufferBytes,
        Map<Integer, HostLine> hostLines, Duration bundle, long seed) {
    /** Twice the time between two looks of the relay, so that no packet is delayed further. */
    public static final Duration USUAL_BUNDLE = Duration.ofNanos(200_000);
    public static final int MTU = 1500;
    public static final int MAX_HOSTS = 64;
    private static final Duration MAX_RTT = Duration.ofSeconds(10);
    private static final long GIGABIT = 1_000_000_000;
    private static final long MIN_RATE = 8_000;
    private static final long MAX_RATE = 100_000_000_000L;
    private static final long MAX_MEMORY = 4L << 30;
    private static final long MAX_BUFFER = 1L << 30;
    /** In a queue of the relay: its header and the largest bundle of packets. */
    private static final long LARGEST_RECORD = 16 + (10 + 65_535 + 7) / 8 * 8;

    /** Checks every part; {@link IllegalArgumentException} says which is wrong and what would do. */
    public LineSpec {
        require(hosts >= 2 && hosts <= MAX_HOSTS,
                "--hosts " + hosts + ": must be 2 to " + MAX_HOSTS);
        requireTime("--rtt", rtt);
        requireRate("--rate", bitsPerSecond);
        require(loss >= 0 && loss < 1,
                "--loss " + LineUnits.lossText(loss) + ": must be 0% or more, and below 100%");
        requireBuffer("--buffer", bufferBytes);
        requireTime("--bundle", bundle);
        hostLines = Map.copyOf(hostLines);
        hostLines.forEach((host, line) -> {
            require(host >= 1 && host <= hosts,
                    "--host-rate " + host + ": hosts are numbered 1 to " + hosts);
            requireRate("--host-rate " + host, line.bitsPerSecond());
            requireTime("--host-delay " + host, line.delay());
            requireBuffer("--host-buffer " + host, line.bufferBytes());
        });
        HostLine usual = new HostLine(bitsPerSecond, Duration.ZERO, bufferBytes);
        long bytes = (hosts - hostLines.size()) * memory(usual, rtt)
                + hostLines.values().stream().mapToLong(line -> memory(line, rtt)).sum();
        require(bytes <= MAX_MEMORY, "this line would take " + ByteSize.words(bytes)
                + " of memory for packets on the way; ask for a smaller --buffer, --rtt or --rate");
    }

    /** Between two hosts, at 1 Gb/s, with the default queue. */
    public static LineSpec ofTwo(Duration rtt, double loss, long seed) {
        return of(2, rtt, GIGABIT, loss, OptionalLong.empty(), Map.of(), seed);
    }

    private static void requireTime(String option, Duration time) {
        require(!time.isNegative() && time.compareTo(MAX_RTT) <= 0,
                option + " " + LineUnits.millisText(time) + ": must be 0ms to 10s");
    }

    private static void requireBuffer(String option, long bytes) {
        require(bytes >= MTU && bytes <= MAX_BUFFER,
                option + " " + bytes + ": must hold a packet (" + MTU + ") and at most 1GiB");
    }

    private static void requireRate(String option, long rate) {
        require(rate >= MIN_RATE && rate <= MAX_RATE,
                option + " " + LineUnits.rateText(rate) + ": must be 8kbit to 100gbit");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Default of {@code --buffer}: one bandwidth-delay product, at least 64 KiB. */
    public static long defaultBuffer(long bitsPerSecond, Duration rtt) {
        double product = bitsPerSecond / 8.0 * rtt.toNanos() / 1e9;
        return (long) Math.clamp(product, 64.0 * 1024, MAX_BUFFER);
    }

    /** Access line of this host. */
    public HostLine line(int host) {
        HostLine other = hostLines.get(host);
        return other == null ? new HostLine(bitsPerSecond, Duration.ZERO, bufferBytes) : other;
    }

    /** Rate of this host's access line. */
    public long rateOf(int host) {
        return line(host).bitsPerSecond();
    }

    /** Address of this host in its namespace. */
    public static String address(int host) {
        return "198.18.0." + host;
    }

    /** Memory for the packets of one host that are in flight or queued. */
    public long inFlightBytes(int host) {
        return inFlightBytes(line(host), rtt);
    }

    private static long inFlightBytes(HostLine line, Duration rtt) {
        double onTheWay = line.bitsPerSecond() / 8.0
                * (rtt.toNanos() / 2e9 + line.delay().toNanos() / 1e9);
        return queueMemory((long) onTheWay + line.bufferBytes());
    }

    /** Memory for the queue of one host's access line. */
    public long queueBytes(int host) {
        return queueMemory(line(host).bufferBytes());
    }

    private static long memory(HostLine line, Duration rtt) {
        return inFlightBytes(line, rtt) + queueMemory(line.bufferBytes());
    }

    /** Memory of a queue for so many bytes of packets, the smallest of them 40 bytes long. */
    public static long queueMemory(long packetBytes) {
        return (packetBytes * 2 + 4 * LARGEST_RECORD) / 8 * 8;
    }

    /** Specification as options of the command line. */
    public List<String> arguments() {
        var arguments = new ArrayList<>(List.of(
                "--hosts", Integer.toString(hosts), "--rtt", LineUnits.millisText(rtt),
                "--rate", LineUnits.rateText(bitsPerSecond), "--loss", LineUnits.lossText(loss),
                "--buffer", Long.toString(bufferBytes), "--bundle", LineUnits.millisText(bundle),
                "--seed", Long.toString(seed)));
        new TreeMap<>(hostLines).forEach((host, line) -> arguments.addAll(List.of(
                "--host-rate", host + "=" + LineUnits.rateText(line.bitsPerSecond()),
                "--host-delay", host + "=" + LineUnits.millisText(line.delay()),
                "--host-buffer", host + "=" + line.bufferBytes())));
        return arguments;
    }

    /** With this buffer, or the default one, and rates of the hosts that have others. */
    public static LineSpec of(int hosts, Duration rtt, long bitsPerSecond, double loss,
            OptionalLong bufferBytes, Map<Integer, Long> hostRates, long seed) {
        long buffer = bufferBytes.orElseGet(() -> defaultBuffer(bitsPerSecond, rtt));
        Map<Integer, HostLine> lines = new TreeMap<>();
        hostRates.forEach(
                (host, rate) -> lines.put(host, new HostLine(rate, Duration.ZERO, buffer)));
        return new LineSpec(hosts, rtt, bitsPerSecond, loss, buffer, lines, USUAL_BUNDLE, seed);
    }
}
