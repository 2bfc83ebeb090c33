package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers that send corrupt data, disconnect or do not answer, over loopback. */
@SuppressWarnings("NullAway.Init") // set before each test
final class FaultyPeersTest {
    @TempDir
    Path temp = Path.of("");
    @AutoClose
    private LoopbackSwarms swarms;

    @BeforeEach
    void begin() throws IOException {
        swarms = new LoopbackSwarms(temp);
    }

    @Test
    void bansPeerThatSendsCorruptPiecesAndDownloadsFromAnother() throws Exception {
        ScriptedSeed corruptPeer = swarms.seed(n -> Answer.CORRUPT);
        Path target = temp.resolve("leech");
        Swarm swarm = swarms.fetch(target, corruptPeer.address());
        corruptPeer.closedByEngine().get(20, TimeUnit.SECONDS);
        ScriptedSeed honest = swarms.seed(n -> Answer.CORRECT);
        swarm.addPeers(List.of(corruptPeer.address(), honest.address()));
        SwarmStatus done = swarms.completed(swarm, target);
        assertThat(done.wasted()).isPositive();
        assertThat(corruptPeer.connections()).isEqualTo(1);
    }

    @Test
    void bansPeerThatDisconnectsBeforeItsPieceIsHashed() throws Exception {
        int blocks = TestContent.PIECE_LENGTH / PieceLayout.BLOCK_LENGTH;
        ScriptedSeed corruptPeer = swarms.seed(
                n -> n < blocks - 1 ? Answer.CORRUPT : Answer.CORRUPT_THEN_CLOSE);
        Swarm swarm = swarms.fetch(temp.resolve("leech"), corruptPeer.address());
        await().until(() -> swarm.status().downloaded() > 0);
        swarms.later(Duration.ofSeconds(4)); // what came is no rate any more
        await().untilAsserted(() -> assertThat(swarm.status().obstacle())
                .contains(new Obstacle.NoPeers(true)));
        swarm.addPeers(List.of(corruptPeer.address()));
        ScriptedSeed honest = swarms.seed(n -> Answer.CORRECT);
        swarm.addPeers(List.of(honest.address()));
        swarms.completed(swarm, temp.resolve("leech"));
        assertThat(corruptPeer.connections()).isEqualTo(1);
    }

