package org.gridtorrent.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of conditions and messages in the operator's guide, for the tests of those messages. */
public final class TroubleshootingTable {
    private static final Path GUIDE = Path.of("../../docs/OPERATOR-GUIDE.md");
    private static final String HEADING = "## Troubleshooting";

    private TroubleshootingTable() {}

    /** Message of {@code gridtorrent doctor}, or of another command of the client, for a condition. */
    public static Pattern client(String condition) throws IOException {
        return message(condition, 2);
    }

    /** Message of {@code gridtorrent-server check}, or of another command of the server, for a condition. */
    public static Pattern server(String condition) throws IOException {
        return message(condition, 3);
    }

    /** Text between backticks in a cell; its ellipses stand for what differs from case to case. */
    private static Pattern message(String condition, int column) throws IOException {
        List<String> rows = Files.readAllLines(GUIDE).stream()
                .dropWhile(line -> !line.equals(HEADING))
                .filter(line -> line.startsWith("| " + condition + " |")).toList();
        if (rows.size() != 1) {
            throw new IllegalArgumentException(
                    GUIDE + " has " + rows.size() + " rows for '" + condition + "'");
        }
        String cell = rows.getFirst().split("\\|", -1)[column].strip();
        String message = cell.substring(1, cell.length() - 1);
        return Pattern.compile(Arrays.stream(message.split("…", -1)).map(Pattern::quote)
                .collect(Collectors.joining(".+")));
    }
}
