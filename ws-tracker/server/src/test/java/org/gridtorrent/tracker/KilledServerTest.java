package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.gridtorrent.catalog.TestDatabase;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tracker killed at random moments under load, so often as {@code -Dtracker.kills} says. */
class KilledServerTest {
    private static final int KILLS = Integer.getInteger("tracker.kills", 3);
    private static final long SEED = Long.getLong("tracker.seed", System.nanoTime());
    private static final int MACHINES = 8;
    /** Between two kills, in answers. */
    private static final int MOST_ANSWERS = 300;
    private static final int LONGEST_NS = 20_000_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whatWasAcknowledged_outlivesEveryKill(TestDatabase kind) throws Exception {
        System.out.println("KilledServerTest: -Dtracker.seed=" + SEED + " on " + kind);
        var random = new Random(SEED);
        BusySite site = BusySite.make(folder, kind.lasting(folder), MACHINES);
        NodeProcess server = site.node(0);
        try (Load load = new Load(site, server.port(), random)) {
            for (int i = 0; i < KILLS; i++) {
                load.awaitMore(1 + random.nextInt(MOST_ANSWERS));
                LockSupport.parkNanos(random.nextInt(LONGEST_NS));
                load.serverIsUp(false);
                server.kill();
                server = site.node(server.port());
                load.serverIsUp(true);
            }
            load.awaitMore(MOST_ANSWERS);
            server.kill();
            look(site, load.end());
        } finally {
            server.kill();
        }
    }

    private static void look(BusySite site, List<BusyMachine> machines) throws Exception {
        try (Audit audit = new Audit(site.login())) {
            audit.look(machines);
            int unanswered = machines.stream().mapToInt(machine -> machine.unanswered).sum();
            System.out.printf("%d kills, %d acknowledged writes kept, %d requests unanswered%n",
                    KILLS + 1, audit.kept(), unanswered);
            assertThat(unanswered).as("requests that a kill cut off").isPositive();
        }
    }
}
