package org.gridtorrent.e2e;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/** The demo's talk with whoever watches: numbered steps, each with its time, and a line of progress. */
final class Console {
    private static final int TEXT_WIDTH = 62;
    private static final int BAR_CELLS = 20;

    private final PrintStream out;
    private final boolean terminal;
    private final long startNs = System.nanoTime();
    private int number;

    Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void title(String text) {
        out.println();
        out.println(bold(text));
    }

    /** Does {@code work} as the next step; what it returns is shown as its result. */
    void step(String text, Supplier<String> work) {
        number++;
        begin(text);
        long beginNs = System.nanoTime();
        var result = work.get();
        end(text, result, Duration.ofNanos(System.nanoTime() - beginNs));
    }

    private void begin(String text) {
        if (terminal) {
            out.printf("%2d  %s …", number, text);
            out.flush();
        }
    }

    private void end(String text, String result, Duration took) {
        clearLine();
        out.printf(Locale.ROOT, "%2d  %-" + TEXT_WIDTH + "s %6.1f s%n", number, text,
                seconds(took));
        if (!result.isEmpty()) {
            result.lines().forEach(line -> out.println(faint("      " + line)));
        }
        out.flush();
    }

    /** Where a transfer stands; {@code done} of {@code total} bytes. */
    void progress(String what, long done, long total, long bytesPerSecond, int peers) {
        if (!terminal || total <= 0) {
            return;
        }
        int full = (int) (BAR_CELLS * done / total);
        clearLine();
        out.printf(Locale.ROOT, "%2d  %s  [%s%s] %3d %%  %s  from %d peer%s", number, what,
                "█".repeat(full),
                "·".repeat(BAR_CELLS - full), 100 * done / total, rate(bytesPerSecond), peers,
                peers == 1 ? "" : "s");
        out.flush();
    }

    void done(String text) {
        out.println();
        out.printf(Locale.ROOT, "%s %s in %.1f s.%n", green("✓"), text,
                seconds(Duration.ofNanos(System.nanoTime() - startNs)));
    }

    void failed(String reason) {
        clearLine();
        out.printf("%s step %d: %s%n", red("✗"), number, reason);
        out.flush();
    }

    static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    static String rate(long bytesPerSecond) {
        return megabytes(bytesPerSecond) + "/s";
    }

    private static double seconds(Duration took) {
        return took.toMillis() / 1000.0;
    }

    private void clearLine() {
        if (terminal) {
            out.print("\r\u001b[2K");
        }
    }

    private String bold(String text) {
        return styled("1", text);
    }

    private String faint(String text) {
        return styled("2", text);
    }

    private String green(String text) {
        return styled("32", text);
    }

    private String red(String text) {
        return styled("31", text);
    }

    private String styled(String code, String text) {
        return terminal ? "\u001b[%sm%s\u001b[0m".formatted(code, text) : text;
    }
}
