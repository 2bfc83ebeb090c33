package org.gridtorrent.bench.process;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs ping from one host to another. */
public final class Ping {
    private static final Pattern MEAN = Pattern.compile("= [\\d.]+/([\\d.]+)/");

    private Ping() {}

    /** The mean of the round trips. */
    public static double meanMillis(Host from, Host to, List<String> options)
            throws IOException, InterruptedException {
        String answer = run(from, to, options);
        Matcher mean = MEAN.matcher(answer);
        if (!mean.find()) {
            throw new IOException("ping said: " + answer.strip());
        }
        return Double.parseDouble(mean.group(1));
    }

    /** Output of ping. */
    public static String run(Host from, Host to, List<String> options)
            throws IOException, InterruptedException {
        return Tool.run(from.commandOn(
                Tool.concat(List.of("ping", "-n", "-q"), options, List.of(to.address()))));
    }
}
