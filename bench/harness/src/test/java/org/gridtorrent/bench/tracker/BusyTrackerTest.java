package org.gridtorrent.bench.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.tracker.TrackerOptions;
import org.gridtorrent.tracker.TrackerServer;
import org.gridtorrent.tracker.limit.TrackerLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workstation's own client, at a tracker that has no room for one more call of its. */
class BusyTrackerTest {
    private static final String HOST = "127.0.0.1";
    private static final int MAX_CALLS = TrackerLimits.USUAL.callsOfOne();

    @TempDir
    Path folder;

    @Test
    void client_hearsWhenToComeAgain() throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "bench");
        try (ExecutorService polls = Executors.newVirtualThreadPerTaskExecutor();
                Catalog catalog = Catalog.open(Catalog.memoryUrl(UUID.randomUUID().toString()));
                TrackerServer tracker = TrackerServer.start(new TrackerOptions(HOST, 0, "bench",
                        URI.create("http://" + HOST), URI.create("https://" + HOST + ":0")),
                        keys, catalog)) {
            TrackerClient client = client(keys, catalog, tracker.port());
            long revision = client.fetchTasks(0, 0, OptionalLong.empty()).revision();
            for (int i = 0; i < MAX_CALLS; i++) {
                var _ = polls.submit(
                        () -> client.fetchTasks(revision, TrackerClient.LONGEST_WAIT_SECONDS,
                                OptionalLong.empty()));
            }
            await().until(() -> catalog.waiting() == MAX_CALLS);
            var busy = catchThrowableOfType(TrackerException.class, client::deviceStatus);
            assertThat(busy.reason()).isEqualTo(Reason.BUSY);
            assertThat(busy.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    private static TrackerClient client(SiteKeys keys, Catalog catalog, int port)
            throws Exception {
        Account owner = catalog.identity().accounts().register("owner", "Owner", "a long password");
        Device device = catalog.machines().devices().enrol(catalog.machines().devices()
                .createEnrolmentCode(owner.id(), keys.caCertificate()), "pc", "1").orElseThrow()
                .device();
        KeyPair pair = DeviceKeys.generate();
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var site = new SiteAddress(address, address, keys.caCertificate());
        var key = new SingleKeyManager(pair.getPrivate(), keys.authority().issueDevice(
                DeviceKeys.certificateRequest(pair), owner.id(), device.id(), Instant.now()));
        return new TrackerClient(site.endpoint(), site.tls(key));
    }
}
