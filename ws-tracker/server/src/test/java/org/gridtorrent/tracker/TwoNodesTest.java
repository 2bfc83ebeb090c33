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
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.testing.TestScale;
import org.gridtorrent.tracker.BusySite.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes on one PostgreSQL behind a balancer, with machines that carry their tasks out; people's orders
 * and rules for copies come by a third, as from the pages. Both nodes are killed, the first while it holds
 * the rules.
 */
class TwoNodesTest {
    private static final int MACHINES = 8;
    private static final int ORDERS = 20;
    /** Before each order. */
    private static final int ANSWERS = TestScale.of("nodes.answers", 5, 15);
    private static final int CONTENTS = TestScale.of("keeper.contents", 24, 60);
    private static final int SET_AFTER_THE_KILL = CONTENTS / 6;
    private static final int COPIES = 3;
    private static final String BALANCER = "127.0.0.1";
    /** Each look at all orders or copies is a hundred queries. */
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder;
    private final Random random = new Random(TestScale.seed("tracker.seed"));
    private final List<Task> orders = new ArrayList<>();
    private final List<String> contents = new ArrayList<>();
    private BusySite site;
    private Catalog pages;
    private Audit audit;

    @BeforeEach
    void publish() throws Exception {
        site = BusySite.make(folder, TestDatabase.POSTGRESQL.lasting(folder), MACHINES);
        pages = Catalog.open(site.login());
        audit = new Audit(site.login());
        for (Identity machine : site.machines()) {
            pages.work().assignments().openSession(machine.deviceId(), "2");
            pages.machines().devices().report(machine.deviceId(),
                    new Device.Report("2", List.of(), 1_000_000, List.of()));
            pages.machines().devices().offer(machine.deviceId(), 1_000_000, false);
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
    void killedNodes_loseNothing_andTheOtherHoldsTheRulesOn() throws Exception {
        NodeProcess first = site.node(0, BALANCER);
        await().until(() -> keepers().size() == 1);
        Set<String> killed = keepers();
        NodeProcess second = site.node(0, BALANCER);
        try (Balancer balancer = new Balancer(List.of(first.port(), second.port()));
                Load load = new Load(site.keys().caCertificate(), site.machines(), folder,
                        balancer.port(), random)) {
            goOn(load);
            assertThat(balancer.served(first.port())).isPositive();
            assertThat(balancer.served(second.port())).isPositive();

            int made = killInTheMiddle(first);
            keep(contents.subList(CONTENTS - SET_AFTER_THE_KILL, CONTENTS));
            endLease();
            await().atMost(PATIENCE).pollInterval(LOOK)
                    .untilAsserted(this::assertHeld);
            assertThat(keepers()).doesNotContainAnyElementsOf(killed);
            goOn(load);
            first = site.node(first.port(), BALANCER);
            second.kill();
            goOn(load);

            await().atMost(PATIENCE).pollInterval(LOOK)
                    .untilAsserted(this::assertDone);
            load.end();
            assertHeld();
            look();
            System.out.printf("keeper killed after %d of %d copies were ordered%n", made,
                    CONTENTS * (COPIES - 1));
        } finally {
            first.kill();
            second.kill();
        }
    }

    /** Some load, and machines told to fetch each other's data sets while it lasts. */
    private void goOn(Load load) throws Exception {
        for (int i = 0; i < ORDERS; i++) {
            load.awaitMore(ANSWERS);
            Identity machine = site.machines().get(random.nextInt(MACHINES));
            Identity other = site.machines().get(random.nextInt(MACHINES));
            orders.add(pages.work().tasks().request(machine.accountId(),
                    Order.of(Kind.DOWNLOAD, other.contentId(), machine.deviceId())).orElseThrow());
        }
    }

    private void assertDone() {
        assertThat(orders).allSatisfy(order -> assertThat(
                pages.work().tasks().find(order.accountId(), order.id()).orElseThrow().state())
                .isEqualTo(Task.State.DONE));
    }

    private Set<String> keepers() throws SQLException {
        return audit.texts("select node from keeper where name = ?", "copies");
    }

    /** While rules are set; how many tasks there were then. */
    private int killInTheMiddle(NodeProcess node) throws Exception {
        int most = 1 + random.nextInt((CONTENTS - SET_AFTER_THE_KILL) * (COPIES - 1));
        Thread people = Thread.ofVirtual()
                .start(() -> keep(contents.subList(0, CONTENTS - SET_AFTER_THE_KILL)));
        await().atMost(PATIENCE).until(() -> ordered().size() >= most);
        node.kill();
        people.join();
        return ordered().size();
    }

    private void keep(List<String> some) {
        for (String content : some) {
            assertThat(pages.sharing().copies().keep(owner().accountId(), content, COPIES, 0,
                    List.of(),
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
            var kept = pages.sharing().copies().of(owner().accountId(), content).orElseThrow();
            assertThat(kept.counting()).isEqualTo(COPIES);
            assertThat(kept.notices()).isEmpty();
            assertThat(audit.texts("select id from task where for_rule and content_id = ?",
                    content)).hasSize(COPIES - 1);
            assertThat(audit.texts("select device_id from task where for_rule and kind = 'DOWNLOAD'"
                    + " and state = 'DONE' and content_id = ?", content)).hasSize(COPIES - 1);
        }
    }

    private void look() throws Exception {
        audit.look(site.machines(), folder, Map.of(owner().accountId(), CONTENTS));
        System.out.printf("2 kills, %d acknowledged writes kept, %d orders done,"
                + " %d requests unanswered%n", audit.kept(), orders.size(), audit.unanswered());
        assertThat(audit.unanswered()).as("requests that a kill cut off").isPositive();
        assertThat(audit.texts("select address from announcement where device_id = ?",
                site.machines().getLast().deviceId())).singleElement().asString()
                .as("who called the balancer").startsWith("192.0.2.");
    }
}
