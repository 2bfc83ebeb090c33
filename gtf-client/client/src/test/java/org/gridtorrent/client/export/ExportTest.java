package org.gridtorrent.client.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.client.tree.TreeChange;
import org.gridtorrent.client.tree.UnreadableException;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.fuse.ReadBuffers;
import org.gridtorrent.fuse.ReadData;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ExportTest {
    private static final InfoHash HASH = InfoHash.of(new byte[InfoHash.V1_LENGTH]);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final MemoryTree tree = new MemoryTree();
    private final Queue<TreeChange> changes = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger reconnections = new AtomicInteger();
    @SuppressWarnings("NullAway.Init")
    private ExportServer server;
    @SuppressWarnings("NullAway.Init")
    private ExportClient client;

    @BeforeEach
    void start() throws IOException {
        server = new ExportServer(address(), tree);
        client = ExportClient.start(address(), new ReadBuffers(), new ExportClient.Listener() {
            @Override
            public void changed(TreeChange change) {
                changes.add(change);
            }

            @Override
            public void reconnected() {
                reconnections.incrementAndGet();
            }

            @Override
            public void failed(String message) {
                failures.add(message);
            }
        });
    }

    @AfterEach
    void end() throws IOException {
        client.close();
        server.close();
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(folder.resolve("export.sock"));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static byte[] bytes(ReadData data) {
        byte[] bytes = data.bytes().toArray(ValueLayout.JAVA_BYTE);
        data.release().run();
        return bytes;
    }

    @Test
    void findsAndListsNodes() {
        tree.put("id/d1/läufe/run-1.h5", random(1000));

        assertThat(client.find("id/d1").join()).map(ExportedNode::name).contains("d1");
        assertThat(client.find("id/d1/läufe/run-1.h5").join()).get()
                .isInstanceOfSatisfying(ExportedNode.File.class,
                        file -> assertThat(file.size()).isEqualTo(1000));
        assertThat(client.find("id/none").join()).isEmpty();
        assertThat(client.list("").join()).extracting(ExportedNode::name).containsExactly("id");
        assertThat(client.list("id/d1/läufe/run-1.h5")).failsWithin(Duration.ofSeconds(9))
                .withThrowableThat().withCauseInstanceOf(IOException.class);
    }

    @Test
    void listsFoldersOfManyPages() {
        for (int i = 0; i < 5000; i++) {
            tree.put("d/%05d-%s".formatted(i, "x".repeat(100)), new byte[0]);
        }

        List<ExportedNode> nodes = client.list("d").join();

        assertThat(nodes).hasSize(5000);
        assertThat(nodes.getLast().name()).startsWith("04999-");
    }

    @Test
    void readsManyRangesAtOnce() {
        byte[] bytes = random(4_000_000);
        tree.put("d/file", bytes);
        ExportedFile file = client.open("d/file", HASH).join();

        List<CompletableFuture<ReadData>> reads = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += 4096) {
            reads.add(file.read(from, 4096));
        }

        ByteBuffer all = ByteBuffer.allocate(bytes.length);
        reads.forEach(read -> all.put(bytes(read.join())));
        assertThat(all.array()).isEqualTo(bytes);
        assertThat(client.waiting()).isZero();
    }

    private static Errno failure(CompletableFuture<?> future) {
        await().until(future::isDone);
        return ((ErrnoException) Objects.requireNonNull(future.exceptionNow())).errno();
    }

    @Test
    void failuresHaveTheirErrors() {
        tree.put("d/file", random(10));
        tree.put("e/file", random(10));
        ExportedFile forbidden = client.open("d/file", HASH).join();
        ExportedFile withdrawn = client.open("e/file", HASH).join();

        tree.end("d", Reason.FORBIDDEN);
        tree.end("e", Reason.WITHDRAWN);

        assertThat(failure(forbidden.read(0, 10))).isEqualTo(Errno.EACCES);
        assertThat(failure(withdrawn.read(0, 10))).isEqualTo(Errno.ESTALE);
        assertThat(failure(client.open("d/file", HASH))).isEqualTo(Errno.ESTALE);
        await().until(() -> changes.size() == 2);
        assertThat(changes).contains(new TreeChange(TreeChange.Kind.REMOVED, "d"));
        assertThat(failures).isEmpty();
    }

    @Test
    void whatAPersonShouldKnowIsTold() {
        tree.put("d/file", random(10)).makeWait();
        CompletableFuture<ReadData> read = client.open("d/file", HASH).join().read(0, 10);
        await().until(() -> tree.waiting.size() == 1);

        boolean failed = tree.waiting.getFirst().completeExceptionally(
                new UnreadableException(Reason.CORRUPT, "d/file: all holders send false bytes"));

        assertThat(failed).isTrue();
        assertThat(failure(read)).isEqualTo(Errno.EIO);
        assertThat(failures).containsExactly("d/file: all holders send false bytes");
    }

    @Test
    void cancelledReadsAreGivenUpAtTheDaemon() {
        tree.put("d/file", random(10)).makeWait();
        ExportedFile file = client.open("d/file", HASH).join();
        CompletableFuture<ReadData> read = file.read(0, 10);
        await().until(() -> tree.waiting.size() == 1);

        assertThat(read.cancel(false)).isTrue();

        await().until(() -> tree.waiting.getFirst().isCancelled());
        assertThat(client.waiting()).isZero();
    }

    @Test
    void readsBeyondTheBoundsWaitForTheirTurn() {
        tree.put("d/file", random(10)).makeWait();
        ExportedFile file = client.open("d/file", HASH).join();
        List<CompletableFuture<ReadData>> reads = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            reads.add(file.read(0, 10));
        }
        await().until(() -> tree.waiting.size() == Frames.MAX_REQUESTS);

        assertThat(tree.waiting.getFirst().complete(10)).isTrue();

        await().until(() -> tree.waiting.size() == Frames.MAX_REQUESTS + 1);
        reads.forEach(read -> assertThat(read.isDone() || read.cancel(false)).isTrue());
        await().until(() -> client.waiting() == 0);
    }

    @Test
    void readsWaitUntilTheDaemonIsBack() throws IOException {
        byte[] bytes = random(100_000);
        tree.put("d/file", bytes);
        ExportedFile file = client.open("d/file", HASH).join();
        tree.put("d/waiting", random(10)).makeWait();
        CompletableFuture<ReadData> lost = client.open("d/waiting", HASH)
                .thenCompose(opened -> opened.read(0, 10));
        await().until(() -> tree.waiting.size() == 1);
        server.close();
        await().until(() -> !client.isConnected());

        CompletableFuture<ReadData> later = file.read(50_000, 50_000);
        assertThat(later.isDone()).isFalse();
        server = new ExportServer(address(), tree);

        assertThat(bytes(later.join()))
                .isEqualTo(Arrays.copyOfRange(bytes, 50_000, 100_000));
        await().until(() -> tree.waiting.size() == 2);
        assertThat(tree.waiting.getLast().complete(10)).isTrue();
        assertThat(bytes(lost.join())).isEqualTo(random(10));
        assertThat(reconnections).hasValue(1);
    }

    @Test
    void hostileFramesEndTheirConnectionAlone() throws IOException {
        Random random = new Random(TestScale.seed("export.seed"));
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            ByteBuffer said = ByteBuffer.allocate(4 + 9 + bytes.length).putInt(Frames.MAGIC)
                    .putInt(i % 2 == 0 ? bytes.length : random.nextInt()).putInt(i)
                    .put((byte) random.nextInt(9)).put(bytes).flip();
            try (SocketChannel channel = SocketChannel.open(address())) {
                channel.write(said);
                channel.shutdownOutput();
                ByteBuffer answer = ByteBuffer.allocate(1000);
                while (channel.read(answer.clear()) >= 0) {
                    assertThat(answer.position()).isPositive();
                }
            } catch (SocketException e) {
                assertThat(e).hasMessageContaining("reset"); // it was left before all was read
            }
        }
        tree.put("d/file", random(3));
        assertThat(client.find("d/file").join()).isPresent();
    }

    @Test
    void cutOffNodesAreRefused() {
        ExportedNode file = new ExportedNode.File("name", Instant.EPOCH, 7, HASH,
                "path");
        ByteBuffer whole = ByteBuffer.allocate(Frames.maxLength(file));
        Frames.putNode(whole, file);
        whole.flip();
        assertThat(whole.remaining()).isLessThanOrEqualTo(Frames.maxLength(file));
        for (int length = 0; length < whole.limit(); length++) {
            ByteBuffer cut = whole.duplicate().limit(length);
            assertThatThrownBy(() -> Frames.decode(cut, Frames::node))
                    .isInstanceOf(IOException.class);
        }
    }
}
