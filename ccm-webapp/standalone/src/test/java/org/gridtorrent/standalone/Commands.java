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
import java.util.Optional;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.site.PublicAddresses;
import org.gridtorrent.standalone.site.Site;
import org.gridtorrent.standalone.site.SitePlan;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;
import org.jspecify.annotations.Nullable;

/** The program's commands and its server on one home, all run in this process. */
record Commands(Path home) {
    private static final HostPort ANY = new HostPort("127.0.0.1", 0);

    /** What a command answered. */
    record Answer(int status, String out, String err) {
        JsonNode json() throws IOException {
            return Json.MAPPER.readTree(out);
        }
    }

    /** The server on free ports, with the database that the last start was told. */
    Site startServer() throws IOException {
        return startServer(null);
    }

    Site startServer(@Nullable DatabaseAccess database) throws IOException {
        return Site.start(new SiteHome(home),
                new SitePlan(ANY, ANY, null, PublicAddresses.AS_LISTENING,
                        database, "lab", CopyWaits.USUAL, Optional.empty(), true));
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
