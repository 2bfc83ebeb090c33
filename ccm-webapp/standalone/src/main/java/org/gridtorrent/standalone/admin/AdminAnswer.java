package org.gridtorrent.standalone.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/** What came of a request: an answer for programs and for people, or the reason that there is none. */
public record AdminAnswer(int exitStatus, @Nullable String failure, JsonNode value,
        List<String> lines) {

    /** {@code value} becomes a JSON object; the lines say the same to people. */
    public static AdminAnswer of(Object value, List<String> lines) {
        return of(ExitStatus.DONE, value, lines);
    }

    /** An answer that is itself bad news, such as a check that found something. */
    public static AdminAnswer of(int exitStatus, Object value, List<String> lines) {
        return new AdminAnswer(exitStatus, null, Json.MAPPER.valueToTree(value), lines);
    }

    static AdminAnswer failure(CommandFailure failure) {
        return new AdminAnswer(failure.exitStatus(), failure.line(),
                Json.MAPPER.createObjectNode(), List.of());
    }

    /** This answer, unless it is a failure. */
    public AdminAnswer orFail() {
        if (failure != null) {
            throw new CommandFailure(exitStatus, Objects.requireNonNull(failure));
        }
        return this;
    }
}
