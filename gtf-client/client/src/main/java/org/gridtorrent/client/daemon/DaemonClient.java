package org.gridtorrent.client.daemon;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.daemon.ControlRequest.Verb;
import org.gridtorrent.client.disk.SocketPath;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/** A command's line to the daemon of its home. Confined to one thread. */
public final class DaemonClient implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(50);

    private final JsonMapper json = Json.MAPPER;
    private final SocketChannel channel;
    private final BufferedReader in;

    private DaemonClient(SocketChannel channel) {
        this.channel = channel;
        this.in = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
    }

    /** Empty when no daemon runs. Throws when the home is another user's, whose daemon may run. */
    public static Optional<DaemonClient> connect(Home home) throws IOException {
        var address = SocketPath.address(home.socket());
        try {
            Files.readAttributes(address.getPath(), BasicFileAttributes.class);
            return Optional.of(new DaemonClient(SocketChannel.open(address)));
        } catch (ConnectException | NoSuchFileException e) {
            return Optional.empty(); // it does not run, or was killed and left its socket behind
        }
    }

    public DaemonStatus status() throws IOException {
        return Objects.requireNonNull(ask(Verb.STATUS, null).status());
    }

    public List<Task> tasks() throws IOException {
        return Objects.requireNonNull(ask(Verb.TASKS, null).tasks());
    }

    public Optional<Task> task(String id) throws IOException {
        return Optional.ofNullable(ask(Verb.TASK, id).task());
    }

    /**
     * Returns when the daemon has the task from the tracker, or the time is over: whoever is told
     * the task's id can then ask for it.
     */
    public void awaitKnown(String id, Duration most) throws IOException, InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (task(id).isEmpty() && System.nanoTime() < end) {
            Thread.sleep(LOOK);
        }
    }

    /** False when no such task was running. */
    public boolean cancel(String id) throws IOException {
        return Boolean.TRUE.equals(ask(Verb.CANCEL, id).done());
    }

    public void foldersChanged() throws IOException {
        ask(Verb.FOLDERS, null);
    }

    /**
     * An address at which a browser of this user reads the data set, opened once and soon; empty if this machine knows
     * no such data set or path. The path may be empty.
     */
    public Optional<URI> open(String datasetId, String path) throws IOException {
        return open(new ControlRequest(Verb.OPEN, null, datasetId, path));
    }

    /** The same of the drafts. */
    public URI openDrafts() throws IOException {
        return open(new ControlRequest(Verb.OPEN, null)).orElseThrow();
    }

    private Optional<URI> open(ControlRequest request) throws IOException {
        send(request);
        ControlAnswer answer = receive();
        if (Boolean.FALSE.equals(answer.done())) {
            return Optional.empty();
        }
        if (answer.address() == null) {
            throw new IOException("the daemon opens nothing: "
                    + Objects.requireNonNullElse(answer.error(), "it is of another version"));
        }
        return Optional.of(URI.create(answer.address()));
    }

    public CacheState cache() throws IOException {
        return Objects.requireNonNull(askCache(Verb.CACHE, "").cache());
    }

    /** Drops a data set from the cache, or with an empty id all that are not pinned; false when nothing of it is there. */
    public boolean dropCached(String datasetId) throws IOException {
        return Boolean.TRUE.equals(askCache(Verb.DROP_CACHED, datasetId).done());
    }

    /** False when nothing of the data set is in the cache. */
    public boolean pinCached(String datasetId, boolean isPinned) throws IOException {
        return Boolean.TRUE.equals(
                askCache(isPinned ? Verb.PIN : Verb.UNPIN, datasetId).done());
    }

    private ControlAnswer askCache(Verb verb, String datasetId) throws IOException {
        send(new ControlRequest(verb, null, datasetId, null));
        ControlAnswer answer = receive();
        if (answer.error() != null) {
            throw new IOException(answer.error());
        }
        return answer;
    }

    /** Returns when the daemon has gone. */
    public void stop() throws IOException {
        ask(Verb.STOP, null);
        while (in.readLine() != null) {
            // Nothing more is said; the stream ends with the daemon.
        }
    }

    /**
     * Shows each change until the task is final, and gives it then; empty when the time is over
     * first. An unknown task is waited for, since the tracker may be about to hand it out.
     */
    public Optional<Task> watch(String id, Duration most, Consumer<Task> listener)
            throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        Thread timer = Thread.ofVirtual().start(() -> closeAfter(most, late));
        try {
            send(Verb.WATCH, id);
            while (true) {
                Task task = receive().task();
                if (task != null) {
                    listener.accept(task);
                    if (task.state().isFinal()) {
                        return Optional.of(task);
                    }
                }
            }
        } catch (IOException e) {
            if (late.get()) {
                return Optional.empty();
            }
            throw e;
        } finally {
            timer.interrupt();
        }
    }

    private void closeAfter(Duration most, AtomicBoolean late) {
        try {
            Thread.sleep(most);
            late.set(true);
            channel.close();
        } catch (InterruptedException | IOException e) {
            Thread.currentThread().interrupt(); // the answer came first
        }
    }

    private ControlAnswer ask(Verb verb, @Nullable String task) throws IOException {
        send(verb, task);
        return receive();
    }

    private void send(Verb verb, @Nullable String task) throws IOException {
        send(new ControlRequest(verb, task));
    }

    private void send(ControlRequest request) throws IOException {
        String line = json.writeValueAsString(request) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private ControlAnswer receive() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new ConnectException("the daemon ended");
        }
        return json.readValue(line, ControlAnswer.class);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
