package org.gridtorrent.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/** A process that obeys {@link PeerOrder}s on its standard input. It ends when that does. */
final class OrderedPeer implements Peer {
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    OrderedPeer(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        orders = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    @Override
    public int seed(Path torrent, Path directory) throws IOException {
        Integer port = ask(new PeerOrder("seed", torrent.toString(), directory.toString(), null))
                .port();
        return required(port, "port");
    }

    @Override
    public Duration fetch(Path torrent, Path directory, int seedPort) throws IOException {
        Double seconds = ask(
                new PeerOrder("fetch", torrent.toString(), directory.toString(), seedPort))
                .seconds();
        return Duration.ofNanos((long) (required(seconds, "seconds") * 1e9));
    }

    @Override
    public void drop() throws IOException {
        ask(new PeerOrder("drop", null, null, null));
    }

    private PeerOrder.Answer ask(PeerOrder order) throws IOException {
        orders.write(Json.MAPPER.writeValueAsString(order) + "\n");
        orders.flush();
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("a peer ended while it was to " + order.does());
        }
        PeerOrder.Answer answer = Json.MAPPER.readValue(line, PeerOrder.Answer.class);
        if (answer.failed() != null) {
            throw new IOException(
                    "a peer could not " + order.does() + ": " + answer.failed());
        }
        return answer;
    }

    private static <T> T required(@Nullable T value, String name) throws IOException {
        if (value == null) {
            throw new IOException("a peer's answer lacks " + name);
        }
        return value;
    }

    @Override
    public Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    @Override
    public void close() {
        try {
            orders.close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
