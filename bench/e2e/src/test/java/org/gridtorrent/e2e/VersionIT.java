package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.e2e.process.Polling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The next version of a published folder: what did not change is neither hashed nor sent again. */
class VersionIT {
    /** Bytes whose copy takes longer than two kills, also on a fast disk. */
    private static final long LENGTH = 96_000_000;
    private static final int ADDED = 1_000_000;
    /** Small files that share pieces with what changed, and those up to the next padding. */
    private static final long NEIGHBOURS = 1_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static Stage stage;
    private static Actor publisher;
    private static Actor member;
    private static Actor unlucky;
    private static Path data;
    private static Tree first;
    private static Tree second;
    private static String versionId;
    private static String versionHash;
    private static JsonNode published;

    /** Two members have the first version, and the second is published in place. */
    @BeforeAll
    static void publishTwoVersions() throws IOException {
        stage = Stage.open(VersionIT.class);
        data = stage.shelf.resolve("series");
        first = SampleData.fill(data, LENGTH);
        publisher = stage.actor("publisher");
        member = stage.actor("member");
        unlucky = stage.actor("unlucky");
        stage.group(publisher, member, unlucky);
        awaitAged();
        var id = stage.publish(publisher, data, "Series");
        for (var one : new Actor[]{member, unlucky}) {
            one.get(id).awaitDone(LIMIT, _ -> {});
            first.expectSame(Tree.of(Stage.copyOf(one, data)));
        }
        change();
        second = Tree.of(data);
        published = publisher.machine().ask("dataset", "publish", data.toString(),
                "--version-of", id, "--changes", "One mended, one added");
        versionId = published.path("contentId").asText();
        versionHash = published.path("infoHash").asText();
    }

    /** One that changed just now is hashed again, whatever its stamps say. */
    private static void awaitAged() {
        Polling.answered("files that did not change just now", LIMIT,
                () -> Optional.of(youngest()).filter(
                        time -> time.toInstant().isBefore(Instant.now().minusSeconds(3))));
    }

    private static FileTime youngest() {
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(Files::isRegularFile).map(VersionIT::changed)
                    .max(FileTime::compareTo).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileTime changed(Path file) {
        try {
            return (FileTime) Files.getAttribute(file, "unix:ctime");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One file's bytes, its length and time as they were, and a file more. */
    private static void change() throws IOException {
        var random = SampleData.random("what changed");
        var file = data.resolve("a'b$c`d;e&f#g%20h.csv");
        var time = Files.getLastModifiedTime(file);
        var bytes = new byte[(int) Files.size(file)];
        random.nextBytes(bytes);
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, time);
        var added = new byte[ADDED];
        random.nextBytes(added);
        Files.write(data.resolve("added.bin"), added);
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    /** Bytes of the new version that all machines have sent since their daemons were started. */
    private static long sent() {
        return Stream.of(publisher, member, unlucky)
                .mapToLong(one -> one.machine().uploaded(versionHash)).sum();
    }

    /** Bytes sent since, once the daemons' counts have settled at no less than what changed. */
    private static long sentSince(long before) {
        return Polling.settled("the count of what changed", LIMIT, ADDED + 16_384L,
                () -> sent() - before);
    }

    @Test
    void whatDidNotChange_isNotHashedAgain() {
        // Five pieces of up to 256 KiB hold what changed.
        assertThat(published.path("message").asText())
                .endsWith("1.30 MB hashed, 95.7 MB taken from the previous version");
    }

    @Test
    void whatDidNotChange_comesFromTheVersionBefore() {
        long before = sent();
        var task = member.machine().ask("dataset", "get", versionId);
        assertThat(sentSince(before)).isLessThanOrEqualTo(ADDED + NEIGHBOURS);
        assertThat(task.path("message").asText()).contains("MB was already on this machine");
        second.expectSame(Tree.of(Path.of(task.path("location").asText())));
        first.expectSame(Tree.of(Stage.copyOf(member, data)));
        second.expectSame(Tree.of(data));
        member.machine().command("dataset", "verify", versionId).expect(0);
    }

    /** Killed when the first bytes are there, and when more are. */
    @Test
    void killedWhileItCopies_goesOnAndFetchesNoMore() throws IOException {
        long before = sent();
        var transfer = unlucky.get(versionId);
        var aside = unlucky.machine().home().resolve("downloads").resolve(versionId);
        var copy = aside.resolve(data.getFileName());
        long copied = killWhenMoreIsCopied(copy, 0);
        unlucky.machine().launchDaemon();
        killWhenMoreIsCopied(copy, copied);
        unlucky.machine().startDaemon();
        transfer.awaitDone(LIMIT, _ -> {});
        second.expectSame(Tree.of(copy));
        first.expectSame(Tree.of(Stage.copyOf(unlucky, data)));
        // What was on its way when it was killed comes again.
        assertThat(sentSince(before)).isLessThanOrEqualTo(3 * (ADDED + NEIGHBOURS));
    }

    /** Bytes of the large files at the kill: more than before, and not all. */
    private static long killWhenMoreIsCopied(Path copy, long before) {
        unlucky.machine().daemon().killWhen("more of the copy", LIMIT,
                () -> lengthOfLargeFiles(copy) > before);
        long copied = lengthOfLargeFiles(copy);
        assertThat(copied).as("bytes copied").isLessThan(lengthOfLargeFiles(data));
        return copied;
    }

    private static long lengthOfLargeFiles(Path folder) {
        return Stream.of("deep/er/and/deep/er/half.bin", "last half.bin")
                .mapToLong(name -> folder.resolve(name).toFile().length()).sum();
    }
}
