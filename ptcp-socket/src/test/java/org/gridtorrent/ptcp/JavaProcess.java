package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Test program in a Java process of its own, killed on close. */
record JavaProcess(Process process) implements AutoCloseable {
    static JavaProcess start(List<String> options, Class<?> program, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", folder(PTCPSocket.class) + ":" + folder(program),
                program.getName()));
        command.addAll(Arrays.asList(arguments));
        return new JavaProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private static Path folder(Class<?> type) throws IOException {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Everything that it prints until it ends. */
    List<String> lines() {
        return process.inputReader().lines().toList();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