    /** With BEP 6 each request is answered once, also a cancelled one. */
    @Test
    void rejectOfCancelledRequestKeepsPieceOfPeer() throws Exception {
        TestContent files = TestContent.make(Files.createDirectories(temp.resolve("small")), 11,
                4 * PieceLayout.BLOCK_LENGTH);
        swarms.content(new TestContent(files.directory(),
                new MetainfoBuilder(files.directory().resolve("content"))
                        .pieceLength(4 * PieceLayout.BLOCK_LENGTH)
                        .build().metainfo(),
                files.bytes()));
        var again = new AtomicBoolean();
        ScriptedSeed seed = swarms.seed(n -> again.get() ? Answer.CORRECT : Answer.LATE_REJECT);
        Swarm swarm = swarms.fetch(temp.resolve("leech"), seed.address());
        await().until(() -> seed.requests() == 4);
        again.set(true);
        swarms.later(Duration.ofSeconds(11));
        swarms.completed(swarm, temp.resolve("leech"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CORRUPT", "NONE"})
    void banOfForgedPeerIdDoesNotAffectItsOwner(Answer answer) throws Exception {
        ScriptedSeed honest = swarms.seed(n -> Answer.CORRECT);
        var impostor = new ScriptedSeed(swarms.content(), n -> answer, honest.id());
        swarms.closing(impostor);
        Path target = temp.resolve("leech");
        Swarm swarm = swarms.fetch(target, impostor.address());
        await().until(() -> impostor.requests() > 0);
        swarm.addPeers(List.of(honest.address()));
        swarms.completed(swarm, target);
    }

    /** All peers share one address, and each has its own peer id and port. */
    @Test
    void blocksHostOfBannedPeersEverLongerButNotItsIdentifiedPeers()
            throws Exception {
        Path target = temp.resolve("leech");
        Swarm swarm = swarms.fetch(target);
        for (int i = 0; i < 10; i++) {
            assertThat(requestsUntilClosed(swarm)).as("liar %d", i).isPositive();
            swarms.later(Duration.ofMinutes(i < 9 ? 11 : 0));
        }
        assertThat(requestsUntilClosed(swarm)).as("the next one at once").isZero();
        swarms.later(Duration.ofMinutes(11));
        ScriptedSeed honest = swarms.seed(n -> Answer.CORRECT);
        swarm.addPeers(List.of(honest.address()));
        swarms.completed(swarm, target);
    }

    /** Number of requests to another corrupt peer until the engine closes it. */
    private int requestsUntilClosed(Swarm swarm) throws Exception {
        ScriptedSeed corruptPeer = swarms.seed(n -> Answer.CORRUPT);
        swarm.addPeers(List.of(corruptPeer.address()));
        corruptPeer.closedByEngine().get(20, TimeUnit.SECONDS);
        await().until(() -> swarm.status().peers().isEmpty()); // its place is free
        corruptPeer.refuse();
        return corruptPeer.requests();
    }

    @Test
    void findsOneCorruptPeerAmongMany() throws Exception {
        ScriptedSeed corruptPeer = swarms.seed(n -> n % 7 == 6 ? Answer.CORRUPT : Answer.CORRECT);
        ScriptedSeed honest = swarms.seed(n -> Answer.CORRECT);
        ScriptedSeed other = swarms.seed(n -> Answer.CORRECT);
        Path target = temp.resolve("leech");
        swarms.completed(
                swarms.fetch(target, corruptPeer.address(), honest.address(), other.address()),
                target);
        assertThat(honest.connections()).isEqualTo(1);
        assertThat(other.connections()).isEqualTo(1);
    }

    @Test
    void downloadsFromAnotherSeedWhenOneDisconnects() throws Exception {
        ScriptedSeed mortal = swarms.seed(n -> n < 40 ? Answer.CORRECT : Answer.RESET);
        Path target = temp.resolve("leech");
        Swarm swarm = swarms.fetch(target, mortal.address());
        mortal.closedByEngine().get(20, TimeUnit.SECONDS);
        ScriptedSeed other = swarms.seed(n -> Answer.CORRECT);
        swarm.addPeers(List.of(other.address()));
        assertThat(swarms.completed(swarm, target).wasted()).isZero();
    }

    @Test
    void requestsOfSnubbedPeerGoToAnother() throws Exception {
        ScriptedSeed silent = swarms.seed(n -> n < 20 ? Answer.CORRECT : Answer.NONE);
        Path target = temp.resolve("leech");
        Swarm swarm = swarms.fetch(target, silent.address());
        await().until(() -> silent.requests() > 20);
        ScriptedSeed other = swarms.seed(n -> Answer.CORRECT);
        swarm.addPeers(List.of(other.address()));
        swarms.later(Duration.ofSeconds(11));
        swarms.completed(swarm, target);
    }

    @ParameterizedTest
    @EnumSource(names = {"FIRST_BLOCK", "NONE"})
    void uselessPeersDoNotKeepBlocksFromHonestPeer(Answer answer) throws Exception {
        swarms.content(
                TestContent.make(Files.createDirectories(temp.resolve("small")), 11, 60_000));
        ScriptedSeed one = swarms.seed(n -> answer);
        ScriptedSeed other = swarms.seed(n -> answer);
        Path target = temp.resolve("leech");
        Swarm swarm = swarms.fetch(target, one.address(), other.address());
        await().until(() -> one.requests() + other.requests() > 0);
        swarms.later(Duration.ofSeconds(5));
        await().until(() -> one.requests() > 0 && other.requests() > 0);
        int before = one.requests() + other.requests();
        swarms.later(Duration.ofSeconds(11));
        await().until(() -> one.requests() + other.requests() > before);
        ScriptedSeed honest = swarms.seed(n -> Answer.CORRECT);
        swarm.addPeers(List.of(honest.address()));
        swarms.completed(swarm, target);
        assertThat(one.connections() + other.connections()).isEqualTo(2);
    }

    @Test
    void closesPeerThatSendsHaveNoneTwice() throws Exception {
        swarms.seed();
        RecordingPeer peer = swarms.recordingPeer();
        peer.send(new PeerMessage.HaveNone());
        peer.closedByEngine().get(20, TimeUnit.SECONDS);
    }

    /** As aria2 sends it in place of many HAVEs. */
    @Test
    void acceptsLaterHaveAll() throws Exception {
        Swarm swarm = swarms.fetch(temp.resolve("leech"));
        RecordingPeer peer = swarms.recordingPeer();
        await().until(() -> !swarm.status().peers().isEmpty());
        assertThat(swarm.status().peers().getFirst().pieceCount()).isZero();
        peer.send(new PeerMessage.HaveAll());
        await().until(() -> swarm.status().peers().getFirst()
                .pieceCount() == swarms.content().metainfo().pieceCount());
        assertThat(peer.closedByEngine()).isNotDone();
    }
}
