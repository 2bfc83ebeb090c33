package org.gridtorrent.e2e;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.CommandRunner;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.terminal.Output;

/**
 * Runs commands of {@code gridtorrent} within this JVM, for at most a minute: the program's own code,
 * without the half second of a processor that a process takes to start.
 */
final class CommandsInProcess implements CommandRunner {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Override
    public Outcome run(List<String> words) {
        var line = "gridtorrent " + String.join(" ", words);
        try {
            return CompletableFuture.supplyAsync(() -> execute(line, words),
                    work -> Thread.ofPlatform().daemon().name(line).start(work))
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new CheckFailure("%s did not end within %d s".formatted(line, LIMIT.toSeconds()),
                    e);
        } catch (ExecutionException e) {
            throw new CheckFailure(line + " failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure(line + " was interrupted");
        }
    }

    private static Outcome execute(String line, List<String> words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int status = Main.run(
                new Invocation(Map.of(), new Output(stream(out), stream(err), false)),
                words.toArray(String[]::new));
        return new Outcome(line, status, text(out), text(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).stripTrailing();
    }
}
