package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.e2e.probe.Leech;
import org.gridtorrent.e2e.probe.RawTracker;
import org.gridtorrent.e2e.process.Deadline;
import org.gridtorrent.e2e.process.Polling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rights taken away in the middle of a transfer, at devices that obey and at one that does not. */
class RevocationIT {
    private static final long LENGTH = 8_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** From the act that takes a right away until it is worth nothing, all of it together. */
    private static final Duration PROMISED = Duration.ofSeconds(30);

    private static Stage stage;
    private static Actor publisher;
    private static Actor member;

    @BeforeAll
    static void open() throws IOException {
        stage = Stage.open(RevocationIT.class);
        publisher = stage.actor("publisher", Map.of("upload-limit", "200KB"));
        member = stage.actor("member");
    }

    @AfterAll
    static void end() {
        stage.close();
    }

    /** A data set for a group, and one of its members with a valid ticket. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    private record Shared(String datasetId, String infoHash, String group, Actor member,
            RawTracker tracker, byte[] ticket) {
        Leech leech() {
            return Leech.admitted(member.machine().home(), publisher.machine().address(),
                    infoHash, ticket);
        }

        boolean isRefused() {
            return Leech.isRefused(member.machine().home(), publisher.machine().address(),
                    infoHash, ticket);
        }
    }

    private static Shared shared(String name, Actor member) throws IOException {
        Path data = stage.shelf.resolve(name);
        SampleData.fill(data, LENGTH);
        var group = Stage.group(name, publisher, member);
        var id = Stage.publish(publisher, data, "Taken away: " + name, name);
        var infoHash = publisher.api().get("/datasets/" + id).path("infoHash").asText();
        var tracker = new RawTracker(stage.site.tracker(), member.machine().home());
        return new Shared(id, infoHash, group, member, tracker, tracker.ticket(infoHash));
    }

    private static Transfer running(Actor reader, String datasetId) {
        var transfer = reader.get(datasetId);
        Polling.answered("the transfer's begin", LIMIT,
                () -> Optional.of(transfer.state()).filter(state -> state.bytesDone() > 0));
        return transfer;
    }

    private static Transfer.State awaitFailed(Transfer transfer, Deadline deadline) {
        return Polling.answered("the transfer's end", deadline,
                () -> Optional.of(transfer.state()).filter(state -> state.name().equals("FAILED")));
    }

    /** Each of a machine's connections is closed by itself. */
    private static void awaitNoPeers(Shared shared, Deadline deadline) {
        Polling.answered("the end of all connections", deadline, () -> Optional
                .of(publisher.machine().peers(shared.infoHash)).filter(peers -> peers == 0));
    }

    @Test
    void removedMember_losesTheTransfer() throws IOException {
        var shared = shared("for-a-while", member);
        var transfer = running(shared.member, shared.datasetId);
        var source = shared.member.machine().ask("task", "show", transfer.taskId())
                .path("connected").path(0);
        assertThat(source.path("device"))
                .isEqualTo(publisher.machine().status().path("device"));
        assertThat(source.path("reason").asText()).as("why not more comes").isNotEmpty();
        var deadline = Deadline.after(PROMISED);
        try (var leech = shared.leech()) {
            publisher.person().removeMember(shared.group);
            leech.awaitEnd(deadline);
        }
        var end = awaitFailed(transfer, deadline);
        assertThat(end.message()).isEqualTo("Your access to this data set has ended.");
        awaitNoPeers(shared, deadline);
        assertThat(shared.tracker.refusal("issueTicket",
                "<infoHash>" + shared.infoHash + "</infoHash>")).isEqualTo("NOT_FOUND");
        assertThat(shared.isRefused()).as("a ticket of the time before").isTrue();
    }

    @Test
    void removedMember_losesTheFileThatIsOnItsWayThroughTheSite() throws IOException {
        var shared = shared("for-a-look", member);
        var at = "/datasets/" + shared.datasetId + "/file";
        var file = "last half.bin";
        var browser = shared.member.person().browser();
        var deadline = Deadline.after(PROMISED);
        try (var sent = browser.stream(at, "path", file).body()) {
            assertThat(sent.readNBytes(100_000)).hasSize(100_000);
            publisher.person().removeMember(shared.group);
            assertThatThrownBy(() -> sent.transferTo(OutputStream.nullOutputStream()))
                    .isInstanceOf(IOException.class);
        }
        assertThat(deadline.isOver()).isFalse();
        assertThat(browser.bytes(at, "path", file, "").statusCode()).isEqualTo(404);
    }

    @Test
    void memberWhoLeaves_losesTheTransfer() throws IOException {
        var shared = shared("for-who-stays", member);
        var transfer = running(shared.member, shared.datasetId);
        var deadline = Deadline.after(PROMISED);
        try (var leech = shared.leech()) {
            shared.member.machine().command("group", "leave", "for-who-stays").expect(0);
            leech.awaitEnd(deadline);
        }
        awaitFailed(transfer, deadline);
        assertThat(shared.isRefused()).as("a ticket of the time before").isTrue();
    }

