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
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content.Draft;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Task;
import org.gridtorrent.catalog.Task.State;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workstations of today at a tracker that was not upgraded with them: they enrol, publish, get and report. */
class EarlierTrackerTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void wholeErrand_isDoneWithATrackerOfAnEarlierLevel(Level level) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "bench");
        try (Catalog catalog = Catalog.open(Catalog.memoryUrl(UUID.randomUUID().toString()));
                EarlierTracker earlier = new EarlierTracker(level, keys);
                TrackerServer today = TrackerServer.start(new TrackerOptions(HOST, 0, "bench",
                        URI.create("http://" + HOST), earlier.url()), keys, catalog)) {
            earlier.start(today.port());
            Account owner = catalog.accounts().register("owner", "Owner", "a long password");
            Account member = catalog.accounts().register("member", "Member", "a long password");
            DeviceIdentity publisher = enrolled(owner, keys, catalog, earlier);
            DeviceIdentity reader = enrolled(member, keys, catalog, earlier);
            Path data = Files.createDirectory(folder.resolve("data"));
            byte[] bytes = "measured by hand\n".repeat(10_000).getBytes(
                    StandardCharsets.UTF_8);
            Files.write(data.resolve("run.txt"), bytes);
            new OpenedFolders(home("owner").openedFolders()).open(data);
            try (Daemon _ = started("owner", publisher); Daemon _ = started("member", reader)) {
                var published = catalog.contents().publish(new Draft(owner.id(), "Run", "",
                        Grants.EVERYONE, publisher.enrolment().deviceId(),
                        data.toRealPath().toString()));
                awaitDone(catalog, owner, published.task());
                Task download = catalog.tasks().requestDownload(member.id(),
                        published.content().id(), reader.enrolment().deviceId()).orElseThrow();
                awaitDone(catalog, member, download);
                assertThat(home("member").defaultDownloads().resolve("data/run.txt"))
                        .hasBinaryContent(bytes);
                await().atMost(PATIENCE).until(() -> catalog.swarms()
                        .counts(published.content().id()).seeds() == 2);
            }
            assertThat(earlier.tooNew).isEmpty();
            assertThat(earlier.refused).containsExactlyElementsOf(switch (level) {
                case FIRST -> List.of("offerRoom", "openSession", "reportPlaces");
                case SECOND -> List.of("offerRoom", "reportPlaces");
                case THIRD -> List.of("reportPlaces");
                case FOURTH, FIFTH -> List.of();
            });
        }
    }

    private Home home(String name) {
        return Home.in(folder.resolve(name));
    }

    private DeviceIdentity enrolled(Account account, SiteKeys keys, Catalog catalog,
            EarlierTracker tracker) throws Exception {
        var store = new IdentityStore(home(account.name()).identity());
        Enrolment enrolment = new Enroller(store).enrol(tracker.url(), catalog.devices()
                .createEnrolmentCode(account.id(), keys.caCertificate()), account.name(), "test");
        var identity = new DeviceIdentity(store, enrolment);
        tracker.knows(enrolment.deviceId(), identity.tls());
        return identity;
    }

    private Daemon started(String name, DeviceIdentity identity) throws Exception {
        Configuration configuration = Configuration
                .read(Map.of("GRIDTORRENT_LISTEN", HOST + ":0"), home(name));
        return Daemon.start(DaemonOptions.of(home(name), configuration, "test"), identity);
    }

    private static void awaitDone(Catalog catalog, Account account, Task task) {
        await().atMost(PATIENCE).until(
                () -> catalog.tasks().find(account.id(), task.id()).orElseThrow().state(),
                State.DONE::equals);
    }
}
