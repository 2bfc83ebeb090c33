package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What publishing and getting cost, of a data set and of its next version in which a hundredth of the
 * files are others; run by name, {@code -Dit.test=VersionCost}.
 */
class VersionCost {
    private static final long MEBIBYTES = Long.getLong("version.mebibytes", 4096);
    private static final int FILES = 400;
    private static final int CHANGED = FILES / 100;
    private static final int BUFFER_LENGTH = 1 << 20;
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final SplittableRandom random = SampleData.random("version cost");

    @Test
    void aHundredthChanged() throws IOException {
        try (var stage = Stage.open(VersionCost.class)) {
            var data = stage.shelf.resolve("set");
            for (int file = 0; file < FILES; file++) {
                write(file(data, file));
            }
            var publisher = stage.actor("publisher");
            var member = stage.actor("member");
            stage.group(publisher, member);
            long beginNs = System.nanoTime();
            var first = publisher.person().publish(publisher.machineName(), data.toString(),
                    "Whole", "Made to be measured", stage.group);
            publisher.awaitPublished(first, LIMIT);
            say("publish, whole", beginNs);
            get(publisher, member, first, "get, whole");
            for (int file = 0; file < CHANGED; file++) {
                write(file(data, file * (FILES / CHANGED)));
            }
            beginNs = System.nanoTime();
            var second = publisher.machine().ask("dataset", "publish", data.toString(),
                    "--version-of", first, "--changes", "A hundredth");
            say("publish, next version", beginNs);
            System.out.println(second.path("message").asText());
            get(publisher, member, second.path("contentId").asText(), "get, next version");
            Tree.of(data).expectSame(Tree.of(member.machine().home()
                    .resolve("downloads").resolve(second.path("contentId").asText())
                    .resolve("set")));
        }
    }

    private static Path file(Path data, int number) {
        return data.resolve("run-%02d".formatted(number / 10))
                .resolve("frame-%03d.h5".formatted(number));
    }

    private void write(Path file) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        var buffer = new byte[BUFFER_LENGTH];
        try (var out = FileChannel.open(file, StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
            for (long left = (MEBIBYTES << 20) / FILES; left > 0; left -= buffer.length) {
                random.nextBytes(buffer);
                out.write(ByteBuffer.wrap(buffer, 0, (int) Math.min(buffer.length, left)));
            }
            out.force(true);
        }
    }

    private static void get(Actor publisher, Actor member, String id, String what) {
        var infoHash = publisher.api().get("/datasets/" + id).path("infoHash").asText();
        long beginNs = System.nanoTime();
        var transfer = member.get(id);
        transfer.awaitDone(LIMIT, _ -> {});
        say(what, beginNs);
        long sent = publisher.machine().uploaded(infoHash);
        assertThat(sent).isPositive();
        System.out.printf("  sent %,d bytes; %s%n", sent, transfer.state().message());
    }

    private static void say(String what, long beginNs) {
        System.out.printf("%s: %.1f s%n", what, (System.nanoTime() - beginNs) / 1e9);
    }
}