    @Test
    void deletedGroup_endsTheTransfer() throws IOException {
        var shared = shared("for-nobody", member);
        var transfer = running(shared.member, shared.datasetId);
        var deadline = Deadline.after(PROMISED);
        try (var leech = shared.leech()) {
            publisher.machine().command("group", "delete", "for-nobody", "--yes").expect(0);
            leech.awaitEnd(deadline);
        }
        awaitFailed(transfer, deadline);
        assertThat(shared.isRefused()).as("a ticket of the time before").isTrue();
    }

    @Test
    void dataSetSharedWithOthersInstead_endsTheTransfer() throws IOException {
        var shared = shared("for-others", member);
        var heir = stage.actor("heir");
        var transfer = running(shared.member, shared.datasetId);
        var deadline = Deadline.after(PROMISED);
        try (var leech = shared.leech()) {
            var now = publisher.machine().ask("access", "set", shared.datasetId, "--user",
                    heir.person().name());
            assertThat(now.path("users").path(0).asText()).isEqualTo(heir.person().name());
            leech.awaitEnd(deadline);
        }
        awaitFailed(transfer, deadline);
        assertThat(shared.isRefused()).as("a ticket of the time before").isTrue();
        var heirs = running(heir, shared.datasetId);
        heir.machine().call("task", "cancel", heirs.taskId()).expect(0);
    }

    @Test
    void withdrawnMachine_isDroppedThoughItsUserMayRead() throws IOException {
        var shared = shared("for-good", stage.actor("guest"));
        running(shared.member, shared.datasetId);
        var deadline = Deadline.after(PROMISED);
        try (var leech = shared.leech()) {
            shared.member.person().withdraw(shared.member.machine().deviceId());
            leech.awaitEnd(deadline);
        }
        assertThat(shared.tracker.refusal("issueTicket",
                "<infoHash>" + shared.infoHash + "</infoHash>")).isEqualTo("NOT_ENROLLED");
        assertThat(shared.isRefused()).as("a ticket of the time before").isTrue();
        var task = Polling.answered("the end at the machine itself", deadline,
                () -> Optional
                        .of(shared.member.machine().query("task", "list").path("tasks").path(0))
                        .filter(known -> known.path("state").asText().equals("FAILED")));
        assertThat(task.path("message").asText()).contains("withdrawn");
        awaitNoPeers(shared, deadline);
    }

    @Test
    void withdrawnDataSet_endsEverywhereAndLeavesATombstone() throws IOException {
        var shared = shared("withdrawn", member);
        var transfer = running(shared.member, shared.datasetId);
        var deadline = Deadline.after(PROMISED);
        try (var leech = shared.leech()) {
            publisher.machine().command("dataset", "withdraw", shared.datasetId, "--reason",
                    "Wrong calibration").expect(0);
            leech.awaitEnd(deadline);
        }
        assertThat(shared.isRefused()).as("a ticket of the time before").isTrue();
        assertThat(transfer.state().name()).isEqualTo("CANCELLED");
        assertThat(transfer.state().message())
                .isEqualTo("The data set was withdrawn by its owner.");
        for (var one : List.of(shared.member, publisher)) {
            var stone = one.person().browser().open("/datasets/" + shared.datasetId).expect(410);
            assertThat(stone.says("Wrong calibration")).isTrue();
            Polling.answered("the end at the machine of " + one.person().name(), deadline,
                    () -> Optional.of(one.machine().status().path("contents"))
                            .filter(held -> !held.toString().contains(shared.infoHash)));
        }
        Polling.answered("the end of the task at the machine itself", deadline,
                () -> Optional.of(shared.member.machine().query("task", "show", transfer.taskId())
                        .path("state").asText())
                        .filter(state -> List.of("CANCELLED", "FAILED").contains(state)));
        shared.member.machine().call("dataset", "get", shared.datasetId).expect(5);
    }

    @Test
    void rightThatEnds_endsTheTransfer() throws IOException {
        var shared = shared("for-a-time", member);
        var transfer = running(shared.member, shared.datasetId);
        var soon = Duration.ofSeconds(8);
        var deadline = Deadline.after(soon.plus(PROMISED));
        try (var leech = shared.leech()) {
            publisher.machine().call("access", "grant", shared.datasetId, "--group",
                    "for-a-time", "--until", Instant.now().plus(soon).toString()).expect(0);
            assertThat(leech.isConnected()).isTrue();
            leech.awaitEnd(deadline);
        }
        var end = awaitFailed(transfer, deadline);
        assertThat(end.message()).isEqualTo("Your access to this data set has ended.");
        awaitNoPeers(shared, deadline);
        Polling.answered("a refusal of the ticket of the time before", deadline,
                () -> Optional.of(shared.isRefused()).filter(refused -> refused));
        shared.member.machine().call("dataset", "get", shared.datasetId).expect(5);
        shared.member.person().browser().open("/datasets/" + shared.datasetId).expect(404);
    }
}
