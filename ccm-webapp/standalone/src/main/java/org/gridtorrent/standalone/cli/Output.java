package org.gridtorrent.standalone.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.PrintStream;
import java.util.List;

/**
 * Where a command speaks: its answer on standard output, words for people on standard error.
 *
 * <p>Control characters never reach the terminal, since names come from other people.
 */
public final class Output {
    private final PrintStream answers;
    private final PrintStream errors;
    private boolean json;

    public Output(PrintStream answers, PrintStream errors) {
        this.answers = answers;
        this.errors = errors;
    }

    void useJson() {
        json = true;
    }

    /** The command's answer: one JSON object with {@code --json}, the lines without. */
    public void answer(Object value, List<String> lines) {
        if (json) {
            answers.println(json(value));
        } else {
            lines.forEach(line -> answers.println(printable(line)));
        }
        answers.flush();
    }

    private static String json(Object value) {
        try {
            return Json.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not to be written as JSON: " + value, e);
        }
    }

    /** Words for a person, on standard error. */
    public void say(String line) {
        errors.println(printable(line));
        errors.flush();
    }

    PrintStream errors() {
        return errors;
    }

    private static String printable(String line) {
        StringBuilder text = new StringBuilder(line.length());
        line.codePoints().map(c -> isControl(c) ? '\uFFFD' : c).forEach(text::appendCodePoint);
        return text.toString();
    }

    private static boolean isControl(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    }
}
