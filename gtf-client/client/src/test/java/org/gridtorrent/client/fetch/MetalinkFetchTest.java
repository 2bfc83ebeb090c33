package org.gridtorrent.client.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.checksum.PieceHashes;
import org.gridtorrent.mdtp.metalink.Metalink;
import org.gridtorrent.mdtp.metalink.MetalinkFile;
import org.gridtorrent.mdtp.metalink.MetalinkUrl;
import org.gridtorrent.mdtp.metalink.MetalinkWriter;
import org.gridtorrent.metainfo.SafePath;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code gridtorrent fetch} of Metalinks. */
@SuppressWarnings("NullAway.Init") // set before each test
final class MetalinkFetchTest {
    private static final int PIECE = 1 << 18;

    @TempDir
    private Path temp;
    private Path folder;
    private final List<ScriptedHttpServer> servers = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final byte[] one = bytes(1, 1_500_000);
    private final byte[] other = bytes(2, 700_001);

    private static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(temp.resolve("files"));
    }

    @AfterEach
    void stop() throws IOException {
        for (ScriptedHttpServer server : servers) {
            server.close();
        }
    }

    private URI serve(ScriptedHttpServer.Script script) throws IOException {
        servers.add(new ScriptedHttpServer(script));
        return servers.getLast().uri("/data/file");
    }

    private URI serve(byte[] content) throws IOException {
        return serve(serving(content, "\"v1\""));
    }

    private static ScriptedHttpServer.Script document(byte[] content, String type) {
        return (request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: "
                    + content.length + "\r\n\r\n");
            out.write(content);
        };
    }

    private static MetalinkFile described(String path, byte[] content, URI... uris)
            throws Exception {
        List<MetalinkUrl> urls = Stream.of(uris)
                .map(uri -> new MetalinkUrl(uri, 1, Optional.empty())).toList();
        byte[] digest = HashType.SHA_256.newDigest().digest(content);
        return new MetalinkFile(SafePath.parse(path), OptionalLong.of(content.length),
                List.of(new Checksum(HashType.SHA_256, digest)), Optional.of(pieces(content)),
                urls);
    }

    private static PieceHashes pieces(byte[] content) {
        List<byte[]> hashes = new ArrayList<>();
        for (int start = 0; start < content.length; start += PIECE) {
            hashes.add(HashType.SHA_256.newDigest().digest(Arrays.copyOfRange(content, start,
                    Math.min(content.length, start + PIECE))));
        }
        return new PieceHashes(HashType.SHA_256, PIECE, hashes);
    }

    private static byte[] metalink(MetalinkFile... files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        MetalinkWriter.write(new Metalink(List.of(files)), bytes);
        return bytes.toByteArray();
    }

    private String file(byte[] metalink) throws IOException {
        return Files.write(temp.resolve("cores.meta4"), metalink).toString();
    }

    private int run(String... arguments) {
        err.reset();
        out.reset();
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), false);
        List<String> all = new ArrayList<>(List.of("fetch"));
        all.addAll(List.of(arguments));
        return Main.run(
                new Invocation(Map.of("GRIDTORRENT_HOME", temp.resolve("home").toString(),
                        "NETRC", temp.resolve("netrc").toString()), output),
                all.toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertFetched(String path, byte[] content) {
        assertThat(folder.resolve(path)).hasBinaryContent(content);
    }

    @Test
    void filesOfADocumentOnDiskAreFetchedAndVerified() throws Exception {
        byte[] metalink = metalink(described("cores/a.dat", one, serve(one), serve(one)),
                described("b.dat", other, serve(other)));
        assertThat(run(file(metalink), "-o", folder.toString())).as(err())
                .isEqualTo(ExitStatus.DONE);
        assertFetched("cores/a.dat", one);
        assertFetched("b.dat", other);
        assertThat(out().lines()).hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("complete and verified"));
    }

    @Test
    void addressThatServesAMetalinkIsKnownByItsMediaType() throws Exception {
        byte[] metalink = metalink(described("a.dat", one, serve(one)));
        URI address = serve(document(metalink, "application/metalink4+xml"));
        assertThat(run(address.toString(), "-o", folder.toString())).as(err())
                .isEqualTo(ExitStatus.DONE);
        assertFetched("a.dat", one);
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void addressIsKnownByItsSuffixAndRelativeOnesAreBesideIt() throws Exception {
        String text = new String(metalink(described("a.dat", one,
                URI.create("http://host.example/a.dat"))), StandardCharsets.UTF_8)
                .replace("http://host.example/", "");
        servers.add(new ScriptedHttpServer((request, out) -> {
            if (request.target().equals("/d/cores.META4?x=1")) {
                document(text.getBytes(StandardCharsets.UTF_8), "text/xml").respond(request, out);
            } else {
                assertThat(request.target()).isEqualTo("/d/a.dat");
                serving(one, "\"v1\"").respond(request, out);
            }
        }));
        assertThat(run(servers.getLast().uri("/d/cores.META4?x=1").toString(), "-o",
                folder.toString())).as(err()).isEqualTo(ExitStatus.DONE);
        assertFetched("a.dat", one);
    }

    @Test
    void filesThatAreThereAreNotFetchedAgain() throws Exception {
        String metalink = file(metalink(described("a.dat", one, serve(one)),
                described("b.dat", other, serve(other))));
        Files.write(folder.resolve("a.dat"), one);
        assertThat(run(metalink, "-o", folder.toString(), "--json")).isEqualTo(ExitStatus.DONE);
        assertThat(servers.getFirst().connections()).isZero();
        assertFetched("b.dat", other);
        var lines = out().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(Json.MAPPER.readTree(lines.getFirst()).path("bytesDownloaded").asLong())
                .isZero();
        for (String line : lines) {
            assertThat(Json.MAPPER.readTree(line).path("event").asText()).isEqualTo("done");
            assertThat(Json.MAPPER.readTree(line).path("verified").booleanValue()).isTrue();
        }
    }

    @Test
    void otherFileOfTheSameNameIsLeftAloneAndTheOthersAreFetched() throws Exception {
        String metalink = file(metalink(described("a.dat", one, serve(one)),
                described("b.dat", other, serve(other))));
        Files.writeString(folder.resolve("a.dat"), "precious");
        assertThat(run(metalink, "-o", folder.toString())).isEqualTo(ExitStatus.FAILED);
        assertThat(folder.resolve("a.dat")).hasContent("precious");
        assertFetched("b.dat", other);
        assertThat(err()).contains("exists already").contains("1 of 2 files");
    }

    @Test
    void falseMirrorIsFoundByThePieceHashes() throws Exception {
        byte[] corrupt = one.clone();
        Arrays.fill(corrupt, 0, corrupt.length, (byte) 7);
        String metalink = file(metalink(described("a.dat", one, serve(corrupt), serve(one))));
        assertThat(run(metalink, "-o", folder.toString())).as(err()).isEqualTo(ExitStatus.DONE);
        assertFetched("a.dat", one);
    }

    @Test
    void malformedMetalinkIsBadInput() throws Exception {
        String metalink = file("<metalink xmlns='urn:ietf:params:xml:ns:metalink'>\n<file/>"
                .getBytes(StandardCharsets.UTF_8));
        assertThat(run(metalink)).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("cores.meta4: line 2: a file has no name").hasLineCount(1);
    }

    @Test
    void metalinkOfVersion3IsRefused() throws Exception {
        Path metalink = Files.writeString(temp.resolve("cores.metalink"),
                "<metalink version='3.0' xmlns='http://www.metalinker.org/'/>");
        assertThat(run(metalink.toString())).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("version 3").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../b.dat", "/tmp/b.dat", "a/../../b.dat", "..", "a\\..\\b.dat"})
    void nameThatLeadsOutsideIsRefusedWithTheWholeMetalink(String name) throws Exception {
        String text = new String(metalink(described("a.dat", one, serve(one)),
                described("b.dat", other, serve(other))), StandardCharsets.UTF_8)
                .replace("\"b.dat\"", "\"" + name + "\"");
        assertThat(run(file(text.getBytes(StandardCharsets.UTF_8)), "-o", folder.toString()))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("cores.meta4: line ").hasLineCount(1);
        assertThat(folder).isEmptyDirectory();
        assertThat(temp.resolve("b.dat")).doesNotExist();
        assertThat(servers).allMatch(server -> server.connections() == 0);
    }

    @Test
    void everyFileHasAnObjectAtItsEnd() throws Exception {
        String metalink = file(metalink(described("a.dat", one), described("b.dat", other,
                serve(other)), described("c.dat", one, serve(other))));
        assertThat(run(metalink, "-o", folder.toString(), "--json")).isEqualTo(ExitStatus.FAILED);
        List<String> ends = new ArrayList<>();
        for (String line : out().lines().toList()) {
            JsonNode end = Json.MAPPER.readTree(line);
            ends.add(folder.relativize(Path.of(end.path("file").asText())) + " "
                    + end.path("event").asText() + " " + end.path("reasonCode").asText() + " "
                    + end.path("replicas").size());
        }
        assertThat(ends).containsExactly("a.dat failed NO_ANSWER 0", "b.dat done  1",
                "c.dat failed NO_REPLICA 1");
    }

    @Test
    void fileThatIsALinkIsNotWrittenThrough() throws Exception {
        Path outside = Files.writeString(temp.resolve("outside"), "precious");
        Files.createSymbolicLink(folder.resolve("a.dat"), outside);
        Files.createSymbolicLink(folder.resolve("b.dat.part"), outside);
        String metalink = file(metalink(described("a.dat", one, serve(one)),
                described("b.dat", other, serve(other))));
        assertThat(run(metalink, "-o", folder.toString())).isEqualTo(ExitStatus.FAILED);
        assertThat(outside).hasContent("precious");
        assertThat(folder.resolve("b.dat")).doesNotExist();
    }

    @Test
    void folderThatIsALinkIsRefused() throws Exception {
        Files.createSymbolicLink(folder.resolve("cores"), temp);
        String metalink = file(metalink(described("cores/a.dat", one, serve(one))));
        assertThat(run(metalink, "-o", folder.toString())).isEqualTo(ExitStatus.FAILED);
        assertThat(temp.resolve("a.dat")).doesNotExist();
        assertThat(err()).contains("no folder").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/"})
    void folderOfTheFilesIsMade(String end) throws Exception {
        String metalink = file(metalink(described("a.dat", one, serve(one))));
        Path place = temp.resolve("new/cores");
        assertThat(run(metalink, "-o", place + end)).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(place.resolve("a.dat")).hasBinaryContent(one);
        assertThat(out()).contains(place.resolve("a.dat") + ": ");
    }

    @Test
    void fileIsNotTakenForTheFolder() throws Exception {
        String metalink = file(metalink(described("a.dat", one, serve(one))));
        assertThat(run(metalink, "-o", metalink)).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("is a file, not a folder; -o names a folder").hasLineCount(1);
    }

    @Test
    void metalinkIsNamedAlone() throws Exception {
        String metalink = file(metalink(described("a.dat", one, serve(one))));
        assertThat(run(metalink, "http://host.example/a.dat")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run(metalink, "--checksum", "sha-1=" + "0".repeat(40)))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run(temp.resolve("none.meta4").toString())).isEqualTo(ExitStatus.NOT_FOUND);
        Path directory = Files.createDirectory(temp.resolve("folder.meta4"));
        assertThat(run(directory.toString())).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("folder.meta4 is a folder, not a Metalink").hasLineCount(1);
    }
}
