package org.gridtorrent.bench.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Other people's programs, run beside ours. */
public final class Tool {
    private static final int SHOWN_OF_A_FAILURE = 300;

    private static final Set<Process> TIED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(
                new Thread(() -> TIED.forEach(Process::destroy), "tools-end"));
    }

    private Tool() {}

    /** Why the program cannot be run, in words; empty when it can. */
    public static Optional<String> missing(String program, String debianPackage) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        for (String folder : path.split(File.pathSeparator, -1)) {
            if (!folder.isEmpty() && new File(folder, program).canExecute()) {
                return Optional.empty();
            }
        }
        return Optional
                .of(program + " is not installed (Debian: apt install " + debianPackage + ")");
    }

    /** Whether the command cannot be run, or does not end well. */
    public static boolean fails(List<String> command) {
        try {
            run(command);
            return false;
        } catch (IOException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Copies a script that is kept beside a class into a folder. */
    public static Path unpack(Class<?> beside, String name, Path folder) throws IOException {
        return Files.writeString(folder.resolve(name), text(beside, name));
    }

    /** Of a script that is kept beside a class. */
    public static String text(Class<?> beside, String name) throws IOException {
        try (InputStream script = beside.getResourceAsStream(name)) {
            if (script == null) {
                throw new NoSuchFileException(name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** The same of a program that ends with this one at the latest, also when that is interrupted. */
    public static Process startTied(List<String> command) throws IOException {
        Process process = start(command);
        TIED.add(process);
        var _ = process.onExit().thenRun(() -> TIED.remove(process));
        return process;
    }

    /** Runs it to the end and returns what it printed; a failure carries the last of it. */
    public static String run(List<String> command) throws IOException, InterruptedException {
        return run(command, "");
    }

    /** The same, with these lines as its input. */
    public static String run(List<String> command, String input)
            throws IOException, InterruptedException {
        Process process = start(command);
        try (var in = process.getInputStream()) {
            give(process, input);
            String printed = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                String end = printed.substring(
                        Math.max(0, printed.length() - SHOWN_OF_A_FAILURE)).strip();
                throw new IOException(command.getFirst() + " ended with " + exit + ": " + end);
            }
            return printed;
        } finally {
            process.destroy();
        }
    }

    private static void give(Process process, String input) throws IOException {
        try (OutputStream out = process.getOutputStream()) {
            if (!input.isEmpty()) {
                out.write(input.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Waits for a line with this in it. */
    public static void awaitLine(Process process, String part) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder others = new StringBuilder();
        String line;
        while ((line = lines.readLine()) != null) {
            if (line.contains(part)) {
                return;
            }
            others.append(others.isEmpty() ? ": " : "; ").append(line.strip());
        }
        throw new IOException("a program ended before it said '" + part + "'" + others);
    }
}
