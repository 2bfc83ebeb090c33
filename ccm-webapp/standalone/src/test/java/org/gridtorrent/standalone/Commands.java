package org.gridtorrent.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;

/** The program's commands on one home, each run in this process. */
record Commands(Path home) {

    /** What a command answered. */
    record Answer(int status, String out, String err) {
        JsonNode json() throws IOException {
            return Json.MAPPER.readTree(out);
        }
    }

    Answer run(String... words) {
        return runWithInput("", words);
    }

    Answer runWithInput(String input, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> line = new ArrayList<>(List.of(words));
        line.addAll(List.of("--home", home.toString()));
        int status = Main.run(
                new Invocation(Map.of(),
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new Output(stream(out), stream(err), false)),
                line.toArray(String[]::new));
        return new Answer(status, out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
