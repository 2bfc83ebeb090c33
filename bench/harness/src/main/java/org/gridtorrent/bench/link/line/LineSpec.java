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
 * @param hostRates bits per second of the hosts whose access lines differ
 * @param seed of the lottery that decides which packets are lost
 */
public record LineSpec(int hosts, Duration rtt, long bitsPerSecond, double loss, long bufferBytes,
        Map<Integer, Long> hostRates, long seed) {
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
        require(!rtt.isNegative() && rtt.compareTo(MAX_RTT) <= 0,
                "--rtt " + LineUnits.millisText(rtt) + ": must be 0ms to 10s");
        requireRate("--rate", bitsPerSecond);
        require(loss >= 0 && loss < 1,
                "--loss " + LineUnits.lossText(loss) + ": must be 0% or more, and below 100%");
        require(bufferBytes >= MTU && bufferBytes <= MAX_BUFFER,
                "--buffer " + bufferBytes + ": must hold a packet (" + MTU + ") and at most 1GiB");
        for (Map.Entry<Integer, Long> one : hostRates.entrySet()) {
            require(one.getKey() >= 1 && one.getKey() <= hosts,
                    "--host-rate " + one.getKey() + ": hosts are numbered 1 to " + hosts);
            requireRate("--host-rate " + one.getKey(), one.getValue());
        }
        hostRates = Map.copyOf(hostRates);
        long fastest = Math.max(bitsPerSecond, hostRates.values().stream()
                .mapToLong(Long::longValue).max().orElse(0));
        long bytes = hosts * (inFlightBytes(fastest, rtt, bufferBytes) + queueBytes(bufferBytes));
        require(bytes <= MAX_MEMORY, "this line would take " + ByteSize.words(bytes)
                + " of memory for packets on the way; ask for a smaller --buffer, --rtt or --rate");
    }

    /** Between two hosts, at 1 Gb/s, with the default queue. */
    public static LineSpec ofTwo(Duration rtt, double loss, long seed) {
        return of(2, rtt, GIGABIT, loss, OptionalLong.empty(), Map.of(), seed);
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

    /** Rate of this host's access line. */
    public long rateOf(int host) {
        return hostRates.getOrDefault(host, bitsPerSecond);
    }

    /** Address of this host in its namespace. */
    public static String address(int host) {
        return "198.18.0." + host;
    }

    /** Memory for the packets of one host that are in flight or queued. */
    public long inFlightBytes(int host) {
        return inFlightBytes(rateOf(host), rtt, bufferBytes);
    }

    private static long inFlightBytes(long rate, Duration rtt, long bufferBytes) {
        double onTheWay = rate / 8.0 * rtt.toNanos() / 2e9;
        return queueMemory((long) onTheWay + bufferBytes);
    }

    /** Memory for the queue of one host's access line. */
    public long queueBytes() {
        return queueBytes(bufferBytes);
    }

    private static long queueBytes(long bufferBytes) {
        return queueMemory(bufferBytes);
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
                "--buffer", Long.toString(bufferBytes), "--seed", Long.toString(seed)));
        new TreeMap<>(hostRates).forEach((host, rate) -> {
            arguments.add("--host-rate");
            arguments.add(host + "=" + LineUnits.rateText(rate));
        });
        return arguments;
    }

    /** With this buffer, or the default one. */
    public static LineSpec of(int hosts, Duration rtt, long bitsPerSecond, double loss,
            OptionalLong bufferBytes, Map<Integer, Long> hostRates, long seed) {
        return new LineSpec(hosts, rtt, bitsPerSecond, loss,
                bufferBytes.orElseGet(() -> defaultBuffer(bitsPerSecond, rtt)), hostRates, seed);
    }
}
