package org.gridtorrent.bench.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.gridtorrent.bench.tracker.EarlierTracker.Level;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.State;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.daemon.Daemon;
import org.gridtorrent.client.daemon.DaemonOptions;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Enroller;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.security.IdentityStore;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.TrackerOptions;
import org.gridtorrent.tracker.TrackerServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Workstations of today at a tracker that was not upgraded with them: they enrol, publish, get and report. One
 * site stands behind the trackers of all levels.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class EarlierTrackerTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SiteKeys keys;
    private final Catalog catalog;
    private final TrackerServer today;
    private final Account owner;
    private final Account member;

    EarlierTrackerTest(@TempDir Path site) throws Exception {
        keys = SiteKeys.openOrCreate(site, "bench");
        catalog = Catalog.open(Catalog.memoryUrl(UUID.randomUUID().toString()));
        today = TrackerServer.start(new TrackerOptions(HOST, 0, "bench",
                URI.create("http://" + HOST), URI.create("https://" + HOST + ":0")), keys, catalog);
        owner = catalog.identity().accounts().register("owner", "Owner", "a long password");
        member = catalog.identity().accounts().register("member", "Member", "a long password");
    }

    @AfterAll
    void close() {
        today.close();
        catalog.close();
    }

    @ParameterizedTest
    @EnumSource
    void publishesAndGetsWithATrackerOfAnEarlierLevel(Level level, @TempDir Path folder)
            throws Exception {
        try (EarlierTracker earlier = new EarlierTracker(level, keys, today.port())) {
            Home ownersHome = Home.in(folder.resolve("owner"));
            Home membersHome = Home.in(folder.resolve("member"));
            DeviceIdentity publisher = enrolled(owner, ownersHome, earlier);
            DeviceIdentity reader = enrolled(member, membersHome, earlier);
            Path data = Files.createDirectory(folder.resolve("data"));
            byte[] bytes = ("measured by hand, " + level + "\n").repeat(10_000).getBytes(
                    StandardCharsets.UTF_8);
            Files.write(data.resolve("run.txt"), bytes);
            new OpenedFolders(ownersHome.openedFolders()).open(data);
            try (Daemon _ = started(ownersHome, publisher);
                    Daemon _ = started(membersHome, reader)) {
                var published = catalog.datasets().publishing()
                        .publish(new Draft(owner.id(), "Run", "",
                                Grants.EVERYONE, publisher.enrolment().deviceId(),
                                data.toRealPath().toString()));
                awaitDone(owner, published.task());
                Task download = catalog.work().tasks().requestDownload(member.id(),
                        published.content().id(), reader.enrolment().deviceId()).orElseThrow();
                awaitDone(member, download);
                assertThat(membersHome.defaultDownloads().resolve("data/run.txt"))
                        .hasBinaryContent(bytes);
                await().atMost(PATIENCE).until(() -> catalog.sharing().swarms()
                        .counts(published.content().id()).seeds() == 2);
            }
            assertThat(earlier.tooNew).isEmpty();
            assertThat(earlier.refused).containsExactlyElementsOf(switch (level) {
                case FIRST -> List.of("offerRoom", "openSession", "reportPlaces");
                case SECOND -> List.of("offerRoom", "reportPlaces");
                case THIRD -> List.of("reportPlaces");
                case FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH -> List.of();
            });
        }
    }

    private DeviceIdentity enrolled(Account account, Home home, EarlierTracker tracker)
            throws Exception {
        var store = new IdentityStore(home.identity());
        Enrolment enrolment = new Enroller(store).enrol(tracker.url(), catalog.machines().devices()
                .createEnrolmentCode(account.id(), keys.caCertificate()), account.name(), "test");
        var identity = new DeviceIdentity(store, enrolment);
        tracker.knows(enrolment.deviceId(), identity.tls());
        return identity;
    }

    private static Daemon started(Home home, DeviceIdentity identity) throws Exception {
        Configuration configuration = Configuration
                .read(Map.of("GRIDTORRENT_LISTEN", HOST + ":0"), home);
        return Daemon.start(DaemonOptions.of(home, configuration, "test"), identity);
    }

    private void awaitDone(Account account, Task task) {
        await().atMost(PATIENCE).until(
                () -> catalog.work().tasks().find(account.id(), task.id()).orElseThrow().state(),
                State.DONE::equals);
    }
}
