package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.gridtorrent.catalog.TestDatabase;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A tracker under load, and its machines: one side or the other killed at random moments, so often as
 * {@code -Dtracker.kills} says.
 */
class KillTest {
    private static final int KILLS = Integer.getInteger("tracker.kills", 4);
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
        System.out.println("KillTest: -Dtracker.seed=" + SEED + " on " + kind);
        var random = new Random(SEED);
        BusySite site = BusySite.make(folder, kind.lasting(folder), MACHINES);
        Path ledgers = Files.createDirectory(folder.resolve("ledgers"));
        NodeProcess server = site.node(0);
        LoadProcess load = LoadProcess.start(site, ledgers, server.port(), random.nextLong());
        int serverKills = 0;
        try {
            for (int i = 0; i < KILLS; i++) {
                load.awaitMore(1 + random.nextInt(MOST_ANSWERS));
                LockSupport.parkNanos(random.nextInt(LONGEST_NS));
                if (random.nextBoolean()) {
                    load.serverIsUp(false);
                    server.kill();
                    server = site.node(server.port());
                    load.serverIsUp(true);
                    serverKills++;
                } else {
                    load.kill();
                    load = LoadProcess.start(site, ledgers, server.port(), random.nextLong());
                }
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
