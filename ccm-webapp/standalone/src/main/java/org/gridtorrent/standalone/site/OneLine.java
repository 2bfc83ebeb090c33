package org.gridtorrent.standalone.site;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes an event as one line: the message, then what it is about, as {@code task=…}, then each
 * cause's class and words.
 *
 * <p>Control characters are escaped, so that nothing a user or a peer sent can begin a line of its
 * own or steer a terminal. Of an exception, the first frame of ours is named: enough to find the
 * place, and still one line.
 */
public final class OneLine extends ClassicConverter {
    private static final int MAX_CAUSES = 5;
    private static final Set<Integer> LINE_SEPARATORS = Set.of(0x2028, 0x2029);

    @Override
    public String convert(ILoggingEvent event) {
        StringBuilder line = new StringBuilder();
        escape(event.getFormattedMessage(), line);
        new TreeMap<>(event.getMDCPropertyMap())
                .forEach((key, value) -> escape(" " + key + "=" + value, line));
        IThrowableProxy cause = event.getThrowableProxy();
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            line.append(i == 0 ? " | " : " < ");
            escape(cause.getClassName() + ": " + cause.getMessage() + place(cause), line);
            cause = cause.getCause();
        }
        return line.toString();
    }

    private static String place(IThrowableProxy cause) {
        for (var frame : cause.getStackTraceElementProxyArray()) {
            if (frame.getStackTraceElement().getClassName().startsWith("org.gridtorrent.")) {
                return " (" + frame.getStackTraceElement().getFileName() + ":"
                        + frame.getStackTraceElement().getLineNumber() + ")";
            }
        }
        return "";
    }

    private static void escape(String text, StringBuilder into) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> into.append("\\n");
                case '\r' -> into.append("\\r");
                case '\t' -> into.append("\\t");
                default -> {
                    if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT
                            || LINE_SEPARATORS.contains(c)) {
                        into.append(String.format("\\u%04x", c));
                    } else {
                        into.appendCodePoint(c);
                    }
                }
            }
        });
    }
}
