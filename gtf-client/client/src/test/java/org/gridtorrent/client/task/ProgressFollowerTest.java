package org.gridtorrent.client.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;

class FollowingTest {
    private static final long TOTAL = 1000;

    private static SwarmStatus status(long verified, long downloaded, long wasted) {
        return new SwarmStatus(InfoHash.ofHex("ab".repeat(20)), "data", SwarmPhase.FETCHING,
                verified, TOTAL, TOTAL - verified, 0, 0, 0, downloaded, 0, wasted, 1, 1,
                List.of(), Optional.empty());
    }

    @Test
    void progress_countsBlocksOfAPieceThatIsNotComplete() {
        assertThat(ProgressFollower.received(status(0, 300, 0), 0)).isEqualTo(300);
        assertThat(ProgressFollower.received(status(256, 300, 0), 0)).isEqualTo(300);
        assertThat(ProgressFollower.received(status(512, 100, 0), 500)).isEqualTo(600);
    }

    @Test
    void progress_countsNoWastedBytes_andNeverMoreThanThereIs() {
        assertThat(ProgressFollower.received(status(256, 600, 300), 0)).isEqualTo(300);
        assertThat(ProgressFollower.received(status(256, 5000, 0), 0)).isEqualTo(TOTAL);
        assertThat(ProgressFollower.received(status(800, 100, 0), 0)).isEqualTo(800);
    }
}
