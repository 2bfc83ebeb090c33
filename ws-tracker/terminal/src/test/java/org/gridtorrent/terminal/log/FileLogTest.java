package org.gridtorrent.terminal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FileLogTest {
    @TempDir
    private Path folder;
    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    @BeforeEach
    void logToStandardError() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("said: %msg%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("STDERR");
        appender.setEncoder(encoder);
        appender.start();
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
    }

    @AfterEach
    void logNowhere() {
        root.detachAndStopAllAppenders();
    }

    @Test
    void logGoesToTheFile_andIsRotatedWhenItIsLong() throws Exception {
        Path file = folder.resolve("logs/program.log");
        new FileLog(file, 100, 2).begin();
        org.slf4j.Logger log = LoggerFactory.getLogger("test");
        Path oldest = folder.resolve("logs/program.log.2");
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            log.warn("line of a test");
            return Files.exists(oldest);
        });
        assertThat(folder.resolve("logs/program.log.1")).content()
                .startsWith("said: line of a test\n");
        assertThat(folder.resolve("logs/program.log.3")).doesNotExist();
    }

    @Test
    void whatCannotBe_isRefused() throws Exception {
        assertThatThrownBy(() -> new FileLog(folder.resolve("log"), 0, 2))
                .isInstanceOf(CommandFailure.class);
        assertThatThrownBy(() -> new FileLog(folder.resolve("100%"), 100, 2))
                .isInstanceOf(CommandFailure.class).hasMessageContaining("has % in its path");
        assertThatThrownBy(() -> new FileLog(folder.resolve("log"), 100, 0))
                .isInstanceOf(CommandFailure.class).hasMessageContaining("choose 1 to 100");
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> new FileLog(file.resolve("log"), 100, 1).begin())
                .isInstanceOf(CommandFailure.class).hasMessageStartingWith("log-file: ");
    }
}
