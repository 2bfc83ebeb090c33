package org.gridtorrent.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/** The real program in a process of its own, on free ports of the loopback. */
final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final List<String> command;
    private final Path log;
    private final JsonNode facts;

    private ServerProcess(Process process, List<String> command, Path log) throws IOException {
        this.process = process;
        this.command = command;
        this.log = log;
        @Nullable
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IOException("the server ended: " + Files.readString(log));
        }
        this.facts = Json.MAPPER.readTree(line);
    }

    /** Returns when the site is up. */
    static ServerProcess run(Path home, Map<String, String> environment, String... options)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=server-logback.xml", Main.class.getName(), "run",
                "--json", "--tracker", "127.0.0.1:0", "--home", home.toString()));
        command.addAll(List.of(options));
        if (!command.contains("--http")) {
            command.addAll(List.of("--http", "127.0.0.1:0"));
        }
        Path log = home.resolveSibling(home.getFileName() + ".log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GRIDTORRENT_"));
        builder.environment().putAll(environment);
        return new ServerProcess(builder.start(), command, log);
    }

    /** Where the pages listen, as it was told. */
    String http() {
        return command.get(command.lastIndexOf("--http") + 1);
    }

    URI pages() {
        return URI.create(facts.path("pages").asText());
    }

    /** All that anybody can read of it: how it was started, what it answered and what it logged. */
    String words() throws IOException {
        return command + "\n" + facts + "\n" + Files.readString(log);
    }

    /** From now on the process cannot write beyond this place of any file; "unlimited" for no limit. */
    void limitFiles(String bytes) throws IOException, InterruptedException {
        limit("--fsize=" + bytes + ":unlimited");
    }

    /** Another limit of the system for the process, as an option of prlimit. */
    void limit(String option) throws IOException, InterruptedException {
        Process limiter = new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()),
                option).inheritIO().start();
        if (limiter.waitFor() != 0) {
            throw new IOException("prlimit failed");
        }
    }

    /** SIGTERM; its exit status. */
    int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }
}
