package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tracker under load, and its machines, killed in turn at random moments, so often as
 * {@code -Dtracker.kills} says.
 */
class KillTest {
    private static final int KILLS = TestScale.of("tracker.kills", 2, 20);
    private static final int MACHINES = 8;
    /** Between two kills, in answers. */
    private static final int MOST_ANSWERS = TestScale.of("kill.answers", 100, 300);
    private static final int LONGEST_NS = 20_000_000;

    @TempDir
    Path folder;

    @Test
    void whatWasAcknowledged_outlivesEveryKill() throws Exception {
        killAndLook(TestDatabase.H2);
    }

    /** In the build, {@link TwoNodesTest} kills trackers on PostgreSQL. */
    @Test
    @Tag("full")
    void whatWasAcknowledged_outlivesEveryKill_onPostgresql() throws Exception {
        killAndLook(TestDatabase.POSTGRESQL);
    }

    private void killAndLook(TestDatabase kind) throws Exception {
        var random = new Random(TestScale.seed("tracker.seed"));
        BusySite site = BusySite.make(folder, kind.lasting(folder), MACHINES);
        Path ledgers = Files.createDirectory(folder.resolve("ledgers"));
        NodeProcess server = site.node(0);
        LoadProcess load = LoadProcess.start(site, ledgers, server.port(), random.nextLong());
        int serverKills = 0;
        boolean killServer = random.nextBoolean();
        try {
            for (int i = 0; i < KILLS; i++) {
                load.awaitMore(1 + random.nextInt(MOST_ANSWERS));
                LockSupport.parkNanos(random.nextInt(LONGEST_NS));
                if (killServer) {
                    load.serverIsUp(false);
                    server.kill();
                    server = site.node(server.port());
                    load.serverIsUp(true);
                    serverKills++;
                } else {
                    load.kill();
                    load = LoadProcess.start(site, ledgers, server.port(), random.nextLong());
                }
                killServer = !killServer;
            }
            load.awaitMore(MOST_ANSWERS);
            assertThat(load.end()).as("every answer was as it should be").isTrue();
        } finally {
            load.kill();
            server.kill();
        }
        look(site, ledgers, serverKills);
    }

    private static void look(BusySite site, Path ledgers, int serverKills) throws Exception {
        try (Audit audit = new Audit(site.login())) {
            audit.look(site.machines(), ledgers);
            System.out.printf("%d kills of the tracker, %d of its machines: %d acknowledged writes"
                    + " kept, %d requests unanswered%n", serverKills, KILLS - serverKills,
                    audit.kept(), audit.unanswered());
        }
    }
}
