package org.gridtorrent.e2e.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A program that was started and goes on until told to end; what it writes goes to a log file.
 *
 * <p>Whatever happens to this JVM short of a kill, a shutdown hook ends every one that is left.
 */
public final class Running {
    private static final Set<Process> LEFT = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Running::endAll, "end-programs"));
    }

    private final Process process;
    private final String name;
    private final Path log;

    private Running(Process process, String name, Path log) {
        this.process = process;
        this.name = name;
        this.log = log;
    }

    /**
     * Starts {@code command}, its output appended to {@code log}. Its Java machine gets the options of
     * {@code -Dprograms.jvm}, if there are any.
     */
    public static Running start(String name, List<String> command, Path log) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            var builder = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            clean(builder);
            Optional.ofNullable(System.getProperty("programs.jvm")).ifPresent(
                    options -> builder.environment().put("JDK_JAVA_OPTIONS", options));
            var process = builder.start();
            LEFT.add(process);
            return new Running(process, name, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs {@code command} to its end. */
    public static Outcome run(List<String> command, String input, Duration limit) {
        try {
            var out = Files.createTempFile("out", ".txt");
            var err = Files.createTempFile("err", ".txt");
            try {
                return run(command, input, limit, out, err);
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Outcome run(List<String> command, String input, Duration limit, Path out,
            Path err)
            throws IOException {
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        clean(builder);
        var process = builder.start();
        LEFT.add(process);
        try {
            try (var stdin = process.outputWriter()) {
                stdin.write(input);
            }
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CheckFailure(
                        "%s did not end within %d s".formatted(words(command), limit.toSeconds()));
            }
            return new Outcome(words(command), process.exitValue(),
                    Files.readString(out).stripTrailing(),
                    Files.readString(err).stripTrailing());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure(words(command) + " was interrupted");
        } finally {
            end(process);
        }
    }

    /** The command as a person would write it: the program's name without its folder. */
    private static String words(List<String> command) {
        var words = new ArrayList<>(command);
        words.set(0, Path.of(command.getFirst()).getFileName().toString());
        return String.join(" ", words);
    }

    /** The outer environment's own settings stay outside; the JDK is the one that this runs on. */
    private static void clean(ProcessBuilder builder) {
        builder.environment().keySet().removeIf(key -> key.startsWith("GRIDTORRENT_"));
        builder.environment().put("GRIDTORRENT_JAVA_HOME", System.getProperty("java.home"));
    }

    public boolean alive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    public Path log() {
        return log;
    }

    /** True while the process has a file below this folder open, by Linux's {@code /proc}. */
    public boolean hasOpen(Path folder) {
        try (var open = Files.list(Path.of("/proc", Long.toString(pid()), "fd"))) {
            return open.anyMatch(descriptor -> target(descriptor).startsWith(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return descriptor; // closed meanwhile
        }
    }

    /** Asks it to end (SIGTERM) and waits; returns its exit status. */
    public int stop(Duration limit) {
        process.destroy();
        return await(limit);
    }

    /** Ends it at once (SIGKILL), with nothing saved. */
    public void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        await(Duration.ofSeconds(10));
    }

    /** The same as soon as {@code condition} holds, within a millisecond where a processor is free. */
    public void killWhen(String what, Duration limit, BooleanSupplier condition) {
        var descendants = process.descendants().toList(); // to look for them takes long
        Polling.observed(what, limit, condition);
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        await(Duration.ofSeconds(10));
    }

    /** Waits for its end; returns its exit status. */
    public int await(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CheckFailure(
                        "%s did not end within %d s".formatted(name, limit.toSeconds()));
            }
            LEFT.remove(process);
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure(name + " was interrupted");
        }
    }

    /** How often {@code words} stand in a log, which need not be there yet. */
    static long count(Path log, String words) {
        try {
            return Files.exists(log)
                    ? Files.readAllLines(log).stream().filter(line -> line.contains(words)).count()
                    : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What to say when it ended although it should not have. */
    public CheckFailure ended() {
        return new CheckFailure(
                "%s ended with %d%s".formatted(name, process.exitValue(), lastWords()));
    }

    private String lastWords() {
        try {
            var lines = Files.readAllLines(log);
            return lines.isEmpty() ? "" : ": " + lines.getLast();
        } catch (IOException e) {
            return "";
        }
    }

    private static void endAll() {
        LEFT.forEach(Running::end);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        LEFT.remove(process);
    }
}
