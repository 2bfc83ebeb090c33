package org.gridtorrent.bench.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Runs other programs. Those that are tied end with this process at the latest. */
public final class Tool {
    private static final int SHOWN_OF_A_FAILURE = 300;
    private static final int SECONDS_TO_END = 30;

    /**
     * Runs a program until it ends, this script's input does, or it is told to end, which may be before it knows
     * the program's number. In braces it is read as a whole before anything of it runs.
     */
    private static final List<String> UNTIL_INPUT_ENDS = List.of("bash", "-c", """
            {
                trap 'ended=true' TERM HUP INT
                exec 3<&0
                "$@" < /dev/null 3<&- &
                program=$!
                trap 'kill $program' TERM HUP INT
                [ -z "$ended" ] || kill $program
                exec 2> /dev/null
                (while read -r; do :; done <&3; kill $program) > /dev/null &
                wait $program
                wait $program
                status=$?
                kill $!
                exit $status
            }
            """, "bash");

    private static final Set<Process> TIED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(
                new Thread(() -> TIED.forEach(Process::destroy), "tools-end"));
    }

    private Tool() {}

    /** Why the program cannot be run; empty when it can. */
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

    /** True when the command cannot be run, or fails. */
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

    /** Text of a resource beside a class. */
    public static String text(Class<?> beside, String name) throws IOException {
        try (InputStream script = beside.getResourceAsStream(name)) {
            if (script == null) {
                throw new NoSuchFileException(name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @SafeVarargs
    public static List<String> concat(List<String>... parts) {
        List<String> command = new ArrayList<>();
        for (List<String> part : parts) {
            command.addAll(part);
        }
        return command;
    }

    /** Starts a command, whose errors are among its output. */
    public static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /**
     * The same of a program without input, which ends with this one at the latest, also when that is killed, and
     * also where it runs on another machine.
     *
     * @param enter words that make a command run elsewhere; none: here
     */
    public static Process startTied(List<String> enter, List<String> command) throws IOException {
        Process process = start(concat(enter, tied(command)));
        TIED.add(process);
        var _ = process.onExit().thenRun(() -> TIED.remove(process));
        return process;
    }

    /** A command that runs this one without input, and ends it when its own input ends. */
    public static List<String> tied(List<String> command) {
        return concat(UNTIL_INPUT_ENDS, command);
    }

    /** Closes the input of a process that ends with it, and waits; after so many seconds it is killed. */
    public static void end(Process process, int seconds) {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The same, with half a minute. */
    public static void end(Process process) {
        end(process, SECONDS_TO_END);
    }

    /** Runs a command to its end; returns its output. A failure carries the last of it. */
    public static String run(List<String> command) throws IOException, InterruptedException {
        return run(command, "");
    }

    /** The same, with an input. */
    public static String run(List<String> command, String input)
            throws IOException, InterruptedException {
        Process process = start(command);
        try (var in = process.getInputStream()) {
            writeInput(process, input);
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

    private static void writeInput(Process process, String input) {
        try (OutputStream out = process.getOutputStream()) {
            if (!input.isEmpty()) {
                out.write(input.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // It ended without reading: what it printed, and its status, tell more.
        }
    }

    /** Reads what a program prints from now on, so that it never waits for a reader. */
    public static void discardOutput(Process process) {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(() -> {
            try {
                var _ = lines.transferTo(Writer.nullWriter());
            } catch (IOException e) {
                return; // it has ended
            }
        });
    }

    /** Waits for a line that contains this; {@link IOException} with the other lines if the program ends before. */
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
