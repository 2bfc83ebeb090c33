package org.gridtorrent.client.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.web.WebAuthorities;
import org.gridtorrent.client.web.WebTrust;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.ServerKey;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code gridtorrent fetch} from real web servers. */
@SuppressWarnings("NullAway.Init") // set before each test
final class FetchCommandTest {
    @TempDir
    private Path temp;
    private final List<HttpServer> servers = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private final byte[] content = new byte[3_000_000];
    private Path target;

    @BeforeEach
    void makeContent() {
        new Random(8).nextBytes(content);
        target = temp.resolve("cores.dat");
        environment.put("GRIDTORRENT_HOME", temp.resolve("home").toString());
        environment.put("NETRC", temp.resolve("netrc").toString());
    }

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    private String serve(byte[] bytes) throws IOException {
        HttpServer server = HttpServer
                .create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/data/cores.dat", exchange -> respond(exchange, bytes));
        server.start();
        servers.add(server);
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/data/cores.dat";
    }

    private static void respond(HttpExchange exchange, byte[] bytes) throws IOException {
        String[] range = exchange.getRequestHeaders().getFirst("Range").split("[=-]", -1);
        int start = Integer.parseInt(range[1]);
        int end = (int) Math.min(bytes.length, Long.parseLong(range[2]) + 1);
        if (start >= end) {
            exchange.getResponseHeaders().add("Content-Range", "bytes */" + bytes.length);
            exchange.sendResponseHeaders(416, -1);
        } else {
            exchange.getResponseHeaders().add("Content-Range",
                    "bytes " + start + "-" + (end - 1) + "/" + bytes.length);
            exchange.sendResponseHeaders(206, end - start);
            exchange.getResponseBody().write(bytes, start, end - start);
        }
        exchange.close();
    }

    private int run(String... arguments) {
        return run(false, arguments);
    }

