package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.e2e.process.Running;
import org.gridtorrent.testing.ServerKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Replicas of data sets at a real web server: added, checked, and fetched from while the owner is off. */
class ReplicasIT {
    private static final long LENGTH = 8_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TOKEN = "a-token-of-38-letters-that-is-a-secret";
    private static final String PASSWORD = "a-password-of-41-letters-that-is-a-secret";
    private static final String BASIC = Base64.getEncoder()
            .encodeToString(("ann:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

    private static Stage stage;
    private static MirrorServer mirror;
    private static Actor publisher;
    private static Actor member;
    private static Actor stranger;
    private static Path data;
    private static Tree original;

    @BeforeAll
    static void open() throws Exception {
        stage = Stage.open(ReplicasIT.class);
        data = stage.shelf.resolve("mirrored");
        original = SampleData.fill(data, LENGTH);
        ServerKey key = ServerKey.make(stage.folder, "ip:127.0.0.1");
        Path authority = Files.writeString(stage.folder.resolve("ca.pem"), key.certificatePem());
        mirror = MirrorServer.start(stage.folder.resolve("nginx"), stage.shelf, key,
                new MirrorServer.Secrets(TOKEN, BASIC));
        publisher = stage.actor("publisher", Map.of("ca", authority.toString()));
        member = stage.actor("member", Map.of("ca", authority.toString()));
        stranger = stage.offline("stranger");
        stage.group(publisher, member);
        for (Actor actor : List.of(publisher, member)) {
            writeSecret(actor.machine().home().resolve("web-tokens"),
                    mirror.uri("") + " " + TOKEN + "\n");
            writeSecret(actor.machine().netrc(),
                    "machine 127.0.0.1 login ann password " + PASSWORD + "\n");
        }
    }

    private static void writeSecret(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterAll
    static void end() {
        if (mirror != null) {
            mirror.close();
        }
        stage.close();
    }

    private static String publish(Path folder, String... access) {
        List<String> line = Stream.concat(Stream.of("dataset", "publish", folder.toString(),
                "--title", "Mirrored", "--no-wait"), Stream.of(access)).toList();
        String id = publisher.machine().query(line.toArray(String[]::new)).path("id").asText();
        publisher.awaitPublished(id, LIMIT);
        return id;
    }

    private static JsonNode add(String id, URI replica) {
        return publisher.machine().query("dataset", "replica", "add", id, replica.toString());
    }

    private static JsonNode awaitChecked(String id) {
        return Polling.answered("the replica's check", LIMIT,
                () -> Optional.of(publisher.machine().query("dataset", "replica", "list", id)
                        .path("replicas").path(0))
                        .filter(replica -> !replica.path("state").asText().equals("proposed")));
    }

    /** Below a folder that wants a token of each machine. */
    @Test
    void memberGetsEveryByteFromTheReplicaWhileTheOwnerIsOff() throws IOException {
        String id = publish(data, "--public");
        assertThat(add(id, mirror.uri("/locked/")).path("state").asText()).isEqualTo("proposed");
        memberGetsFromTheReplica(id);
        original.expectSame(Tree.of(Stage.copyOf(member, data)));
        assertThat(filesWithSecrets()).isEmpty();
    }

    /** The web server's certificate is of an authority that the machines' owners named. */
    @Test
    void memberGetsAPrivateDataSetByHttpsWithThePasswordOfNetrc() throws IOException {
        Path folder = stage.shelf.resolve("sealed");
        Tree files = SampleData.fill(folder, 2_000_000);
        String id = publish(folder, "--group", stage.group);
        add(id, mirror.tlsUri("/private/"));
        memberGetsFromTheReplica(id);
        files.expectSame(Tree.of(Stage.copyOf(member, folder)));
        assertThat(filesWithSecrets()).isEmpty();
    }

    private static void memberGetsFromTheReplica(String id) throws IOException {
        JsonNode checked = awaitChecked(id);
        assertThat(checked.path("state").asText()).as(checked.toString()).isEqualTo("checked");
        assertThat(checked.path("machine").asText()).isEqualTo(publisher.machineName());
        long before = mirror.rangesServed();
        publisher.machine().close();
        try {
            member.machine().call("dataset", "get", id).expect(0);
        } finally {
            publisher.machine().startDaemon();
        }
        assertThat(mirror.rangesServed()).isGreaterThan(before);
    }

    /** Files of machines and web server with a secret, but for those that users wrote. */
    private static List<Path> filesWithSecrets() throws IOException {
        try (Stream<Path> files = Files.walk(stage.folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("web-tokens") && !file.endsWith("netrc")
                            && !file.endsWith("nginx.conf"))
                    .filter(ReplicasIT::holdsASecret).toList();
        }
    }

    private static boolean holdsASecret(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return Stream.of(TOKEN, PASSWORD, BASIC).anyMatch(text::contains);
        } catch (IOException e) {
            return false; // gone meanwhile
        }
    }

    @Test
    void replicaWithOtherContent_isNotUsedAndItsFileNamed() throws IOException {
        Path folder = stage.shelf.resolve("altered");
        Files.createDirectories(folder);
        Path file = Files.write(folder.resolve("one.dat"), new byte[300_000]);
        String id = publish(folder, "--public");
        Path elsewhere = stage.shelf.resolve("elsewhere/altered");
        Files.createDirectories(elsewhere);
        byte[] altered = Files.readAllBytes(file);
        altered[200_000] ^= 1;
        Files.write(elsewhere.resolve("one.dat"), altered);
        add(id, mirror.uri("/elsewhere/"));
        JsonNode failed = awaitChecked(id);
        assertThat(failed.path("problem").asText()).isEqualTo("wrong_content");
        assertThat(failed.path("file").asText()).isEqualTo("altered/one.dat");
        assertThat(member.machine().query("dataset", "replica", "list", id).path("replicas"))
                .isEmpty();
        publisher.machine().call("dataset", "replica", "remove", id,
                mirror.uri("/elsewhere/").toString()).expect(0);
        publisher.machine().call("dataset", "replica", "remove", id,
                mirror.uri("/elsewhere/").toString()).expect(5);
    }

    @Test
    void privateDataSet_takesHttpsAloneAndIsHiddenFromStrangers() throws IOException {
        Path folder = stage.shelf.resolve("private");
        Files.createDirectories(folder);
        Files.write(folder.resolve("one.dat"), new byte[3_000]);
        String id = publish(folder, "--group", stage.group);
        var refused = publisher.machine().call("dataset", "replica", "add", id,
                mirror.uri("/").toString()).expect(3);
        assertThat(refused.err()).contains("https://");
        stranger.machine().call("dataset", "replica", "list", id).expect(5);
        member.machine().call("dataset", "replica", "add", id, "https://a.example/").expect(4, 5);
        assertThat(metalink(member, id).statusCode()).isEqualTo(200);
        assertThat(metalink(stranger, id).statusCode()).isEqualTo(404);
    }

    private static HttpResponse<byte[]> metalink(Actor actor, String id) {
        return actor.person().browser().bytes("/datasets/" + id + "/metalink", "", "", "");
    }

    @Test
    void aria2GetsEveryFileByTheMetalink() throws IOException {
        Path program = Path.of("/usr/bin/aria2c");
        assumeTrue(Files.isExecutable(program), "aria2 is not installed");
        Path folder = stage.shelf.resolve("for aria2");
        SampleData.fill(folder, 3_000_000);
        Files.delete(folder.resolve("a'b$c`d;e&f#g%20h.csv")); // aria2 makes &#38; of an ampersand
        Tree files = Tree.of(folder);
        String id = publish(folder, "--public");
        add(id, mirror.uri("/"));
        assertThat(awaitChecked(id).path("state").asText()).isEqualTo("checked");
        Path home = Files.createDirectories(stage.folder.resolve("aria2"));
        Path metalink = Files.write(home.resolve("set.meta4"), metalink(member, id).body());
        assertThat(Files.readString(metalink)).contains("type=\"sha-256\"");
        Running.run(List.of(program.toString(), "--no-conf", "--dir=" + home,
                "--check-integrity=true", "--metalink-file=" + metalink), "", LIMIT).expect(0);
        files.withoutEmptyFiles().expectSame(
                Tree.of(home.resolve("for aria2")).withoutEmptyFiles());
    }
}
