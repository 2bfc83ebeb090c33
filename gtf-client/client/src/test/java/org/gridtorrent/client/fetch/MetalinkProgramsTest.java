package org.gridtorrent.client.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.metalink.Metalink;
import org.gridtorrent.mdtp.metalink.MetalinkFile;
import org.gridtorrent.mdtp.metalink.MetalinkUrl;
import org.gridtorrent.mdtp.metalink.MetalinkWriter;
import org.gridtorrent.metainfo.SafePath;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.testing.NginxServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metalinks between this program, nginx and aria2. */
@SuppressWarnings("NullAway.Init") // set before the tests
final class MetalinkProgramsTest {
    private static final int CHECKSUM_ERROR_OF_ARIA2 = 32;

    private static final byte[] CONTENT = new byte[4_000_000];
    private static final byte[] DIGEST = digest();
    private static Path root;
    private static @Nullable NginxServer nginx;
    private static int port;
    private static int mirrorPort;

    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static byte[] digest() {
        new Random(9).nextBytes(CONTENT);
        return HashType.SHA_256.newDigest().digest(CONTENT);
    }

    @BeforeAll
    static void start(@TempDir Path temp) throws Exception {
        root = temp;
        port = NginxServer.freePort();
        mirrorPort = NginxServer.freePort();
        Files.write(root.resolve("cores.dat"), CONTENT);
        nginx = NginxServer.start(root, """
                types { application/metalink4+xml meta4; }
                server { listen 127.0.0.1:%2$d; }
                server {
                    listen 127.0.0.1:%1$d;
                    location /document { default_type application/metalink4+xml; }
                    location /told/ {
                        alias %3$s/;
                        add_header Link '<http://127.0.0.1:%2$d/cores.dat>; rel=duplicate; pri=1';
                        add_header Digest 'SHA-256=%4$s';
                    }
                }
                """.formatted(port, mirrorPort, root, Base64.getEncoder().encodeToString(DIGEST)),
                mirrorPort);
    }

    @AfterAll
    static void stop() {
        if (nginx != null) {
            nginx.close();
        }
    }

    @BeforeEach
    void clear() {
        out.reset();
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static void write(String name, byte[] sha256) throws Exception {
        MetalinkFile file = new MetalinkFile(SafePath.parse("folder/cores.dat"),
                OptionalLong.of(CONTENT.length),
                List.of(new Checksum(HashType.SHA_256, sha256)), Optional.empty(),
                List.of(new MetalinkUrl(uri(port, "/cores.dat"), 1, Optional.of("de")),
                        new MetalinkUrl(uri(mirrorPort, "/cores.dat"), 2, Optional.empty())));
        try (OutputStream document = Files.newOutputStream(root.resolve(name))) {
            MetalinkWriter.write(new Metalink(List.of(file)), document);
        }
    }

    private int aria2(String document) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder("aria2c", "--no-conf", "--quiet", "--split=2",
                    "--min-split-size=1M", "--dir=" + folder,
                    uri(port, "/" + document).toString()).redirectErrorStream(true)
                    .redirectOutput(folder.resolve("aria2.log").toFile()).start().waitFor();
        } catch (IOException e) {
            assumeTrue(false, "aria2 is not installed");
            throw e;
        }
    }

    private int fetch(String... arguments) {
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                false);
        String[] all = new String[arguments.length + 2];
        all[0] = "fetch";
        all[1] = "--json";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return Main.run(new Invocation(
                Map.of("GRIDTORRENT_HOME", folder.resolve("home").toString(), "NETRC",
                        folder.resolve("netrc").toString()),
                output), all);
    }

    private JsonNode result() throws IOException {
        return Json.MAPPER.readTree(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aria2FetchesAndVerifiesByAMetalinkOfOurs() throws Exception {
        write("cores.meta4", DIGEST);
        assertThat(aria2("cores.meta4")).isZero();
        assertThat(folder.resolve("folder/cores.dat")).hasBinaryContent(CONTENT);
        write("false.meta4", new byte[32]);
        assertThat(aria2("false.meta4")).isEqualTo(CHECKSUM_ERROR_OF_ARIA2);
    }

    /** As RFC 5854 and other programs write it, with much that is not needed. */
    @Test
    void fetchesByAForeignMetalinkFromNginx() throws Exception {
        Files.writeString(root.resolve("document"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <metalink xmlns="urn:ietf:params:xml:ns:metalink">
                  <generator>Mirrors/2.17</generator>
                  <origin dynamic="true">%1$s</origin>
                  <published>2009-05-15T12:23:23Z</published>
                  <publisher><name>Example</name><url>http://example.com</url></publisher>
                  <file name="cores.dat">
                    <size>%2$d</size>
                    <description>The cores.</description>
                    <hash type="md5">80bc95fd391772fa61c91ed68567f098</hash>
                    <hash type="sha-256">%3$s</hash>
                    <metaurl priority="1" mediatype="torrent">%1$s.torrent</metaurl>
                    <url location="de" priority="1">ftp://ftp.example.com/cores.dat</url>
                    <url location="de" priority="1">cores.dat</url>
                    <url location="us" priority="2">%4$s</url>
                  </file>
                </metalink>
                """.formatted(uri(port, "/document"), CONTENT.length,
                HexFormat.of().formatHex(DIGEST), uri(mirrorPort, "/cores.dat")));
        assertThat(fetch(uri(port, "/document").toString(), "-o", folder.toString()))
                .as(out.toString(StandardCharsets.UTF_8)).isEqualTo(ExitStatus.DONE);
        assertThat(folder.resolve("cores.dat")).hasBinaryContent(CONTENT);
        assertThat(result().path("verified").booleanValue()).isTrue();
        assertThat(result().path("replicas")).hasSize(2);
    }

    @Test
    void duplicatesAndDigestThatNginxSendsAreUsed() throws Exception {
        String address = uri(port, "/told/cores.dat").toString();
        assertThat(fetch(address, "-o", folder.resolve("told").toString()))
                .isEqualTo(ExitStatus.DONE);
        assertThat(folder.resolve("told")).hasBinaryContent(CONTENT);
        assertThat(result().path("verified").booleanValue()).isTrue();
        assertThat(result().path("checksumServer").asText()).isEqualTo(address);
        assertThat(result().path("replicas").findValuesAsText("address"))
                .containsExactly(address, uri(mirrorPort, "/cores.dat").toString());
    }
}
