package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.gridtorrent.client.gateway.Gateway;
import org.gridtorrent.client.task.TaskManager;
import org.gridtorrent.client.tracker.Task;

/** What each of the commands' requests does. Thread-safe. */
final class ControlRequests {
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration SHOW = Duration.ofMillis(100);

    private final TaskManager tasks;
    private final Supplier<DaemonStatus> status;
    private final Runnable foldersChanged;
    private final Gateway gateway;
    private final CacheControl cache;
    private final CountDownLatch end;

    /** Takes the lines of an answer. */
    interface Reply {
        void send(ControlAnswer answer) throws IOException;
    }

    ControlRequests(TaskManager tasks, Supplier<DaemonStatus> status, Runnable foldersChanged,
            Gateway gateway, CacheControl cache, CountDownLatch end) {
        this.tasks = tasks;
        this.status = status;
        this.foldersChanged = foldersChanged;
        this.gateway = gateway;
        this.cache = cache;
        this.end = end;
    }

    void answer(ControlRequest request, Reply reply) throws IOException, InterruptedException {
        String id = Objects.requireNonNullElse(request.task(), "");
        switch (Objects.requireNonNull(request.verb(), "a request names a verb")) {
            case STATUS -> reply.send(ControlAnswer.of(status.get()));
            case TASKS -> reply.send(ControlAnswer.of(tasks.board().all()));
            case TASK ->
                reply.send(tasks.board().task(id).map(ControlAnswer::of).orElse(unknown(id)));
            case WATCH -> watch(id, reply);
            case CANCEL -> reply.send(ControlAnswer.of(tasks.cancel(id)));
            case FOLDERS -> {
                foldersChanged.run();
                reply.send(ControlAnswer.of(true));
            }
            case OPEN -> reply.send(open(request));
            case CACHE, DROP_CACHED, PIN, UNPIN -> reply.send(cache(request));
            case STOP -> {
                reply.send(ControlAnswer.of(true));
                end.countDown();
            }
        }
    }

    private ControlAnswer open(ControlRequest request) throws IOException, InterruptedException {
        return request.dataset() == null
                ? ControlAnswer.of(gateway.openDrafts())
                : gateway.open(request.dataset(), Objects.requireNonNullElse(request.path(), ""))
                        .map(ControlAnswer::of).orElse(ControlAnswer.of(false));
    }

    private ControlAnswer cache(ControlRequest request) {
        String dataset = Objects.requireNonNullElse(request.dataset(), "");
        try {
            return switch (request.verb()) {
                case DROP_CACHED -> {
                    if (!dataset.isEmpty()) {
                        yield ControlAnswer.of(cache.drop(dataset));
                    }
                    cache.dropAll();
                    yield ControlAnswer.of(true);
                }
                case PIN -> ControlAnswer.of(cache.pin(dataset, true));
                case UNPIN -> ControlAnswer.of(cache.pin(dataset, false));
                case null, default -> ControlAnswer.of(cache.state());
            };
        } catch (IOException e) {
            return ControlAnswer.error(String.valueOf(e.getMessage()));
        }
    }

    private static ControlAnswer unknown(String id) {
        return ControlAnswer.error("no task " + id);
    }

    /** A task that is not known yet may be on its way from the tracker: an error line each time, then the task. */
    private void watch(String id, Reply reply) throws IOException, InterruptedException {
        tasks.hurry();
        long seen = -1;
        while (true) {
            Optional<Task> task = tasks.board().task(id);
            Optional<Task> ended = task.filter(view -> view.state().isFinal());
            if (ended.isPresent()) {
                tasks.awaitHeard(ended.get());
            }
            reply.send(task.map(ControlAnswer::of).orElse(unknown(id)));
            if (ended.isPresent()) {
                return;
            }
            seen = tasks.board().awaitChange(seen, LOOK);
            Thread.sleep(SHOW);
        }
    }
}
