package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.download.ContentReader;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Web seeds (BEP 19) in swarms: scripted web servers over loopback. */
@SuppressWarnings("NullAway.Init") // set before each test
final class WebSeedTest {
    @TempDir
    Path temp = Path.of("");
    @AutoClose
    private LoopbackSwarms swarms;
    private Path target;

    @BeforeEach
    void begin() throws IOException {
        swarms = new LoopbackSwarms(temp);
        target = temp.resolve("leech");
    }

    private WebSeedServer server(WebSeedServer.Answers answers) throws IOException {
        WebSeedServer server = new WebSeedServer(swarms.content().directory(), answers);
        swarms.closing(server);
        return server;
    }

    private WebSeedServer goodServer() throws IOException {
        return server((n, response) -> response.correct());
    }

    private Swarm fetch(WebSeedServer... servers) throws IOException {
        Swarm swarm = swarms.fetch(target);
        swarm.addWebSeeds(Stream.of(servers).map(WebSeedServer::uri).toList(), AddressPolicy.ANY);
        return swarm;
    }

    private static void awaitWebSeed(Swarm swarm, Predicate<PeerStatus> condition) {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> swarm.status().webSeeds().stream().anyMatch(condition));
    }

    private static Predicate<PeerStatus> pausedBy(Class<? extends PeerFault> fault) {
        return seed -> seed.activity() instanceof PeerActivity.Paused(PeerFault why, _)
                && fault.isInstance(why);
    }

    private static Predicate<PeerStatus> refusedWith(ReplicaFault.Code code) {
        return seed -> seed
                .activity() instanceof PeerActivity.Paused(PeerFault.RequestFailed(_, _, ReplicaFault why), _)
                && why.code() == code;
    }

    @Test
    void webSeedAloneCompletesContentOfManyFiles_inLongRanges() throws Exception {
        WebSeedServer server = goodServer();
        Swarm swarm = fetch(server);
        assertThat(swarms.completed(swarm, target).wasted()).isZero();
        long files = swarms.content().metainfo().files().stream()
                .filter(file -> file.length() > 0).count();
        assertThat(server.requests()).hasSizeBetween((int) files, 30)
                .allMatch(request -> request.headers().get("range") != null);
    }

    @Test
    void webSeedCountsForNoPeer() throws Exception {
        CountDownLatch isAwaited = new CountDownLatch(1);
        CompletableFuture<ReplicaClient> opened = new CompletableFuture<>();
        SSLContext tls = SSLContext.getDefault();
        Swarm swarm = swarms.fetch(target);
        swarms.lastEngine().setReplicaClient(() -> {
            isAwaited.countDown();
            return opened.join();
        });
        swarm.addWebSeeds(List.of(goodServer().uri()), AddressPolicy.ANY);
        try {
            assertThat(isAwaited.await(60, TimeUnit.SECONDS)).isTrue();
            await().until(() -> !swarm.status().webSeeds().isEmpty());
            assertThat(swarm.status().peers()).isEmpty();
            assertThat(swarm.status().obstacle()).containsInstanceOf(Obstacle.NoPeers.class);
        } finally {
            opened.complete(new ReplicaClient(tls, Credentials.NONE, Map.of()));
        }
        assertThat(swarms.completed(swarm, target).peersEverConnected()).isZero();
    }

    @Test
    void webSeedOfOneFileIsTheFileOrItsFolder() throws Exception {
        swarms.content(TestContent.makeFile(Files.createDirectories(temp.resolve("one")), 3,
                1_000_000));
        WebSeedServer server = goodServer();
        Swarm swarm = swarms.fetch(target);
        swarm.addWebSeeds(List.of(server.uri().resolve("content")), AddressPolicy.ANY);
        swarms.completed(swarm, target);
        Path again = temp.resolve("again");
        swarms.lastEngine().close();
        Swarm other = swarms.engine().add(swarms.content().metainfo(), again,
                temp.resolve("again-state"), SwarmOptions.downloading());
        other.addWebSeeds(List.of(server.uri()), AddressPolicy.ANY);
        swarms.completed(other, again);
    }

    @Test
    void webSeedOfTheMetainfoIsUsed() throws Exception {
        WebSeedServer server = goodServer();
        Metainfo metainfo = new MetainfoBuilder(swarms.content().directory().resolve("content"))
                .pieceLength(TestContent.PIECE_LENGTH).webSeed(server.uri()).build().metainfo();
        Swarm swarm = swarms.engine().add(metainfo, target, temp.resolve("state"),
                SwarmOptions.downloading());
        swarms.completed(swarm, target);
    }

    /** Each waits with its second answer until all have brought a part. */
    @Test
    void twoPeersAndTwoWebSeedsEachBringAPart() throws Exception {
        CountDownLatch webSeedsServed = new CountDownLatch(2);
        CountDownLatch peersServed = new CountDownLatch(2);
        WebSeedServer.Answers answers = (n, response) -> {
            if (n > 0) {
                peersServed.await();
            }
            response.correct();
            webSeedsServed.countDown();
        };
        Swarm swarm = fetch(server(answers), server(answers));
        ScriptedSeed one = swarms.seed(n -> afterWebSeeds(n, webSeedsServed, peersServed));
        ScriptedSeed other = swarms.seed(n -> afterWebSeeds(n, webSeedsServed, peersServed));
        swarm.addPeers(List.of(one.address(), other.address()));
        swarms.completed(swarm, target);
        assertThat(one.requests()).isPositive();
        assertThat(other.requests()).isPositive();
    }

    private static Answer afterWebSeeds(int n, CountDownLatch webSeedsServed,
            CountDownLatch peersServed) {
        try {
            webSeedsServed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (n == 0) {
            peersServed.countDown();
        }
        return Answer.CORRECT;
    }

    @Test
    void falseWebSeedIsNamedAndAskedAgainAfterAPause() throws Exception {
        WebSeedServer liar = server((n, response) -> response.corrupt());
        Swarm swarm = fetch(liar);
        awaitWebSeed(swarm, pausedBy(PeerFault.FalseData.class));
        swarms.later(Duration.ofSeconds(4)); // what came is no rate any more
        await().untilAsserted(() -> assertThat(swarm.status().obstacle())
                .hasValueSatisfying(why -> assertThat(why)
                        .isInstanceOf(Obstacle.Misbehaving.class)));
        int asked = liar.requests().size();
        swarms.later(Duration.ofSeconds(25));
        assertThat(liar.requests()).hasSize(asked);
        swarms.later(Duration.ofSeconds(35));
        await().until(() -> liar.requests().size() > asked);
        swarm.addPeers(List.of(swarms.seed(n -> Answer.CORRECT).address()));
        swarms.completed(swarm, target);
    }

    /** Peers and web seeds of a test have one address: a ban of the host would keep the second peer out. */
    @Test
    void falseWebSeedsBanNoPeersAtTheirHost() throws Exception {
        Swarm swarm = fetch(server((n, response) -> response.corrupt()),
                server((n, response) -> response.corrupt()),
                server((n, response) -> response.corrupt()),
                server((n, response) -> response.corrupt()));
        await().atMost(60, TimeUnit.SECONDS).until(() -> swarm.status().webSeeds().stream()
                .filter(pausedBy(PeerFault.FalseData.class)).count() == 4);
        ScriptedSeed silent = swarms.seed(n -> Answer.NONE);
        swarm.addPeers(List.of(silent.address()));
        await().until(() -> swarm.status().peers().size() == 1);
        ScriptedSeed honest = swarms.seed(n -> Answer.CORRECT);
        swarm.addPeers(List.of(honest.address()));
        await().until(() -> honest.requests() > 0);
    }

    @Test
    void deadWebSeedIsNamedAndComesBackAfterAPause() throws Exception {
        WebSeedServer server = server((n, response) -> {
            if (n == 0) {
                response.status("500 Internal Server Error", "");
            } else {
                response.correct();
            }
        });
        Swarm swarm = fetch(server);
        awaitWebSeed(swarm, refusedWith(ReplicaFault.Code.SERVER_ERROR));
        swarms.later(Duration.ofSeconds(11));
        swarms.completed(swarm, target);
    }

    @Test
    void credentialsThatChangedAreUsedAfterThePause() throws Exception {
        WebSeedServer server = server((n, response) -> {
            if ("Bearer right".equals(response.request.headers().get("authorization"))) {
                response.correct();
            } else {
                response.status("401 Unauthorized", "");
            }
        });
        Path tokens = temp.resolve("tokens");
        SSLContext tls = SSLContext.getDefault();
        Swarm swarm = swarms.fetch(target);
        swarms.lastEngine().setReplicaClient(() -> new ReplicaClient(tls,
                Credentials.load(temp.resolve("netrc"), tokens), Map.of()));
        swarm.addWebSeeds(List.of(server.uri()), AddressPolicy.ANY);
        awaitWebSeed(swarm, refusedWith(ReplicaFault.Code.UNAUTHORIZED));
        Files.writeString(tokens, server.uri().resolve("/") + " right");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        swarms.later(Duration.ofHours(1));
        swarms.completed(swarm, target);
    }

    @Test
    void busyWebSeedIsLeftAloneForAsLongAsItAsks() throws Exception {
        WebSeedServer server = server((n, response) -> {
            if (n == 0) {
                response.status("503 Service Unavailable", "Retry-After: 120\r\n");
            } else {
                response.correct();
            }
        });
        Swarm swarm = fetch(server);
        awaitWebSeed(swarm, refusedWith(ReplicaFault.Code.BUSY));
        swarms.later(Duration.ofSeconds(60));
        awaitWebSeed(swarm, seed -> seed
                .activity() instanceof PeerActivity.Paused(_, Duration left)
                && left.toSeconds() < 61 && left.toSeconds() > 30);
        assertThat(server.requests()).hasSize(1);
        swarms.later(Duration.ofSeconds(61));
        swarms.completed(swarm, target);
    }

    @Test
    void webSeedThatAllowsOneConnectionServesAllByIt() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        WebSeedServer server = server((n, response) -> {
            try {
                if (connections.incrementAndGet() == 1) {
                    response.correct();
                } else {
                    response.status("503 Service Unavailable", "");
                }
            } finally {
                connections.decrementAndGet();
            }
        });
        Swarm swarm = fetch(server);
        assertThat(swarms.completed(swarm, target).wasted()).isZero();
        assertThat(server.requests()).hasSizeLessThan(60);
    }

    @Test
    void silentWebSeedIsGivenUp_andItsBlocksGoToAPeer() throws Exception {
        WebSeedServer server = server((n, response) -> {
            response.head();
            Thread.currentThread().join();
        });
        Swarm swarm = fetch(server);
        await().until(() -> !server.requests().isEmpty());
        swarms.later(Duration.ofSeconds(21));
        awaitWebSeed(swarm, pausedBy(PeerFault.Silent.class));
        swarm.addPeers(List.of(swarms.seed(n -> Answer.CORRECT).address()));
        swarms.completed(swarm, target);
    }

    @Test
    void cutResponsesAreContinued() throws Exception {
        WebSeedServer server = server((n, response) -> response.cut(50_000));
        Swarm swarm = fetch(server);
        assertThat(swarms.completed(swarm, target).wasted()).isZero();
    }

    @Test
    void webSeedWithoutRangesIsNamed() throws Exception {
        WebSeedServer server = server((n, response) -> response.whole());
        Swarm swarm = fetch(server);
        awaitWebSeed(swarm, refusedWith(ReplicaFault.Code.RANGES_UNSUPPORTED));
        assertThat(swarm.status().bytesVerified()).isZero();
    }

    /** A file that one range covers is the same with and without ranges. */
    @Test
    void filesThatOneRangeCoversComeWithoutRanges() throws Exception {
        swarms.content(TestContent.make(Files.createDirectories(temp.resolve("small")), 3,
                100_000, 30_000, 70_001));
        swarms.completed(fetch(server((n, response) -> response.whole())), target);
    }

    @Test
    void fileThatTheServerLacksComesFromAPeer_theOthersFromTheServer() throws Exception {
        MetainfoFile lacking = swarms.content().metainfo().files().getLast();
        WebSeedServer server = server((n, response) -> {
            if (response.file().endsWith(lacking.path().name())) {
                response.status("404 Not Found", "");
            } else {
                response.correct();
            }
        });
        Swarm swarm = fetch(server);
        await().atMost(60, TimeUnit.SECONDS).until(() -> {
            swarms.later(Duration.ofMillis(100)); // the pause before the other files
            return swarm.status().bytesVerified() >= lacking.offset() - TestContent.PIECE_LENGTH;
        });
        awaitWebSeed(swarm, refusedWith(ReplicaFault.Code.NOT_FOUND));
        long asked = server.requests().stream()
                .filter(request -> request.target().endsWith(lacking.path().name())).count();
        assertThat(asked).isLessThan(5);
        swarm.addPeers(List.of(swarms.seed(n -> Answer.CORRECT).address()));
        swarms.completed(swarm, target);
    }

    @Test
    void fileOfAnotherLengthIsNamed() throws Exception {
        Path other = Files.createDirectories(temp.resolve("other/content/folder0"));
        Files.write(other.resolve("file000"), new byte[LoopbackSwarms.LENGTH]);
        WebSeedServer server = new WebSeedServer(temp.resolve("other"),
                (n, response) -> response.correct());
        swarms.closing(server);
        Swarm swarm = fetch(server);
        awaitWebSeed(swarm, seed -> seed
                .activity() instanceof PeerActivity.Paused(PeerFault.WrongLength(_, String path, long length), _)
                && path.endsWith("file000") && length == LoopbackSwarms.LENGTH);
    }

    @Test
    void paddingIsMadeHere_andNamesAreEncoded() throws Exception {
        Path source = Files.createDirectories(temp.resolve("odd"));
        Path root = Files.createDirectories(source.resolve("a set"));
        Random random = new Random(5);
        for (String name : List.of("a #1%.dat", "b+c.dat", "ünter/ç.dat")) {
            byte[] data = new byte[64 * TestContent.PIECE_LENGTH + 1]; // long enough to be padded
            random.nextBytes(data);
            Files.createDirectories(root.resolve(name).getParent());
            Files.write(root.resolve(name), data);
        }
        Metainfo metainfo = new MetainfoBuilder(root).pieceLength(TestContent.PIECE_LENGTH)
                .padded(true).build().metainfo();
        assertThat(metainfo.files()).anyMatch(MetainfoFile::isPadding);
        WebSeedServer server = new WebSeedServer(source, (n, response) -> response.correct());
        swarms.closing(server);
        Swarm swarm = swarms.engine().add(metainfo, target, temp.resolve("state"),
                SwarmOptions.downloading());
        swarm.addWebSeeds(List.of(server.uri()), AddressPolicy.ANY);
        swarm.completion().get(20, TimeUnit.SECONDS);
        new TestContent(source, metainfo, swarms.content().bytes()).assertIn(target);
        assertThat(server.requests()).noneMatch(request -> request.target().contains("pad"));
    }

    /** The limit holds the responses back, and the requests stay long. */
    @Test
    void downloadLimitHoldsResponsesBack() throws Exception {
        WebSeedServer server = goodServer();
        Swarm swarm = swarms.fetch(target);
        swarms.lastEngine().limits().set(
                new RateSchedules(RateSchedule.OFF, RateSchedule.always(100_000)));
        swarm.addWebSeeds(List.of(server.uri()), AddressPolicy.ANY);
        awaitWebSeed(swarm, seed -> seed.activity() instanceof PeerActivity.RequestsLimited);
        await().until(() -> swarm.status().downloaded() >= 100_000);
        assertThat(server.requests()).hasSizeLessThan(4);
        swarms.lastEngine().limits().set(
                new RateSchedules(RateSchedule.OFF, RateSchedule.OFF));
        swarms.completed(swarm, target);
    }

    @Test
    void readerGetsItsPiecesFromAWebSeed() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        WebSeedServer server = server((n, response) -> {
            if (n > 8) {
                read.await();
            }
            response.correct();
        });
        Swarm swarm = swarms.fetch(target);
        int last = swarms.content().metainfo().files().size() - 1;
        long length = swarms.content().metainfo().files().get(last).length();
        try (ContentReader reader = swarm.reader(last, length - 50_000, length)) {
            swarm.addWebSeeds(List.of(server.uri()), AddressPolicy.ANY);
            byte[] end = Files.readAllBytes(swarms.file(last));
            assertThat(reader.readAllBytes())
                    .isEqualTo(Arrays.copyOfRange(end, end.length - 50_000, end.length));
        }
        read.countDown();
        swarms.completed(swarm, target);
    }

    @Test
    void webSeedThatTheTrackerNamesNoMoreIsAskedNoMore() throws Exception {
        CountDownLatch removed = new CountDownLatch(1);
        WebSeedServer server = server((n, response) -> {
            removed.await();
            response.correct();
        });
        Swarm swarm = swarms.fetch(target);
        swarm.setTrackerWebSeeds(List.of(server.uri()), AddressPolicy.ANY);
        await().until(() -> !server.requests().isEmpty());
        swarm.setTrackerWebSeeds(List.of(), AddressPolicy.ANY);
        await().until(() -> swarm.status().webSeeds().isEmpty());
        int asked = server.requests().size();
        removed.countDown();
        swarm.addPeers(List.of(swarms.seed(n -> Answer.CORRECT).address()));
        swarms.completed(swarm, target);
        assertThat(server.requests()).hasSize(asked);
    }

    @Test
    void trackerReplacesTheWebSeedsThatItNamed() throws Exception {
        WebSeedServer first = server((n, response) -> {
            response.head();
            Thread.currentThread().join();
        });
        WebSeedServer next = goodServer();
        Swarm swarm = swarms.fetch(target);
        swarm.setTrackerWebSeeds(List.of(first.uri()), AddressPolicy.ANY);
        await().until(() -> !first.requests().isEmpty());
        swarm.setTrackerWebSeeds(List.of(next.uri()), AddressPolicy.ANY);
        swarms.completed(swarm, target);
    }

    /** Sources of private content are named by the tracker alone (BEP 27). */
    @Test
    void privateContentIsFetchedFromWebSeedsOfTheTrackerAlone() throws Exception {
        WebSeedServer server = goodServer();
        WebSeedServer named = goodServer();
        Metainfo metainfo = new MetainfoBuilder(swarms.content().directory().resolve("content"))
                .pieceLength(TestContent.PIECE_LENGTH).privateTorrent(true)
                .webSeed(server.uri()).build().metainfo();
        Swarm swarm = swarms.engine().add(metainfo, target, temp.resolve("state"),
                SwarmOptions.downloading());
        swarm.setTrackerWebSeeds(List.of(named.uri()), AddressPolicy.ANY);
        swarms.completed(swarm, target);
        assertThat(server.requests()).isEmpty();
    }

    /** Somebody else named the address, and it leads to this machine. */
    @Test
    void addressOfThisMachineIsRefusedWhereAnotherNamedIt() throws Exception {
        WebSeedServer server = goodServer();
        Swarm swarm = swarms.fetch(target);
        swarm.setTrackerWebSeeds(List.of(server.uri()), AddressPolicy.PUBLIC);
        awaitWebSeed(swarm, refusedWith(ReplicaFault.Code.ADDRESS_REFUSED));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void webSeedIsNotAskedWhenNothingIsMissing() throws Exception {
        WebSeedServer server = goodServer();
        Swarm swarm = fetch(server);
        swarms.completed(swarm, target);
        await().until(() -> swarm.status().webSeeds().isEmpty());
        assertThat(swarm.status().obstacle()).isEmpty();
    }
}
