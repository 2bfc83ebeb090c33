package org.gridtorrent.standalone.site;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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

    private static String line(String message, @Nullable Throwable cause) {
        var logger = new LoggerContext().getLogger("test");
        return new OneLine().convert(
                new LoggingEvent("test", logger, Level.INFO, message, cause, null));
    }
}
