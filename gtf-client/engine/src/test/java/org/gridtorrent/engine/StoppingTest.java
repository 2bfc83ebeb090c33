package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.engine.connection.Network;
import org.gridtorrent.engine.limit.ConnectionLimit;
import org.gridtorrent.engine.limit.RateLimits;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.MemoryStorage;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.PieceStoreListener;
import org.gridtorrent.engine.storage.StoreLimits;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmContext;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.webseed.ReplicaClients;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stop of a swarm with a full mailbox, while its store reports to it.
 *
 * <p>The swarm's thread waits for the store and no longer empties the mailbox. Barriers make these events,
 * which otherwise meet by chance, happen together.
 */
final class StoppingTest {
    @TempDir
    private Path temp;

    /** Blocks threads until it is opened. */
    private static final class Barrier {
        private final CountDownLatch come = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        void pass() {
            come.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Gate that admits all peers; a recheck blocks until the barrier is opened. */
    private record SlowGate(Barrier barrier) implements Gate {
        @Override
        public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
                throws IOException {
            raw.output().write(handshake);
            raw.output().flush();
            return raw;
        }

        @Override
        public Incoming incoming(Connection raw) {
            return new Incoming(raw, _ -> true);
        }

        @Override
        public boolean stillAdmitted(Connection connection, InfoHash content) {
            barrier.pass();
            return true;
        }
    }

    /** Listener that reports verified pieces when the barrier is opened. */
    private record DelayedListener(Barrier barrier,
            PieceStoreListener listener) implements PieceStoreListener {
        @Override
        public void verified(List<Integer> pieces) {
            barrier.pass();
            listener.verified(pieces);
        }

        @Override
        public void hashFailed(int piece) {
            listener.hashFailed(piece);
        }

        @Override
        public void corruptBlocks(List<Block> blocks) {
            listener.corruptBlocks(blocks);
        }

        @Override
        public void invalidated(List<Integer> pieces, InvalidationReason reason) {
            listener.invalidated(pieces, reason);
        }

        @Override
        public void disputedRechecked() {
            listener.disputedRechecked();
        }

        @Override
        public void filesPrepared() {
            listener.filesPrepared();
        }

        @Override
        public void drained() {
            listener.drained();
        }

        @Override
        public void diskFull(DiskFullException reason) {
            listener.diskFull(reason);
        }

        @Override
        public void diskHasRoom() {
            listener.diskHasRoom();
        }

        @Override
        public void failed(List<Integer> lost, IOException reason) {
            listener.failed(lost, reason);
        }
    }

    private Swarm fetch(TestContent content, Barrier owner, Barrier store) {
        return start(content, owner,
                (metainfo, listener, progress) -> PieceStore.open(metainfo,
                        FileStorage.writable(metainfo, temp.resolve("target")),
                        ResumeJournal.open(temp.resolve("journal"), metainfo), StoreLimits.DEFAULT,
                        new DelayedListener(store, listener), progress));
    }

    private static Swarm start(TestContent content, Barrier owner, Swarm.StoreOpener opener) {
        var random = new SplittableRandom(1);
        return Swarm.start(content.metainfo(), opener, SwarmOptions.downloading(),
                new SwarmContext(System::nanoTime, random,
                        new Network(PeerId.random(random), 1, new SlowGate(owner),
                                Map.of(TcpTransport.NAME, new TcpTransport()),
                                Network.HANDSHAKE_TIMEOUT,
                                ConnectionLimit.withDefaults(), new OwnAddresses()),
                        RateLimits.ofEngine(System::nanoTime, Clock.systemUTC()),
                        new ReplicaClients()));
    }

    @Test
    @Timeout(60)
    void stopsDespiteFullMailboxAndBusyStore() throws Exception {
        TestContent content = TestContent.make(Files.createDirectories(temp.resolve("source")), 3,
                3_000_000);
        Barrier owner = new Barrier();
        Barrier store = new Barrier();
        try (ScriptedSeed seed = new ScriptedSeed(content, n -> n < 20
                ? ScriptedSeed.Answer.CORRECT
                : ScriptedSeed.Answer.NONE)) {
            Swarm swarm = fetch(content, owner, store);
            swarm.addPeers(List.of(seed.address()));
            store.come.await();
            swarm.recheckAdmission();
            owner.come.await();

            Thread stop = Thread.ofPlatform().daemon().start(swarm::stop);
            await().until(() -> stop.getState() == Thread.State.WAITING);
            // The owner is held and takes nothing.
            for (int i = 0; i < 5000; i++) {
                swarm.recheckAdmission();
                swarm.limit(RateSchedules.OFF);
            }
            owner.open.countDown();
            store.open.countDown();
            stop.join();
            assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.STOPPED);
        }
    }

    @Test
    @Timeout(60)
    void isStoppedThoughItsFilesCannotBeClosed() throws Exception {
        TestContent content = TestContent.make(Files.createDirectories(temp.resolve("source")), 3,
                50_000);
        var storage = new MemoryStorage(content.metainfo());
        storage.failToCloseWith(new IOException("it is broken"));
        Swarm swarm = start(content, new Barrier(),
                (metainfo, listener, progress) -> PieceStore.open(metainfo, storage,
                        ResumeJournal.open(temp.resolve("journal"), metainfo), StoreLimits.DEFAULT,
                        listener, progress));
        await().until(() -> swarm.status().phase() == SwarmPhase.FETCHING);
        swarm.stop();
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.STOPPED);
    }
}
