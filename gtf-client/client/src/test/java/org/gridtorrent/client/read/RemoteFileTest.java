package org.gridtorrent.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.gridtorrent.client.share.ReadLease;
import org.gridtorrent.client.tree.OpenFile;
import org.gridtorrent.client.tree.UnreadableException;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.cache.CacheLimits;
import org.gridtorrent.engine.cache.ReadCache;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are read from another machine, which is a second engine over loopback. */
@SuppressWarnings("NullAway.Init") // set before each test
@Timeout(60)
class RemoteFileTest {
    private static final int LENGTH = 400_000;

    @TempDir
    private Path folder;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private byte[] bytes;
    private Metainfo metainfo;
    private Engine holder;
    private Engine here;
    private ReadCache cache;
    private Swarm swarm;
    private int swarms;

    @BeforeEach
    void publish() throws Exception {
        bytes = new byte[LENGTH];
        new SplittableRandom(20260101).nextBytes(bytes);
        Path data = Files.write(folder.resolve("data"), bytes);
        metainfo = new MetainfoBuilder(data).build().metainfo();
        holder = engine();
        here = engine();
        cache = opened(ReadCache.open(folder.resolve("cache"), new CacheLimits(1 << 30, 0)));
    }

    private Engine engine() throws Exception {
        return opened(Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate()));
    }

    private <T extends AutoCloseable> T opened(T each) {
        opened.add(each);
        return each;
    }

    @AfterEach
    void close() throws Exception {
        here.close(); // before the cache, which it reads into
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private void hold() {
        holder.add(metainfo, folder, folder.resolve("state"), SwarmOptions.seedingInPlace());
    }

    private ReadLease lease(Metainfo of) {
        if (here.swarm(of.infoHash()).isEmpty()) {
            swarm = here.addCached(of, cache);
            swarm.addPeers(List.of(PeerAddress.tcp(holder.listenAddress())));
            swarms++;
        }
        return ReadLease.ofShared(swarm);
    }

    private RemoteContentSource source() {
        return opened(new RemoteContentSource(this::lease, _ -> {}));
    }

    private static byte[] read(OpenFile file, long offset, int length) throws Exception {
        ByteBuffer read = file.read(offset, length).get();
        byte[] copy = new byte[read.remaining()];
        read.get(copy);
        return copy;
    }

    private static UnreadableException failure(CompletableFuture<?> read) throws Exception {
        try {
            read.get();
            throw new AssertionError("was read");
        } catch (ExecutionException e) {
            return (UnreadableException) Objects.requireNonNull(e.getCause());
        }
    }

    @Test
    void readsAnyRange_andNothingBehindTheEnd() throws Exception {
        hold();
        OpenFile file = opened(source().open(metainfo, 0));
        assertThat(read(file, LENGTH - 10, 100))
                .isEqualTo(Arrays.copyOfRange(bytes, LENGTH - 10, LENGTH));
        assertThat(read(file, 0, LENGTH)).isEqualTo(bytes);
        assertThat(read(file, LENGTH, 1)).isEmpty();
    }

    @Test
    void goesOnWithTheNextSwarm_whenItsOwnEnds() throws Exception {
        OpenFile file = opened(source().open(metainfo, 0));
        CompletableFuture<ByteBuffer> waits = file.read(0, LENGTH);
        hold();
        here.remove(metainfo.infoHash());
        assertThat(waits.get()).isEqualTo(ByteBuffer.wrap(bytes));
        assertThat(swarms).isEqualTo(2);
        here.remove(metainfo.infoHash());
        assertThat(read(file, 1, 5)).isEqualTo(Arrays.copyOfRange(bytes, 1, 6));
    }

    @Test
    void failsWithoutAHolder_andThenAtOnce_untilBytesCome() throws Exception {
        var stalled = new StalledReads(Duration.ofSeconds(1), Duration.ofMinutes(5));
        var source = opened(new RemoteContentSource(this::lease, _ -> {}, stalled));
        OpenFile file = opened(source.open(metainfo, 0));
        for (int i = 0; i < 2; i++) {
            UnreadableException failure = failure(file.read(0, 1));
            assertThat(failure.reason()).isEqualTo(Reason.NO_HOLDER);
            assertThat(failure).hasMessageContaining("data: nothing was received for 1 s. ");
        }
        hold();
        await().ignoreExceptions()
                .until(() -> Arrays.equals(read(file, 0, LENGTH), bytes));
    }

    @Test
    void cancelledRead_endsAtOnce() throws Exception {
        OpenFile file = opened(source().open(metainfo, 0));
        CompletableFuture<ByteBuffer> read = file.read(0, 1);
        read.cancel(false);
        assertThatThrownBy(read::get).isInstanceOf(CancellationException.class);
    }
}
