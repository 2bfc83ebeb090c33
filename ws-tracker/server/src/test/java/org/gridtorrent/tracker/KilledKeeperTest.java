package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.DatabaseLogin;
import org.gridtorrent.catalog.Device;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.tracker.BusySite.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rules for copies on two nodes and one PostgreSQL, with machines that carry their tasks out. The node
 * that looks after the rules is killed in the middle of them.
 */
class KilledKeeperTest {
    private static final long SEED = Long.getLong("tracker.seed", System.nanoTime());
    private static final int MACHINES = 5;
    private static final int CONTENTS = 60;
    private static final int SET_AFTER_THE_KILL = 10;
    private static final int COPIES = 3;
    private static final String BALANCER = "127.0.0.1";

    @TempDir
    Path folder;
    private final Random random = new Random(SEED);
    private final List<String> contents = new ArrayList<>();
    private BusySite site;
    private Catalog pages;
    private Audit audit;

    @BeforeEach
    void publish() throws Exception {
        System.out.println("KilledKeeperTest: -Dtracker.seed=" + SEED);
        site = BusySite.make(folder, TestDatabase.POSTGRESQL.lasting(folder), MACHINES);
        pages = Catalog.open(site.login());
        audit = new Audit(site.login());
        for (Identity machine : site.machines()) {
            pages.assignments().openSession(machine.deviceId(), "2");
            pages.devices().report(machine.deviceId(),
                    new Device.Report("2", List.of(), 1_000_000, List.of()));
            pages.devices().offer(machine.deviceId(), 1_000_000, false);
        }
        for (int i = 0; i < CONTENTS; i++) {
            contents.add(BusySite.publish(pages, owner().accountId(), owner().deviceId(),
                    "kept-" + i));
        }
    }

    private Identity owner() {
        return site.machines().getFirst();
    }

    @AfterEach
    void close() throws SQLException {
        audit.close();
        pages.close();
    }

    @Test
    void rules_areHeldOnByTheOtherNode() throws Exception {
        try (NodeProcess first = site.node(0, BALANCER)) {
            await().until(() -> keepers().size() == 1);
            Set<String> killed = keepers();
            try (NodeProcess second = site.node(0, BALANCER);
                    Balancer balancer = new Balancer(List.of(first.port(), second.port()));
                    Load load = new Load(site.keys().caCertificate(), site.machines(), folder,
                            balancer.port(), random)) {
                int made = killInTheMiddle(first);
                keep(contents.subList(CONTENTS - SET_AFTER_THE_KILL, CONTENTS));
                endLease();
                await().atMost(Duration.ofMinutes(1)).untilAsserted(this::assertHeld);
                assertThat(keepers()).doesNotContainAnyElementsOf(killed);
                load.end();
                System.out.printf("keeper killed after %d of %d copies were ordered%n", made,
                        CONTENTS * (COPIES - 1));
            }
        }
    }

    private Set<String> keepers() throws SQLException {
        return audit.texts("select node from keeper where name = ?", "copies");
    }

    /** While rules are set; how many tasks there were then. */
    private int killInTheMiddle(NodeProcess node) throws Exception {
        int most = 1 + random.nextInt((CONTENTS - SET_AFTER_THE_KILL) * (COPIES - 1));
        Thread people = Thread.ofVirtual()
                .start(() -> keep(contents.subList(0, CONTENTS - SET_AFTER_THE_KILL)));
        await().pollInterval(Duration.ofMillis(2)).until(() -> ordered().size() >= most);
        node.kill();
        people.join();
        return ordered().size();
    }

    private void keep(List<String> some) {
        for (String content : some) {
            assertThat(pages.copies().keep(owner().accountId(), content, COPIES, 0, List.of(),
                    List.of())).isTrue();
        }
    }

    private Set<String> ordered() throws SQLException {
        return audit.texts("select id from task where for_rule and kind = ?", "DOWNLOAD");
    }

    /** Of the killed one; that it lasts for half a minute, and no longer, is CopyKeeperTest's. */
    private void endLease() throws SQLException {
        DatabaseLogin login = site.login();
        try (Connection tables = DriverManager.getConnection(login.url(), login.user(),
                login.password()); var statement = tables.createStatement()) {
            statement.execute("update keeper set held_until = looked");
        }
    }

    /** Every data set has its copies, each ordered once, and nothing is left to be looked at. */
    private void assertHeld() throws SQLException {
        assertThat(audit.texts("select content_id from copy_rule where asked and content_id <> ?",
                "")).isEmpty();
        for (String content : contents) {
            var kept = pages.copies().of(owner().accountId(), content).orElseThrow();
            assertThat(kept.counting()).isEqualTo(COPIES);
            assertThat(kept.notices()).isEmpty();
            assertThat(audit.texts("select id from task where for_rule and content_id = ?",
                    content)).hasSize(COPIES - 1);
            assertThat(audit.texts("select device_id from task where for_rule and kind = 'DOWNLOAD'"
                    + " and state = 'DONE' and content_id = ?", content)).hasSize(COPIES - 1);
        }
    }
}
