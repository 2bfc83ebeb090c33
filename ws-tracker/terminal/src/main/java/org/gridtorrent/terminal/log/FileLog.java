package org.gridtorrent.terminal.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.gridtorrent.terminal.CommandFailure;
import org.slf4j.LoggerFactory;

/**
 * A log file with rotation, in the place of standard error.
 *
 * @param file the log; older ones have a number behind its name, the latest of them 1
 * @param sizeBytes length at which another file is begun; looked at once a second
 * @param count older files that are kept
 */
public record FileLog(Path file, long sizeBytes, int count) {
    /** Name of the appender in the programs' logback.xml. */
    private static final String STANDARD_ERROR = "STDERR";
    private static final int MAX_COUNT = 100;

    /** Throws {@link CommandFailure} for a size or a count that is out of range; it begins with the setting's name. */
    public FileLog {
        if (sizeBytes < 1) {
            throw CommandFailure.wrongUsage("log-size: a log file has at least one byte");
        }
        if (count < 1 || count > MAX_COUNT) {
            throw CommandFailure.wrongUsage(
                    "log-count: " + count + " log files cannot be kept; choose 1 to " + MAX_COUNT);
        }
        file = file.toAbsolutePath().normalize();
        if (file.toString().contains("%")) {
            throw CommandFailure.wrongUsage("log-file: " + file + " has % in its path");
        }
    }

    /** Writes from now on to the file, in the form that standard error had. */
    public void begin() throws IOException {
        Path folder = Objects.requireNonNull(file.getParent(), "a file has a folder");
        try {
            Files.createDirectories(folder);
        } catch (FileSystemException e) {
            throw unwritable();
        }
        if (Files.isDirectory(file) || !Files.isWritable(Files.exists(file) ? file : folder)) {
            throw unwritable();
        }
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        if (root.getAppender(
                STANDARD_ERROR) instanceof OutputStreamAppender<ILoggingEvent> standard
                && standard.getEncoder() instanceof PatternLayoutEncoder encoder) {
            root.addAppender(appender(context, encoder.getPattern()));
            root.detachAppender(STANDARD_ERROR);
            standard.stop();
        }
    }

    private CommandFailure unwritable() {
        return CommandFailure.notAllowed("log-file: user " + System.getProperty("user.name")
                + " may not write " + file);
    }

    private RollingFileAppender<ILoggingEvent> appender(LoggerContext context, String pattern) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setName("FILE");
        appender.setFile(file.toString());
        FixedWindowRollingPolicy older = new FixedWindowRollingPolicy();
        older.setContext(context);
        older.setParent(appender);
        older.setFileNamePattern(file + ".%i");
        older.setMinIndex(1);
        older.setMaxIndex(count);
        older.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> full = new SizeBasedTriggeringPolicy<>();
        full.setContext(context);
        full.setMaxFileSize(new FileSize(sizeBytes));
        full.setCheckIncrement(Duration.buildBySeconds(1));
        full.start();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern(pattern);
        encoder.start();
        appender.setRollingPolicy(older);
        appender.setTriggeringPolicy(full);
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
