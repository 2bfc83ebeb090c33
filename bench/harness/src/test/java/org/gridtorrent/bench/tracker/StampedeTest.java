package org.gridtorrent.bench.tracker;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.testing.TestScale;
import org.gridtorrent.tracker.TrackerOptions;
import org.gridtorrent.tracker.TrackerServer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A tracker restarted while as many machines wait at it as {@code -Dtracker.stampede} says. */
class StampedeTest {
    private static final int MACHINES = TestScale.of("tracker.stampede", 40, 200);
    /** Factor by which the machines come back sooner than daemons do. */
    private static final int FASTER = TestScale.of("tracker.stampede.faster", 20, 1);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String HOST = "127.0.0.1";

    @TempDir
    Path folder;

    private static List<SiteDatabase.Kind> kinds() {
        return TestScale.isFull()
                ? List.of(SiteDatabase.Kind.values())
                : List.of(SiteDatabase.Kind.H2);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void machinesOfARestartedTracker_allComeBack(SiteDatabase.Kind kind) throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("keys"), "bench");
        try (SiteDatabase database = kind.open(folder);
                PollingDevices crowd = new PollingDevices(FASTER)) {
            List<EnrolledDevice> machines = enrolled(keys, database.login());
            int port;
            int failures;
            try (Catalog catalog = Catalog.open(database.login());
                    TrackerServer tracker = start(0, keys, catalog)) {
                port = tracker.port();
                var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
                crowd.begin(machines,
                        new SiteAddress(address, address, keys.caCertificate()));
                awaitAll(catalog);
                failures = crowd.failures();
            }
            crowd.awaitFailures(failures + MACHINES);
            long upNs = System.nanoTime();
            try (Catalog catalog = Catalog.open(database.login());
                    TrackerServer _ = start(port, keys, catalog)) {
                awaitAll(catalog);
                System.out.printf("StampedeTest: %d machines back at a tracker on %s after %.1f s;"
                        + " %d tries failed%n", MACHINES, kind.title(),
                        (System.nanoTime() - upNs) / 1e9, crowd.failures() - failures);
            }
        }
    }

    private static TrackerServer start(int port, SiteKeys keys, Catalog catalog)
            throws IOException {
        return TrackerServer.start(new TrackerOptions(HOST, port, "bench",
                URI.create("http://" + HOST), URI.create("https://" + HOST + ":" + port), false),
                keys, catalog);
    }

    private static void awaitAll(Catalog catalog) {
        await().atMost(PATIENCE).until(() -> catalog.waiting() == MACHINES);
    }

    private static List<EnrolledDevice> enrolled(SiteKeys keys, DatabaseLogin login)
            throws Exception {
        List<EnrolledDevice> machines = new ArrayList<>();
        try (Catalog catalog = Catalog.open(login)) {
            Account owner = catalog.identity().accounts().register("owner", "Owner",
                    "a long password");
            for (int i = 0; i < MACHINES; i++) {
                Device device = catalog.machines().devices().enrol(catalog.machines().devices()
                        .createEnrolmentCode(owner.id(), keys.caCertificate()), "pc" + i, "1")
                        .orElseThrow().device();
                KeyPair pair = DeviceKeys.generate();
                machines.add(new EnrolledDevice(device.id(), pair.getPrivate(),
                        keys.authority().issueDevice(DeviceKeys.certificateRequest(pair),
                                owner.id(), device.id(), Instant.now())));
            }
        }
        return machines;
    }
}
