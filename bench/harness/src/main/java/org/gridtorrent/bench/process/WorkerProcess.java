package org.gridtorrent.bench.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/**
 * Worker process on a host, to which this side sends orders, one JSON object a line each way.
 *
 * <p>The worker exits at the end of its input, so at the latest when the process that started it exits. It is
 * killed when an order takes more than 20 minutes. Not thread-safe.
 */
public final class WorkerProcess implements AutoCloseable {
    private static final int TIMEOUT_MINUTES = 20;

    private final String title;
    private final int secondsToEnd;
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;
    private String sent = "its start";

    private WorkerProcess(String title, int secondsToEnd, Process process) {
        this.title = title;
        this.secondsToEnd = secondsToEnd;
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a command on a host; its errors go to this process's.
     *
     * @param title names the worker in errors
     * @param secondsToEnd after which it is killed when it is closed
     */
    public static WorkerProcess start(String title, int secondsToEnd, Host host,
            List<String> command) throws IOException {
        return new WorkerProcess(title, secondsToEnd, new ProcessBuilder(host.commandOn(command))
                .redirectError(Redirect.INHERIT).start());
    }

    /** Sends an order and waits for its answer. */
    public <T> T request(Object order, Class<T> form) throws IOException {
        send(order);
        return answer(form);
    }

    /** Sends an order. Read its {@link #answer} before sending the next one. */
    public void send(Object order) throws IOException {
        sent = Json.MAPPER.writeValueAsString(order);
        try {
            orders.write(sent + "\n");
            orders.flush();
        } catch (IOException e) {
            throw ended(e);
        }
    }

    /** Waits for the answer to the last order. */
    public <T> T answer(Class<T> form) throws IOException {
        String line = line();
        JsonNode answer;
        try {
            answer = Json.MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IOException(title + ": in place of an answer came '" + line + "'", e);
        }
        if (answer.hasNonNull(WorkerLoop.FAILED)) {
            throw new IOException(title + ": " + answer.get(WorkerLoop.FAILED).asText());
        }
        return Json.MAPPER.treeToValue(answer, form);
    }

    private String line() throws IOException {
        CompletableFuture<Void> end = CompletableFuture.runAsync(process::destroyForcibly,
                CompletableFuture.delayedExecutor(TIMEOUT_MINUTES, TimeUnit.MINUTES));
        try {
            String line = answers.readLine();
            if (line == null) {
                throw end.isDone()
                        ? new IOException(title + ": no answer within " + TIMEOUT_MINUTES
                                + " minutes to " + sent)
                        : ended(null);
            }
            return line;
        } finally {
            end.cancel(false);
        }
    }

    private IOException ended(@Nullable IOException cause) {
        return new IOException(
                title + ": its program, or the connection to it, ended during " + sent, cause);
    }

    /** The process on this machine. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        Tool.end(process, secondsToEnd);
    }
}
