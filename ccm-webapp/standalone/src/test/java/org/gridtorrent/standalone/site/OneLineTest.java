package org.gridtorrent.standalone.site;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class OneLineTest {
    @Test
    void controlCharactersAreEscaped() {
        assertThat(line("a\r\nb\u001b[31mc\u2028d\u202ee", null))
                .isEqualTo("a\\r\\nb\\u001b[31mc\\u2028d\\u202ee");
    }

    @Test
    void causesFollowTheMessage() {
        var cause = new IllegalStateException("outer", new IOException("inner\nline"));
        assertThat(line("failed", cause)).startsWith("failed | java.lang.IllegalStateException: ")
                .contains("outer", "OneLineTest.java", "< java.io.IOException: inner\\nline")
                .doesNotContain("\n");
    }

    @Test
    void keysFollowTheMessage() {
        MDC.put("task", "t1");
        MDC.put("device", "d1\nforged");
        try {
            assertThat(line("done", null)).isEqualTo("done device=d1\\nforged task=t1");
        } finally {
            MDC.clear();
        }
    }

    private static String line(String message, @Nullable Throwable cause) {
        var context = new LoggerContext();
        context.setMDCAdapter(MDC.getMDCAdapter());
        var logger = context.getLogger("test");
        return new OneLine().convert(
                new LoggingEvent("test", logger, Level.INFO, message, cause, null));
    }
}