    private int run(boolean isTerminal, String... arguments) {
        err.reset();
        out.reset();
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), isTerminal);
        List<String> all = new ArrayList<>(List.of("fetch"));
        all.addAll(List.of(arguments));
        return Main.run(new Invocation(environment, output), all.toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String sha256() throws Exception {
        return "sha-256="
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }

    @Test
    void fetchesFromSeveralServersAndVerifies() throws Exception {
        assertThat(run(serve(content), serve(content), "-o", target.toString(), "--checksum",
                sha256())).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(target).hasBinaryContent(content);
        assertThat(out()).contains("3.00 MB complete and verified", " of 2 servers in ")
                .hasLineCount(1);
    }

    @Test
    void saysThatNothingWasVerifiedWithoutAChecksum() throws Exception {
        assertThat(run(serve(content), "-o", target.toString(), "--json"))
                .isEqualTo(ExitStatus.DONE);
        var line = Json.MAPPER.readTree(out());
        assertThat(line.path("event").asText()).isEqualTo("done");
        assertThat(line.path("verified").booleanValue()).isFalse();
        assertThat(line.path("bytesHad").longValue()).isEqualTo(content.length);
        assertThat(line.path("replicas").path(0).path("bytes").longValue())
                .isGreaterThanOrEqualTo(content.length);
        assertThat(run(serve(content), "-o", target.toString(), "--overwrite"))
                .isEqualTo(ExitStatus.DONE);
        assertThat(out()).contains("complete; no checksum is known, so it was not verified",
                " from 1 server in ");
    }

    @Test
    void falseFileIsBadInput() throws Exception {
        assertThat(run(serve(content), "-o", target.toString(), "--checksum",
                "sha-256=" + "0".repeat(64))).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("its checksum differs").hasLineCount(1);
        assertThat(target).doesNotExist();
    }

    private JsonNode failure(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        assertThat(run(all.toArray(String[]::new))).isNotEqualTo(ExitStatus.DONE);
        assertThat(out()).hasLineCount(1);
        assertThat(err()).hasLineCount(1);
        JsonNode line = Json.MAPPER.readTree(out());
        assertThat(line.path("event").asText()).isEqualTo("failed");
        assertThat(line.path("verified").booleanValue()).isFalse();
        assertThat(line.path("bytesHad").longValue()).isZero();
        assertThat(line.path("replicas").isArray()).isTrue();
        assertThat(err()).isEqualTo("gridtorrent: " + line.path("reason").asText() + "\n");
        return line;
    }

    @Test
    void everyFailureIsAnObject() throws Exception {
        String server = serve(content);
        String missing = server.replace("cores.dat", "nothing");
        assertThat(failure("http://host/").path("reasonCode").asText()).isEqualTo("WRONG_USAGE");
        assertThat(failure(server, "--checksum", "md5=0").path("reasonCode").asText())
                .isEqualTo("WRONG_USAGE");
        assertThat(failure(server, "-o", target + "/none/x").path("reasonCode").asText())
                .isEqualTo("NOT_FOUND");
        assertThat(failure(missing + ".meta4", "-o", temp.toString()).path("reasonCode").asText())
                .isEqualTo("NOT_FOUND");
        JsonNode notThere = failure(missing, "-o", target.toString());
        assertThat(notThere.path("reasonCode").asText()).isEqualTo("NO_REPLICA");
        assertThat(notThere.path("file").asText()).isEqualTo(target.toString());
        assertThat(notThere.path("replicas").path(0).path("reasonCode").asText())
                .isEqualTo("NOT_FOUND");
        Path bad = Files.write(temp.resolve("bad.meta4"), new byte[]{'<', 'm', (byte) 0xFF});
        assertThat(failure(bad.toString()).path("reasonCode").asText()).isEqualTo("BAD_INPUT");
    }

    @Test
    void existingFileIsLeftAlone() throws Exception {
        Files.writeString(target, "precious");
        String server = serve(content);
        assertThat(run(server, "-o", target.toString())).isEqualTo(ExitStatus.FAILED);
        assertThat(err()).contains("exists already").contains("--overwrite").hasLineCount(1);
        assertThat(target).hasContent("precious");
        assertThat(run(server, "-o", target.toString(), "--overwrite")).isEqualTo(ExitStatus.DONE);
        assertThat(target).hasBinaryContent(content);
    }

    @Test
    void existingFileIsAcceptedIfItsChecksumIsRight() throws Exception {
        Files.write(target, content);
        String server = serve(Arrays.copyOf(content, 5));
        assertThat(run(server, "-o", target.toString(), "--checksum", sha256(), "--json"))
                .as(err()).isEqualTo(ExitStatus.DONE);
        var line = Json.MAPPER.readTree(out());
        assertThat(line.path("event").asText()).isEqualTo("done");
        assertThat(line.path("verified").booleanValue()).isTrue();
        assertThat(line.path("bytesHad").longValue()).isEqualTo(content.length);
        assertThat(line.path("bytesDownloaded").longValue()).isZero();
        assertThat(run(server, "-o", target.toString(), "--checksum", sha256()))
                .isEqualTo(ExitStatus.DONE);
        assertThat(out()).contains("there already, and verified").hasLineCount(1);
    }

    @Test
    void existingFileWithAnotherChecksumIsLeftAlone() throws Exception {
        Files.writeString(target, "precious");
        assertThat(run(serve(content), "-o", target.toString(), "--checksum", sha256()))
                .isEqualTo(ExitStatus.FAILED);
        assertThat(err()).contains("exists already, with other content")
                .contains("--overwrite").hasLineCount(1);
        assertThat(target).hasContent("precious");
    }

    @Test
    void fetchGoesOnWhenThereIsRoomOnAFullDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(temp, "size=1m")) {
            Path file = disk.path().resolve("cores.dat");
            FileStore store = Files.getFileStore(disk.path());
            String server = serve(content);
            FutureTask<Integer> fetch = new FutureTask<>(() -> run(server, "-o", file.toString()));
            Thread.startVirtualThread(fetch);
            await().until(() -> store.getUsableSpace() == 0);
            disk.remount("size=16m");
            assertThat(fetch.get()).as(err()).isEqualTo(ExitStatus.DONE);
            assertThat(file).hasBinaryContent(content);
        }
    }

    @Test
    void progressSaysThatTheLengthIsUnknown() throws Exception {
        CompletableFuture<Boolean> isSeen = new CompletableFuture<>();
        String server = serve(content);
        servers.getLast().removeContext("/data/cores.dat");
        servers.getLast().createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0); // chunked
            exchange.getResponseBody().write(content, 0, 1_000_000);
            if (!exchange.getRequestHeaders().containsKey("Range")) {
                exchange.getResponseBody().flush();
                isSeen.join();
                exchange.getResponseBody().write(content, 1_000_000, 2_000_000);
            }
            exchange.close();
        });
        FutureTask<Integer> fetch = new FutureTask<>(
                () -> run(true, server, "-o", target.toString()));
        Thread.startVirtualThread(fetch);
        try {
            await().until(() -> err().contains("cores.dat: 1.00 MB, length unknown, "));
        } finally {
            isSeen.complete(true);
        }
        assertThat(fetch.get()).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(target).hasBinaryContent(content);
    }

    @Test
    void readOnlyFolderFailsInOneLine() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(temp, "size=1m,ro")) {
            assertThat(run(serve(content), "-o", disk.path().resolve("cores.dat").toString()))
                    .isEqualTo(ExitStatus.FAILED);
            assertThat(err()).contains("cores.dat.part: Read-only file system").hasLineCount(1);
        }
    }

    @Test
    void slashAtTheEndNamesAFolder_whichIsMade() throws Exception {
        Path folder = temp.resolve("cores/2026");
        assertThat(run(serve(content), "-o", folder + "/")).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(folder.resolve("cores.dat")).hasBinaryContent(content);
        assertThat(out()).startsWith(folder.resolve("cores.dat") + ": 3.00 MB complete");
    }

    @Test
    void fileIsNotTakenForAFolder() throws Exception {
        Files.writeString(target, "precious");
        assertThat(run(serve(content), "-o", target + "/")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("cores.dat is a file, not a folder; -o names a folder")
                .hasLineCount(1);
        assertThat(target).hasContent("precious");
    }

    @Test
    void missingFolderIsNotFound() throws Exception {
        assertThat(run(serve(content), "-o", temp.resolve("none/cores.dat").toString()))
                .isEqualTo(ExitStatus.NOT_FOUND);
        assertThat(err()).contains("none: no such folder").hasLineCount(1);
    }

    @Test
    void fetchThatGotNothingLeavesNothing() throws Exception {
        String missing = serve(content).replace("cores.dat", "nothing");
        assertThat(run(missing, "-o", target.toString(), "--checksum", sha256()))
                .isEqualTo(ExitStatus.NOT_FOUND);
        try (Stream<Path> left = Files.list(temp)) {
            assertThat(left).filteredOn(Files::isRegularFile).isEmpty();
        }
    }

    /** Named by the setting, or kept by an enrolment. */
    @Test
    void certificateAuthorityThatTheUserNamedIsTrusted() throws Exception {
        ServerKey key = ServerKey.make(temp, "ip:127.0.0.1");
        Path authority = Files.writeString(temp.resolve("ca.pem"), key.certificatePem());
        try (ScriptedHttpServer server = new ScriptedHttpServer(key.server(),
                ScriptedHttpServer.serving(content, "\"1\""))) {
            String[] fetch = {server.uri("/cores.dat").toString(), "-o", target.toString(),
                "--overwrite"};
            assertThat(run(fetch)).isEqualTo(ExitStatus.FAILED);
            assertThat(err()).contains("an authority that this machine does not know",
                    "GRIDTORRENT_CA").doesNotContain("PKIX", "sun.").hasLineCount(1);
            environment.put("GRIDTORRENT_CA", authority.toString());
            assertThat(run(fetch)).as(err()).isEqualTo(ExitStatus.DONE);
            environment.remove("GRIDTORRENT_CA");
            WebAuthorities.keep(Home.in(temp.resolve("home")), WebTrust.read(authority));
            assertThat(run(fetch)).as(err()).isEqualTo(ExitStatus.DONE);
        }
    }

    @Test
    void proxyOfTheEnvironmentIsAskedWithItsPassword() throws Exception {
        String proxy = serve(content).replaceAll("http://|/data.*", "");
        List<String> asked = new CopyOnWriteArrayList<>();
        servers.getLast().removeContext("/data/cores.dat");
        servers.getLast().createContext("/data/cores.dat", exchange -> {
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Proxy-Authorization"));
            respond(exchange, content);
        });
        environment.put("http_proxy", "http://ann:s3cret@" + proxy);
        assertThat(run("http://replica.example/data/cores.dat", "-o", target.toString(), "--json"))
                .as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(target).hasBinaryContent(content);
        assertThat(asked).isNotEmpty()
                .containsOnly("http://replica.example/data/cores.dat Basic YW5uOnMzY3JldA==");
        assertThat(out() + err()).doesNotContain("s3cret", "YW5uOnMzY3JldA");
    }

    @Test
    void passwordThatAProxyRefusesIsNamedAndNotRepeated() throws Exception {
        String proxy = serve(content).replaceAll("http://|/data.*", "");
        servers.getLast().removeContext("/data/cores.dat");
        servers.getLast().createContext("/", exchange -> {
            exchange.sendResponseHeaders(407, -1);
            exchange.close();
        });
        environment.put("http_proxy", "http://ann:s3cret@" + proxy);
        assertThat(run("http://replica.example/data/cores.dat", "-o", target.toString()))
                .isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(err()).contains("proxy").doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://ann:secret@proxy:1080", "https://ann:secret@proxy"})
    void proxyOfAnotherKindIsNamed(String proxy) throws Exception {
        environment.put("http_proxy", proxy);
        assertThat(run(serve(content), "-o", target.toString())).isEqualTo(ExitStatus.FAILED);
        assertThat(err()).contains("only http:// proxies can be used")
                .contains(proxy.replace("ann:secret@", "")).doesNotContain("secret")
                .hasLineCount(1);
    }

    @Test
    void serversThatServeNothingAreNamed() throws Exception {
        String missing = serve(content).replace("cores.dat", "nothing?secret=1");
        assertThat(run(missing, "-o", target.toString())).isEqualTo(ExitStatus.NOT_FOUND);
        assertThat(err()).contains("no server serves the file")
                .contains("/data/nothing: the file is not there (404)")
                .doesNotContain("secret", "\uFFFD");
    }

    private String answering(int status) throws IOException {
        String address = serve(content);
        servers.getLast().removeContext("/data/cores.dat");
        servers.getLast().createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        return address;
    }

    @ParameterizedTest
    @CsvSource({"404, 404, 5", "404, 410, 5", "401, 403, 4", "400, 400, 1", "404, 403, 6",
        "410, 400, 6"})
    void exitStatusIsWhatAllServersHaveInCommon(int one, int other, int exitStatus)
            throws Exception {
        assertThat(run(answering(one), answering(other), "-o", target.toString()))
                .as(err()).isEqualTo(exitStatus);
        assertThat(err()).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"404, 5", "401, 4", "400, 1"})
    void exitStatusOfAMetalinkIsThatOfItsAnswer(int answer, int exitStatus) throws Exception {
        assertThat(run(answering(answer) + ".meta4", "-o", temp.toString()))
                .isEqualTo(exitStatus);
        assertThat(err()).contains(Integer.toString(answer)).hasLineCount(1);
    }

    @Test
    void filesOfDifferentLengthAreNamed() throws Exception {
        assertThat(run(serve(content), serve(Arrays.copyOf(content, 2_999_999)), "-o",
                target.toString())).isEqualTo(ExitStatus.FAILED);
        assertThat(err()).contains("different length").contains("3,000,000 bytes")
                .contains("2,999,999 bytes").doesNotContain("\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://host/file", "host/file", "http:///file",
        "https://host:99999/file"})
    void addressThatIsNoneIsWrongUsage(String address) {
        assertThat(run(address, "-o", target.toString())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains(address).hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://ann:s3cret@host/file", "https://ann:s3@cret@host/file",
        "ftp://ann:s3cret@host/file", "http://ann:s3cret@host/file.meta4",
        "ftp://ann:s3cret@host/file.meta4", "http://ann:s3cret@host/file?token=s3cret",
        "http://ann:s3cret@host:99999/file"})
    void passwordInAnAddressIsNotRepeated(String address) {
        assertThat(run(address, "-o", temp.toString())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("://host").doesNotContain("s3", "cret", "ann")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5=00", "sha-256=00", "sha-256", "=", "sha-256=" + "z"})
    void checksumThatIsNoneIsWrongUsage(String checksum) {
        assertThat(run("http://host/file", "--checksum", checksum))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err()).contains("--checksum " + checksum).hasLineCount(1);
    }

    @Test
    void addressWithoutAFileNameNeedsOne() {
        assertThat(run("http://host/?token=s3cret")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err())
                .isEqualTo("gridtorrent: http://host/ names no file; choose one with -o\n");
    }

    @Test
    void entryOfANetrcThatOthersMayReadIsRefused_andOtherServersAreAsked() throws Exception {
        Path netrc = Files.writeString(temp.resolve("netrc"),
                "machine 127.0.0.1 login ann password s3cret");
        Files.setPosixFilePermissions(netrc, PosixFilePermissions.fromString("rw-r--r--"));
        String server = serve(content);
        assertThat(run(server, "-o", target.toString())).isEqualTo(ExitStatus.FAILED);
        assertThat(err()).contains("its password or token is in " + netrc, "chmod 600")
                .doesNotContain("s3cret").hasLineCount(1);
        assertThat(run(server.replace("127.0.0.1", "localhost"), "-o", target.toString()))
                .as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(err()).isEmpty();
    }
}
