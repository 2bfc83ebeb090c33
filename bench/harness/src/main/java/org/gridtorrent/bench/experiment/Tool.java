package org.gridtorrent.bench.experiment;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Other people's programs, run beside ours. */
final class Tool {
    private Tool() {}

    /** Why the program cannot be run, in words; empty when it can. */
    static Optional<String> missing(String program, String debianPackage) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        for (String folder : path.split(File.pathSeparator, -1)) {
            if (!folder.isEmpty() && new File(folder, program).canExecute()) {
                return Optional.empty();
            }
        }
        return Optional
                .of(program + " is not installed (Debian: apt install " + debianPackage + ")");
    }

    static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Runs it to the end and returns what it printed; a failure carries the last of it. */
    static String run(List<String> command) throws IOException, InterruptedException {
        Process process = start(command);
        try (var in = process.getInputStream()) {
            String printed = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                String end = printed.substring(Math.max(0, printed.length() - 300)).strip();
                throw new IOException(command.getFirst() + " ended with " + exit + ": " + end);
            }
            return printed;
        } finally {
            process.destroy();
        }
    }

    static void awaitLine(Process process, String part) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line;
        while ((line = lines.readLine()) != null) {
            if (line.contains(part)) {
                return;
            }
        }
        throw new IOException("a program ended before it said '" + part + "'");
    }
}
