package org.gridtorrent.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where a command speaks: its answer on standard output, words for people on standard error.
 *
 * <p>Thread-safe. Control characters never reach the terminal, since titles and file names come
 * from other people.
 */
public final class Output {
    private final PrintStream answers;
    private final PrintStream errors;
    private final boolean terminal;
    private volatile boolean json;

    /** With {@code terminal}, standard error is a terminal that a bar may be drawn on. */
    public Output(PrintStream answers, PrintStream errors, boolean terminal) {
        this.answers = answers;
        this.errors = errors;
        this.terminal = terminal;
    }

    /**
     * The process's own streams: in UTF-8 whatever the locale says, since JSON is UTF-8. Whether
     * standard error is a terminal is known from the launcher, since Java itself cannot tell.
     */
    public static Output standard() {
        return new Output(stream(FileDescriptor.out), stream(FileDescriptor.err),
                Boolean.getBoolean("gridtorrent.terminal"));
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
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
}
