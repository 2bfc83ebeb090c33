package org.gridtorrent.bench.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.terminal.Json;

/** Runs iperf3 from one host to another. */
public final class Iperf3 {
    private static final String PORT = "5201";

    private static final Pattern INTERVAL = Pattern.compile(
            "\\]\\s+([\\d.]+)-([\\d.]+)\\s+sec\\s.*?([\\d.]+) Kbits/sec");

    private Iperf3() {}

    /**
     * Report of both ends.
     *
     * @param end the part of the client's report that sums it up
     * @param received the server's own lines
     */
    public record Report(JsonNode end, List<String> received) {
        /**
         * Of one flow at the receiver: the middle one of its whole seconds, without the first, so that
         * neither the flow's beginning nor its end counts.
         */
        public OptionalDouble steadyBitsPerSecond() {
            double[] rates = received.stream().map(INTERVAL::matcher)
                    .filter(line -> line.find() && isSteady(line))
                    .mapToDouble(line -> Double.parseDouble(line.group(3)) * 1000)
                    .sorted().toArray();
            return rates.length == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(rates[rates.length / 2]);
        }

        private static boolean isSteady(Matcher line) {
            double start = Double.parseDouble(line.group(1));
            double seconds = Double.parseDouble(line.group(2)) - start;
            return start >= 0.9 && seconds > 0.9 && seconds < 1.1;
        }
    }

    /** Why it cannot be run; empty when it can. */
    public static Optional<String> missing() {
        return Tool.missing("iperf3", "iperf3").or(() -> Tool.missing("timeout", "coreutils"));
    }

    /**
     * Runs it once.
     *
     * @param seconds that it takes at most, ramp-up included: its ends are stopped a while later, so that
     *     nothing stays if this process is killed
     * @param options of the client
     */
    public static Report run(Host from, Host to, int seconds, List<String> options)
            throws IOException, InterruptedException {
        String port = to.equals(Host.HERE) ? Integer.toString(Host.freePort()) : PORT;
        List<String> bounded = List.of("timeout", Integer.toString(seconds + 60), "iperf3");
        Process serving = to.startTied(Tool.concat(bounded,
                List.of("-s", "-1", "--forceflush", "-f", "k", "-p", port)));
        try {
            // The server says that it listens before it can be asked anything.
            Tool.awaitLine(serving, "Server listening");
            String printed = Tool.run(from.commandOn(Tool.concat(bounded,
                    List.of("-c", to.address(), "-p", port, "-J"), options)));
            // Warnings may come first, in plain words.
            JsonNode answer = Json.MAPPER.readTree(
                    printed.substring(Math.max(0, printed.indexOf('{'))));
            if (answer.hasNonNull("error")) {
                throw new IOException("iperf3: " + answer.get("error").asText());
            }
            return new Report(answer.path("end"),
                    serving.inputReader(StandardCharsets.UTF_8).lines().toList());
        } finally {
            Tool.end(serving);
        }
    }
}
