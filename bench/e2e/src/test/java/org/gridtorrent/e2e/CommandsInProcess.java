package org.gridtorrent.e2e;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.e2e.process.CommandRunner;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.terminal.Output;

/**
 * Runs commands of {@code gridtorrent} within this JVM: the program's own code, without the half second
 * of a processor that a process takes to start.
 */
final class CommandsInProcess implements CommandRunner {
    @Override
    public Outcome run(List<String> words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int status = Main.run(
                new Invocation(Map.of(), new Output(stream(out), stream(err), false)),
                words.toArray(String[]::new));
        return new Outcome("gridtorrent " + String.join(" ", words), status, text(out), text(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).stripTrailing();
    }
}
