package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every process of the errand killed (SIGKILL) in the middle of its work, and started again. */
class KillIT {
    private static final long LENGTH = 48_000_000;
    /** Bytes a second that each machine sends at most, so that there is time to kill it. */
    private static final long RATE = 8_000_000;
    private static final Map<String, String> LIMITED = Map.of("upload-limit", RATE + "B");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static Stage stage;
    private static Actor publisher;
    /** Machines that have all of it; the order of the tests does not matter. */
    private static final List<Actor> holders = new ArrayList<>();
    private static Tree original;
    private static Path data;
    private static String datasetId;
    /** The path of the page of the group that may have it. */
    private static String group;

    /** The machine is killed while it hashes, and the server before it has heard of the result. */
    @BeforeAll
    static void publishThroughKills() throws IOException {
        stage = Stage.alone(KillIT.class);
        data = stage.shelf.resolve("much");
        original = SampleData.fill(data, LENGTH);
        publisher = stage.actor("publisher", LIMITED);
        group = stage.group(publisher);
        datasetId = publisher.person().publish(publisher.machineName(), data.toString(),
                "Published through kills", "Made for a test", stage.group);
        var daemon = publisher.machine().daemon();
        Path hashed = data.toRealPath();
        daemon.killWhen("the begin of hashing", LIMIT, () -> daemon.hasOpen(hashed));
        assertThat(publisher.api().get("/datasets/" + datasetId).path("state").asText())
                .isEqualToIgnoringCase("preparing");
        publisher.machine().startDaemon();
        stage.site.killAndRestart();
        publisher.awaitPublished(datasetId, LIMIT);
        holders.add(publisher);
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    @Test
    void whatTheKilledReceiverHad_isNotFetchedAgain() {
        var receiver = member("receiver");
        long before = sent();
        var transfer = receiver.get(datasetId);
        int kills = 0;
        for (int percent : List.of(15, 60)) {
            if (awaitProgress(transfer, percent)) {
                receiver.machine().killAndRestart();
                kills++;
            }
        }
        transfer.awaitDone(LIMIT, _ -> {});
        original.expectSame(Tree.of(Stage.copyOf(receiver, data)));
        assertThat(kills).isPositive();
        // What is lost is what was under way and in memory: a second's worth is ample.
        long sent = Polling.settled("the count of what was sent", LIMIT, original.totalLength(),
                () -> sent() - before);
        assertThat(sent).isLessThanOrEqualTo(original.totalLength() + kills * RATE);
    }

    @Test
    void transfer_outlivesKillsOfEverybodyAtRandomMoments() {
        var random = new Random(TestScale.seed("e2e.kills.seed"));
        var reader = member("reader");
        var transfer = reader.get(datasetId);
        List<Runnable> victims = new ArrayList<>(List.of(reader.machine()::killAndRestart,
                publisher.machine()::killAndRestart, stage.site::killAndRestart));
        Collections.shuffle(victims, random);
        int percent = 0;
        for (var victim : victims) {
            percent += 1 + random.nextInt(30);
            awaitProgress(transfer, percent);
            victim.run();
        }
        transfer.awaitDone(LIMIT, _ -> {});
        original.expectSame(Tree.of(Stage.copyOf(reader, data)));
        holders.add(reader);
        original.expectSame(Tree.of(data));
    }

    private static Actor member(String name) {
        var member = stage.actor(name, LIMITED);
        publisher.person().invite(group, member.person().name());
        member.person().acceptInvitation(group);
        return member;
    }

    /** Bytes of the data set that all machines have sent since they were last started. */
    private static long sent() {
        var infoHash = publisher.api().get("/datasets/" + datasetId).path("infoHash").asText();
        return holders.stream().mapToLong(holder -> holder.machine().uploaded(infoHash)).sum();
    }

    /** Waits until so much has come; false when it was too fast and is done. */
    private static boolean awaitProgress(Transfer transfer, int percent) {
        return Polling.answered(percent + " % of the transfer", LIMIT, () -> {
            var state = transfer.state();
            return switch (state.name()) {
                case "DONE" -> Optional.of(false);
                case "FAILED", "CANCELLED" -> throw new CheckFailure("the transfer is " + state);
                default -> state.bytesTotal() > 0
                        && state.bytesDone() * 100 >= state.bytesTotal() * percent
                                ? Optional.of(true)
                                : Optional.empty();
            };
        });
    }
}
