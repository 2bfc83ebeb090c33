package org.gridtorrent.standalone;

import java.io.IOException;
import java.nio.file.Path;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.log.FileLog;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where {@code run} is told to log elsewhere than to standard error. */
final class LogOptions {
    @Option(names = "--log-file", paramLabel = "FILE", description = "Write the log to this file instead of standard error.")
    private @Nullable Path file;

    @Option(names = "--log-size", paramLabel = "SIZE", defaultValue = "10MB", converter = ByteSize.Converter.class, description = "Size at which the log file is rotated (default: ${DEFAULT-VALUE}).")
    private ByteSize size = ByteSize.parse("10MB");

    @Option(names = "--log-count", paramLabel = "N", defaultValue = "5", description = "Number of older log files that are kept (default: ${DEFAULT-VALUE}).")
    private int count = 5;

    /** Begins the log file, if there is to be one. */
    void begin() throws IOException {
        if (file != null) {
            try {
                new FileLog(file, size.bytes(), count).begin();
            } catch (CommandFailure e) {
                throw new CommandFailure(e.exitStatus(), "--" + e.line(), e);
            }
        }
    }
}
