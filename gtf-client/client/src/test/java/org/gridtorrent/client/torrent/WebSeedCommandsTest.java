package org.gridtorrent.client.torrent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.ScriptedHttpServer.Request;
import org.gridtorrent.testing.ScriptedHttpServer.Script;
import org.gridtorrent.testing.ServerKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Web seeds (BEP 19) at the command line, with web servers over loopback. */
@SuppressWarnings("NullAway.Init") // set before each test
final class WebSeedCommandsTest {
    @TempDir
    private Path temp;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<ScriptedHttpServer> servers = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private Path data;
    private Path torrent;
    private Path target;

    @BeforeEach
    void makeContent() throws IOException {
        data = Files.createDirectories(temp.resolve("www/ice cores"));
        byte[] bytes = new byte[900_000];
        new Random(8).nextBytes(bytes);
        Files.write(data.resolve("a b.dat"), bytes);
        Files.write(Files.createDirectories(data.resolve("raw")).resolve("2026#1.dat"), bytes);
        environment.put("GRIDTORRENT_HOME", temp.resolve("home").toString());
        environment.put("NETRC", temp.resolve("netrc").toString());
        torrent = temp.resolve("cores.torrent");
        target = temp.resolve("target");
    }

    @AfterEach
    void stop() throws IOException {
        for (ScriptedHttpServer server : servers) {
            server.close();
        }
    }

    private ScriptedHttpServer server(Script script) throws IOException {
        ScriptedHttpServer server = new ScriptedHttpServer(script);
        servers.add(server);
        return server;
    }

    private ScriptedHttpServer goodServer() throws IOException {
        return server(this::serve);
    }

    private void serve(Request request, OutputStream out)
            throws IOException, InterruptedException {
        String path = URLDecoder.decode(request.target().replaceFirst("[?].*", ""),
                StandardCharsets.UTF_8);
        byte[] file = Files.readAllBytes(temp.resolve("www" + path));
        ScriptedHttpServer.serving(file, "\"1\"").respond(request, out);
    }

