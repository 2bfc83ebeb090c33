package org.gridtorrent.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.gridtorrent.e2e.process.Api;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.Polling;

/** A task of some machine, followed through the pages' REST interface. */
public record Transfer(Api api, String taskId) {

    /** What the machine last reported; lengths in bytes. */
    public record State(String name, long bytesDone, long bytesTotal, long bytesPerSecond,
            int peers, String message) {
        private static State of(JsonNode task) {
            return new State(task.path("state").asText().toUpperCase(Locale.ROOT),
                    task.path("bytesDone").asLong(),
                    task.path("bytesTotal").asLong(), task.path("bytesPerSecond").asLong(),
                    task.path("peers").asInt(),
                    task.path("message").asText());
        }
    }

    public State state() {
        return State.of(api.get("/tasks/" + taskId));
    }

    /** Waits until it is done, shown to {@code watcher} meanwhile; a transfer that fails is wrong. */
    public void awaitDone(Duration limit, Consumer<State> watcher) {
        Polling.answered("the transfer", limit, () -> {
            var state = state();
            watcher.accept(state);
            return switch (state.name()) {
                case "DONE" -> Optional.of(state);
                case "FAILED", "CANCELLED" -> throw new CheckFailure("the transfer is %s: %s"
                        .formatted(state.name().toLowerCase(Locale.ROOT), state.message()));
                default -> Optional.empty();
            };
        });
    }
}
