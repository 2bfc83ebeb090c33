package org.gridtorrent.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a command speaks: its answer on standard output, words for people on standard error.
 *
 * <p>Thread-safe. Control characters never reach the terminal, since titles and file names come
 * from other people.
 */
public final class Output {
    private final FailureRecorder written;
    private final PrintStream answers;
    private final PrintStream errors;
    private final boolean terminal;
    private volatile boolean json;

    /** With {@code terminal}, standard error is a terminal that a bar may be drawn on. */
    public Output(OutputStream answers, PrintStream errors, boolean terminal) {
        this.written = new FailureRecorder(answers);
        this.answers = new PrintStream(written, true, StandardCharsets.UTF_8);
        this.errors = errors;
        this.terminal = terminal;
    }

    /**
     * The process's own streams: in UTF-8 whatever the locale says, since JSON is UTF-8. Whether
     * standard error is a terminal is known from the launcher, since Java itself cannot tell.
     */
    public static Output standard() {
        return new Output(new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true,
                        StandardCharsets.UTF_8),
                Boolean.getBoolean("gridtorrent.terminal"));
    }

    void useJson() {
        json = true;
    }

    /** The command's answer: one JSON object with {@code --json}, the lines without. */
    public void answer(Object value, List<String> lines) {
        if (json) {
            jsonLine(value);
            return;
        }
        lines.forEach(line -> answers.println(printable(line)));
        answers.flush();
    }

    /** One object of a stream; without {@code --json} nothing is printed. */
    public void event(Object value) {
        if (json) {
            jsonLine(value);
        }
    }

    private void jsonLine(Object value) {
        try {
            answers.println(Json.MAPPER.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not to be written as JSON: " + value, e);
        }
        answers.flush();
    }

    /** Words for a person, on standard error. */
    public void say(String line) {
        errors.println(printable(line));
        errors.flush();
    }

    /**
     * Replaces the terminal's last lines, the current one among them.
     *
     * @param before how many there were
     */
    void redraw(List<String> lines, int before) {
        StringBuilder text = new StringBuilder("\r\033[K");
        text.append("\033[A\033[K".repeat(Math.max(0, before - 1)));
        text.append(String.join("\n", lines.stream().map(Output::printable).toList()));
        errors.print(text);
        errors.flush();
    }

    /** The first failure to write to standard output; what was written after it is lost. */
    Optional<IOException> failure() {
        answers.flush();
        return Optional.ofNullable(written.failure);
    }

    public boolean isTerminal() {
        return terminal;
    }

    PrintStream answers() {
        return answers;
    }

    PrintStream errors() {
        return errors;
    }

    static String printable(String line) {
        StringBuilder text = new StringBuilder(line.length());
        line.codePoints().map(c -> isControl(c) ? '\uFFFD' : c).forEach(text::appendCodePoint);
        return text.toString();
    }

    private static boolean isControl(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    }

    /** Stream that keeps the first failure, which a {@link PrintStream} hides, and drops all later bytes. */
    private static final class FailureRecorder extends OutputStream {
        private final OutputStream out;
        private volatile @Nullable IOException failure;

        FailureRecorder(OutputStream out) {
            this.out = out;
        }

        private interface Step {
            void run() throws IOException;
        }

        private void unlessFailed(Step step) throws IOException {
            if (failure != null) {
                return;
            }
            try {
                step.run();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public void write(int octet) throws IOException {
            unlessFailed(() -> out.write(octet));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            unlessFailed(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            unlessFailed(out::flush);
        }
    }
}
