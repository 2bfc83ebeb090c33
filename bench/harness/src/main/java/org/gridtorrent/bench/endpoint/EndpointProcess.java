package org.gridtorrent.bench.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.Json;

/** An endpoint on a host. It ends when this is closed, and with this process. Not thread-safe. */
public final class EndpointProcess implements AutoCloseable {
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx1g",
            "-XX:MaxDirectMemorySize=1g");

    private final String address;
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private EndpointProcess(String address, Process process) {
        this.address = address;
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    public static EndpointProcess start(Host host) throws IOException {
        List<String> command = host.on(ChildJvm.command(OPTIONS, List.of("endpoint")));
        return new EndpointProcess(host.address(),
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    /** Sends an order; its answer is to be asked for before the next one. */
    public void tell(EndpointOrder order) throws IOException {
        try {
            orders.write(Json.MAPPER.writerFor(EndpointOrder.class).writeValueAsString(order) + "\n");
            orders.flush();
        } catch (IOException e) {
            throw ended();
        }
    }

    /** Waits for the answer to the last order. */
    public <T> T answer(Class<T> form) throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw ended();
        }
        JsonNode answer = parsed(line);
        if (answer.hasNonNull("failed")) {
            throw new IOException("host " + address + ": " + answer.get("failed").asText());
        }
        return Json.MAPPER.treeToValue(answer, form);
    }

    private JsonNode parsed(String line) throws IOException {
        try {
            return Json.MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IOException("host " + address + ": in place of an answer came '" + line
                    + "'", e);
        }
    }

    private IOException ended() {
        return new IOException(
                "host " + address + ": the program there, or the way to it, ended");
    }

    public <T> T ask(EndpointOrder order, Class<T> form) throws IOException {
        tell(order);
        return answer(form);
    }

    @Override
    public void close() {
        Tool.end(process, 2);
    }
}
