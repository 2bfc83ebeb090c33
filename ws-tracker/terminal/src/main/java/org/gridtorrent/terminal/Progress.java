package org.gridtorrent.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * How far a command is: a bar on a terminal, otherwise a line every 10 s.
 *
 * <p>Confined to one thread. Closing it ends the bar's line.
 */
public final class Progress implements AutoCloseable {
    private static final long REDRAW_NS = Duration.ofMillis(200).toNanos();
    private static final long LINE_NS = Duration.ofSeconds(10).toNanos();
    private static final int BAR_CELLS = 24;
    private static final int WIDTH = 79;

    private final Output output;
    private final LongSupplier nanoTime;
    private final long intervalNs;
    private long shownNs;
    private int drawnLines;

    /**
     * What is shown; lengths in bytes. A negative rate or count of peers is left out.
     *
     * @param total 0 if nothing is counted; negative if it is not known
     */
    public record Sample(String what, long done, long total, long bytesPerSecond, int peers) {
        public static Sample of(String what, long done, long total) {
            return new Sample(what, done, total, -1, -1);
        }
    }

    public Progress(Output output) {
        this(output, System::nanoTime);
    }

    Progress(Output output, LongSupplier nanoTime) {
        this.output = output;
        this.nanoTime = nanoTime;
        this.intervalNs = output.isTerminal() ? REDRAW_NS : LINE_NS;
        this.shownNs = nanoTime.getAsLong() - (output.isTerminal() ? intervalNs : 0);
    }

    public void update(Sample sample) {
        update(sample, List.of());
    }

    /** With a line for each part of the work below, such as a server; cut to what fits on a terminal. */
    public void update(Sample sample, List<String> details) {
        long now = nanoTime.getAsLong();
        if (now - shownNs >= intervalNs) {
            shownNs = now;
            show(sample, details);
        }
    }

    private void show(Sample sample, List<String> details) {
        if (output.isTerminal()) {
            List<String> lines = new ArrayList<>();
            lines.add(bar(sample) + words(sample));
            details.forEach(
                    detail -> lines.add(detail.substring(0, Math.min(WIDTH, detail.length()))));
            output.redraw(lines, drawnLines);
            drawnLines = lines.size();
        } else {
            output.say(words(sample));
            details.forEach(output::say);
        }
    }

    private static String bar(Sample sample) {
        int full = sample.total <= 0
                ? 0
                : (int) (BAR_CELLS * Math.min(1.0, (double) sample.done / sample.total));
        return "[" + "#".repeat(full) + "-".repeat(BAR_CELLS - full) + "] ";
    }

    private static String words(Sample sample) {
        StringBuilder text = new StringBuilder(
                sample.what.endsWith(".") && sample.total > 0
                        ? sample.what.substring(0, sample.what.length() - 1)
                        : sample.what);
        if (sample.total > 0) {
            long percent = Math.min(100, (long) (100.0 * sample.done / sample.total));
            text.append(": ").append(percent).append(" %, ").append(ByteSize.words(sample.done))
                    .append(" of ")
                    .append(ByteSize.words(sample.total));
        }
        if (sample.total < 0) {
            text.append(": ").append(ByteSize.words(sample.done)).append(", length unknown");
        }
        if (sample.bytesPerSecond >= 0) {
            text.append(", ").append(ByteSize.words(sample.bytesPerSecond)).append("/s");
        }
        if (sample.bytesPerSecond > 0 && sample.total > sample.done) {
            text.append(", ")
                    .append(timeLeft((sample.total - sample.done) / sample.bytesPerSecond));
        }
        if (sample.peers >= 0) {
            text.append(", ").append(sample.peers).append(sample.peers == 1 ? " peer" : " peers");
        }
        return text.toString();
    }

    private static String timeLeft(long seconds) {
        if (seconds < 60) {
            return seconds + " s left";
        }
        return seconds < 3600
                ? seconds / 60 + " min left"
                : seconds / 3600 + " h " + seconds / 60 % 60 + " min left";
    }

    @Override
    public void close() {
        if (drawnLines > 0) {
            output.redraw(List.of(""), drawnLines);
            drawnLines = 0;
        }
    }
}
