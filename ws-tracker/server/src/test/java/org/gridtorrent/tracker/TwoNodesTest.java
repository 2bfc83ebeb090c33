package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Task;
import org.gridtorrent.catalog.Task.Kind;
import org.gridtorrent.catalog.Task.Order;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.tracker.BusySite.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one PostgreSQL behind a balancer; people's orders come by a third, as from the pages. */
class TwoNodesTest {
    private static final long SEED = Long.getLong("tracker.seed", System.nanoTime());
    private static final int MACHINES = 8;
    private static final int ANSWERS = 300;
    private static final int ORDERS = 20;
    private static final String BALANCER = "127.0.0.1";

    @TempDir
    Path folder;
    private final Random random = new Random(SEED);
    private final List<Task> orders = new ArrayList<>();

    @Test
    void killedNode_losesNothingAndItsClientsReconnect() throws Exception {
        System.out.println("TwoNodesTest: -Dtracker.seed=" + SEED);
        BusySite site = BusySite.make(folder, TestDatabase.POSTGRESQL.lasting(folder), MACHINES);
        NodeProcess first = site.node(0, BALANCER);
        NodeProcess second = site.node(0, BALANCER);
        try (Catalog pages = Catalog.open(site.login());
                Balancer balancer = new Balancer(List.of(first.port(), second.port()));
                Load load = new Load(site.keys().caCertificate(), site.machines(), folder,
                        balancer.port(), random)) {
            goOn(site, pages, load);
            assertThat(balancer.served(first.port())).isPositive();
            assertThat(balancer.served(second.port())).isPositive();

            first.kill();
            goOn(site, pages, load);
            first = site.node(first.port(), BALANCER);
            second.kill();
            goOn(site, pages, load);

            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertDone(pages));
            load.end();
            look(site);
        } finally {
            first.kill();
            second.kill();
        }
    }

    /** Some load, and machines told to fetch each other's data sets while it lasts. */
    private void goOn(BusySite site, Catalog pages, Load load) throws Exception {
        for (int i = 0; i < ORDERS; i++) {
            load.awaitMore(ANSWERS / ORDERS);
            Identity machine = site.machines().get(random.nextInt(MACHINES));
            Identity other = site.machines().get(random.nextInt(MACHINES));
            orders.add(pages.tasks().request(machine.accountId(),
                    Order.of(Kind.DOWNLOAD, other.contentId(), machine.deviceId())).orElseThrow());
        }
    }

    private void assertDone(Catalog pages) {
        assertThat(orders).allSatisfy(order -> assertThat(
                pages.tasks().find(order.accountId(), order.id()).orElseThrow().state())
                .isEqualTo(Task.State.DONE));
    }

    private void look(BusySite site) throws Exception {
        try (Audit audit = new Audit(site.login())) {
            audit.look(site.machines(), folder);
            System.out.printf("2 kills, %d acknowledged writes kept, %d orders done,"
                    + " %d requests unanswered%n", audit.kept(), orders.size(), audit.unanswered());
            assertThat(audit.unanswered()).as("requests that a kill cut off").isPositive();
            assertThat(audit.texts("select address from announcement where device_id = ?",
                    site.machines().getFirst().deviceId())).singleElement().asString()
                    .as("who called the balancer").startsWith("192.0.2.");
        }
    }

    /** The second address of the loopback is no balancer's. */
    @Test
    void callersAddress_isBelievedOfTheBalancerAlone() throws Exception {
        BusySite site = BusySite.make(folder, TestDatabase.H2.lasting(folder), 1);
        try (NodeProcess node = site.node(0, "127.0.0.2")) {
            assertThat(answer(node, "127.0.0.2", "PROXY TCP4 192.0.2.9 127.0.0.1 9 9\r\n"))
                    .as("waits for TLS to begin").isEqualTo(Answer.NONE_YET);
            assertThat(answer(node, "127.0.0.3", "PROXY TCP4 192.0.2.9 127.0.0.1 9 9\r\n"))
                    .isEqualTo(Answer.REFUSED);
            assertThat(answer(node, "127.0.0.2", "\u0016\u0003\u0001 no header at all"))
                    .isEqualTo(Answer.REFUSED);
        }
    }

    private enum Answer {
        NONE_YET, REFUSED
    }

    private static Answer answer(NodeProcess node, String from, String said) throws Exception {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()));
            socket.setSoTimeout(1000);
            socket.getOutputStream().write(said.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
            return Answer.REFUSED;
        } catch (SocketTimeoutException e) {
            return Answer.NONE_YET;
        } catch (SocketException e) {
            return Answer.REFUSED; // reset
        }
    }
}
