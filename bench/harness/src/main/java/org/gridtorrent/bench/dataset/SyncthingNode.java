package org.gridtorrent.bench.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.ProcessTimes;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/**
 * Syncthing as a process on the loopback interface, driven by its REST interface. Not thread-safe.
 *
 * <p>It looks for nobody and tells nobody: discovery, relays, reports and upgrades are off.
 */
final class SyncthingNode implements AutoCloseable {
    private static final int POLL_MILLIS = 25;
    private static final String API_KEY = "bench";
    private static final Pattern DEVICE = Pattern.compile("<device id=\"([A-Z2-7-]{63})\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path home;
    private final String id;
    private final String listen = "tcp://" + SiteProcess.freeAddress();
    private final String api = SiteProcess.freeAddress();
    private @Nullable Process process;

    /** Makes its key; it does not run yet. */
    SyncthingNode(Path home) throws IOException, InterruptedException {
        this.home = home;
        Tool.run(
                List.of("syncthing", "generate", "--no-default-folder", "--home", home.toString()));
        Matcher device = DEVICE.matcher(Files.readString(configuration()));
        if (!device.find()) {
            throw new IOException(configuration() + " names no device");
        }
        id = device.group(1);
    }

    private Path configuration() {
        return home.resolve("config.xml");
    }

    /** Folder as the configuration has it, shared by the two. */
    private static String folder(SyncthingNode one, SyncthingNode other, Path source,
            DatasetFiles files) {
        return """
                <folder id="%s" path="%s" type="sendonly" rescanIntervalS="0" fsWatcherEnabled="false">
                    <device id="%s"/>
                    <device id="%s"/>
                    <markerName>%s</markerName>
                </folder>
                """
                .formatted(files.name(), source.resolve(files.name()), one.id, other.id,
                        DatasetFiles.firstFolder());
    }

    /** Starts it, and returns when it can be asked. */
    void start(SyncthingNode other, Path source, List<DatasetFiles> sent)
            throws IOException, InterruptedException {
        StringBuilder folders = new StringBuilder();
        sent.forEach(files -> folders.append(folder(this, other, source, files)));
        Files.writeString(configuration(), """
                <configuration version="35">
                    %s
                    <device id="%s" name="this"><address>%s</address></device>
                    <device id="%s" name="other"><address>%s</address></device>
                    <gui enabled="true" tls="false"><address>%s</address><apikey>%s</apikey></gui>
                    <options>
                        <listenAddress>%s</listenAddress>
                        <globalAnnounceEnabled>false</globalAnnounceEnabled>
                        <localAnnounceEnabled>false</localAnnounceEnabled>
                        <relaysEnabled>false</relaysEnabled>
                        <natEnabled>false</natEnabled>
                        <stunKeepaliveStartS>0</stunKeepaliveStartS>
                        <urAccepted>-1</urAccepted>
                        <crashReportingEnabled>false</crashReportingEnabled>
                        <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
                        <reconnectionIntervalS>1</reconnectionIntervalS>
                    </options>
                </configuration>
                """.formatted(folders, id, listen, other.id, other.listen, api, API_KEY, listen));
        Process started = Host.HERE.startTied(List.of("syncthing", "serve", "--no-browser",
                "--no-restart", "--home", home.toString()));
        process = started;
        Tool.awaitLine(started, "GUI and API listening");
        Tool.discardOutput(started);
    }

    /** Waits until a folder of its own has been hashed. */
    void awaitHashed(DatasetFiles files) throws IOException, InterruptedException {
        awaitIdle(files, "localFiles");
    }

    /** Adds a folder of the other's, and waits until all of it is in the directory. */
    void receive(SyncthingNode other, DatasetFiles files, Path directory)
            throws IOException, InterruptedException {
        var _ = request("POST", "/config/folders", """
                {"id": "%s", "path": "%s", "type": "receiveonly", "rescanIntervalS": 0,
                 "fsWatcherEnabled": false, "devices": [{"deviceID": "%s"}, {"deviceID": "%s"}]}
                """.formatted(files.name(), directory, id, other.id));
        awaitIdle(files, "globalFiles");
    }

    /** Waits until nothing is left to do, and the field of a folder's status says that all files count. */
    private void awaitIdle(DatasetFiles files, String field)
            throws IOException, InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(CopyTool.LIMIT_SECONDS);
        while (!isIdle(files, field)) {
            if (System.nanoTime() - endNs > 0) {
                throw new IOException("it was not done within " + CopyTool.LIMIT_SECONDS + " s");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private boolean isIdle(DatasetFiles files, String field)
            throws IOException, InterruptedException {
        JsonNode status = request("GET", "/db/status?folder=" + files.name(), "");
        return status.path(field).asLong() == files.count()
                && status.path("needTotalItems").asLong() == 0
                && status.path("state").asText().equals("idle");
    }

    /** Forgets a folder; its files stay. */
    void forget(DatasetFiles files) throws IOException, InterruptedException {
        var _ = request("DELETE", "/config/folders/" + files.name(), "");
    }

    private JsonNode request(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create("http://" + api + "/rest" + path))
                        .header("X-API-Key", API_KEY)
                        .method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("Syncthing answered " + response.statusCode() + ": "
                    + response.body().strip());
        }
        return Json.MAPPER.readTree(response.body());
    }

    /** Processor seconds since its start. */
    double cpuSeconds() throws IOException {
        return process == null ? 0 : ProcessTimes.ofTree(process.toHandle());
    }

    @Override
    public void close() {
        if (process != null) {
            Tool.end(process);
        }
        http.close();
    }
}
