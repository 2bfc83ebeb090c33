package org.gridtorrent.bench.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.bench.process.BackgroundTask;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.ProcessTimes;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;

/**
 * Machine at a site: its daemon is a process, the other commands of {@code gridtorrent} run in this one.
 *
 * <p>So the start of a virtual machine for each command is not measured. Not thread-safe.
 */
final class MachineProcess implements AutoCloseable {
    private final Path home;
    private final InetSocketAddress address;
    private final Process daemon;

    private MachineProcess(Path home, InetSocketAddress address, Process daemon) {
        this.home = home;
        this.address = address;
        this.daemon = daemon;
    }

    /**
     * Enrols a machine of a user, and starts its daemon; returns when that can be asked.
     *
     * @param transport by which its daemon reaches others
     */
    static MachineProcess start(SitePrograms programs, SiteProcess site, String user,
            String transport, Path home) throws IOException, InterruptedException {
        site.addUser(user);
        var _ = run(home, List.of("enrol", site.pages().toString(), site.enrolmentCode(user),
                "--name", user));
        var address = new InetSocketAddress(Host.HERE.address(), Host.freePort());
        Process daemon = Tool.startTied(List.of(), SitePrograms.command(programs.client(),
                List.of("daemon", "run", "--home", home.toString(), "--transport",
                        transport, "--listen",
                        address.getHostString() + ":" + address.getPort())));
        Tool.awaitLine(daemon, "daemon ready");
        Tool.discardOutput(daemon);
        return new MachineProcess(home, address, daemon);
    }

    /** Runs a command of this machine to its end; its answer. {@link IOException} if it failed. */
    JsonNode command(List<String> words) throws IOException, InterruptedException {
        return run(home, words);
    }

    private static JsonNode run(Path home, List<String> words)
            throws IOException, InterruptedException {
        FutureTask<JsonNode> running = BackgroundTask.start(() -> execute(
                Tool.concat(words, List.of("--json", "--home", home.toString()))));
        String title = "gridtorrent " + words.getFirst();
        try {
            return running.get(CopyTool.LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    title + " did not end within " + CopyTool.LIMIT_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(title + ": " + Failures.describe(e).line(), e);
        }
    }

    private static JsonNode execute(List<String> words) throws IOException {
        var answer = new ByteArrayOutputStream();
        var said = new ByteArrayOutputStream();
        int status = Main.run(new Invocation(Map.of(), new Output(answer,
                new PrintStream(said, true, StandardCharsets.UTF_8), false)),
                words.toArray(String[]::new));
        if (status != ExitStatus.DONE) {
            throw new IOException("it ended with " + status + ": "
                    + said.toString(StandardCharsets.UTF_8).strip());
        }
        return Json.MAPPER.readTree(answer.toByteArray());
    }

    /** Address at which its daemon listens for peers. */
    InetSocketAddress address() {
        return address;
    }

    /** Its daemon. */
    Process process() {
        return daemon;
    }

    /** Processor seconds of its daemon since that was started. */
    double cpuSeconds() throws IOException {
        return ProcessTimes.ofTree(daemon.toHandle());
    }

    @Override
    public void close() {
        Tool.end(daemon);
    }
}