    private int run(String... arguments) {
        out.reset();
        err.reset();
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), false);
        return Main.run(new Invocation(
                environment, output), arguments);
    }

    private void create(URI... webSeeds) {
        List<String> arguments = new ArrayList<>(
                List.of("torrent", "create", data.toString(), "-o", torrent.toString()));
        for (URI seed : webSeeds) {
            arguments.addAll(List.of("--web-seed", seed.toString()));
        }
        assertThat(run(arguments.toArray(String[]::new))).as(err()).isEqualTo(ExitStatus.DONE);
    }

    private int get(String source, String... more) {
        List<String> arguments = new ArrayList<>(List.of("torrent", "get", source, "--dir",
                target.toString(), "--listen", "127.0.0.1:0"));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertFetched() throws IOException {
        for (String name : List.of("a b.dat", "raw/2026#1.dat")) {
            assertThat(target.resolve("ice cores").resolve(name))
                    .hasSameBinaryContentAs(data.resolve(name));
        }
    }

    @Test
    void get_fetchesFromWebSeedsThatCreateWrote() throws IOException {
        ScriptedHttpServer one = goodServer();
        ScriptedHttpServer other = goodServer();
        create(one.uri("/"), other.uri("")); // BEP 19: the slash may be missing
        assertThat(get(torrent.toString())).as(err()).isEqualTo(ExitStatus.DONE);
        assertFetched();
        assertThat(out()).contains("ice cores: 1.80 MB, complete and checked");
    }

    @Test
    void get_trustsTheCertificateAuthorityAndSendsThePasswordThatTheUserNamed() throws Exception {
        ServerKey key = ServerKey.make(temp, "ip:127.0.0.1");
        ScriptedHttpServer server = new ScriptedHttpServer(key.server(), (request, out) -> {
            if ("Basic YW5uOnMzY3JldA==".equals(request.headers().get("authorization"))) {
                serve(request, out);
            } else {
                ScriptedHttpServer.write(out,
                        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n");
            }
        });
        servers.add(server);
        create(server.uri("/"));
        assertThat(get(torrent.toString(), "--timeout", "1")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(server.requests()).isEmpty();
        environment.put("GRIDTORRENT_CA",
                Files.writeString(temp.resolve("ca.pem"), key.certificatePem()).toString());
        Path netrc = Files.writeString(temp.resolve("netrc"),
                "machine 127.0.0.1 login ann password s3cret");
        Files.setPosixFilePermissions(netrc, PosixFilePermissions.fromString("rw-------"));
        assertThat(get(torrent.toString())).as(err()).isEqualTo(ExitStatus.DONE);
        assertFetched();
    }

    @Test
    void show_printsWebSeedsAndALinkThatNamesThem() throws Exception {
        create(URI.create("https://a.example/f%20g/"), URI.create("http://b.example/"));
        assertThat(run("torrent", "show", torrent.toString())).isZero();
        assertThat(out()).contains("web seed    https://a.example/f%20g/",
                "web seed    http://b.example/", "&ws=https%3A%2F%2Fa.example%2Ff%2520g%2F");
        assertThat(run("torrent", "show", torrent.toString(), "--json")).isZero();
        assertThat(Json.MAPPER.readTree(out()).path("webSeeds")).hasToString(
                "[\"https://a.example/f%20g/\",\"http://b.example/\"]");
    }

    /** The limit lets both seeds bring a part. */
    @Test
    void falseWebSeedIsNamed_andTheOtherOneCompletesTheFetch() throws Exception {
        ScriptedHttpServer liar = server((request, out) -> ScriptedHttpServer
                .serving(new byte[900_000], "\"2\"").respond(request, out));
        ScriptedHttpServer good = goodServer();
        create(liar.uri("/"), good.uri("/"));
        assertThat(get(torrent.toString(), "--download-limit", "1MB")).as(err())
                .isEqualTo(ExitStatus.DONE);
        assertFetched();
        assertThat(err()).contains("web seed " + liar.uri("/")
                + " sends data that does not match its hash");
    }

    @Test
    void create_saysThatEverybodySeesTheQueryOfAWebSeed() throws Exception {
        create(URI.create("https://a.example/d/?token=s3cret"), URI.create("https://b.example/"));
        assertThat(err()).contains("--web-seed https://a.example/d/: everybody who gets the"
                + " .torrent sees the query").doesNotContain("s3cret").hasLineCount(1);
    }

    /** A query could be a command to a service of this machine, and the torrent come from anywhere. */
    @Test
    void webSeedOfThisMachineWithAQueryIsNotAsked_andSaysWhy() throws Exception {
        ScriptedHttpServer server = goodServer();
        create(server.uri("/?token=s3cret"));
        assertThat(get(torrent.toString(), "--timeout", "2")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).contains(" cannot be asked: its address has a query and is of this"
                + " machine or its network").doesNotContain("s3cret");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void deadWebSeedIsNamedInTextAndJson() throws Exception {
        ScriptedHttpServer empty = server((request, out) -> ScriptedHttpServer.write(out,
                "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"));
        create(empty.uri("/"));
        assertThat(get(torrent.toString(), "--timeout", "1", "--json"))
                .isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).contains("web seed " + empty.uri("/") + " does not serve ice cores",
                "the server has an error (500)");
        JsonNode last = Json.MAPPER.readTree(out().lines().toList().getLast());
        JsonNode seed = last.path("webSeeds").path(0);
        assertThat(seed.path("address").asText()).isEqualTo(empty.uri("/").toString());
        assertThat(seed.path("state").asText()).isEqualTo("PAUSED");
        assertThat(seed.path("reason").asText()).contains("(500); it is asked again in");
    }

    @Test
    void get_doesNotAskWebSeedsOfAPrivateTorrent() throws Exception {
        ScriptedHttpServer server = goodServer();
        assertThat(run("torrent", "create", data.toString(), "-o", torrent.toString(), "--private",
                "--web-seed", server.uri("/").toString())).isEqualTo(ExitStatus.DONE);
        assertThat(err()).contains("private");
        assertThat(get(torrent.toString(), "--timeout", "0")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).contains("its web seeds are not asked");
        assertThat(server.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://a.example/", "a.example", "http:///x",
        "https://a.example:70000/"})
    void create_refusesOtherAddresses(String address) {
        assertThat(run("torrent", "create", data.toString(), "-o", torrent.toString(),
                "--web-seed", address)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).startsWith("gridtorrent: --web-seed " + address).hasLineCount(1);
        assertThat(torrent).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--web-seed", "--announce"})
    void create_doesNotRepeatAPasswordInAnAddressThatItRefuses(String option) {
        assertThat(run("torrent", "create", data.toString(), "-o", torrent.toString(), option,
                "https://ann:s3cret@a.example:99999/?token=s3cret"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("https://a.example:99999/").doesNotContain("s3cret", "ann")
                .hasLineCount(1);
    }

    @Test
    void create_refusesMoreThanAreRead() {
        List<String> arguments = new ArrayList<>(
                List.of("torrent", "create", data.toString(), "-o", torrent.toString()));
        for (int i = 0; i <= Metainfo.MAX_WEB_SEEDS; i++) {
            arguments.addAll(List.of("--web-seed", "http://a.example/" + i));
        }
        assertThat(run(arguments.toArray(String[]::new))).isEqualTo(ExitStatus.WRONG_USAGE);
    }
}
