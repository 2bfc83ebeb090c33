package org.gridtorrent.bench.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** With real servers on a real line; skipped, with the reason, where either is missing. */
@Execution(ExecutionMode.CONCURRENT)
class ReplicaTestbedTest {
    private static final int LENGTH = 2_000_000;
    /** 20, 40 and 80 Mb/s. */
    private static final List<ReplicaLine> LINES = List.of(ReplicaLine.steady(2_500_000),
            ReplicaLine.steady(5_000_000), ReplicaLine.steady(10_000_000));

    @Test
    void aFetchFromOneReplica_isTimed_andItsBytesAndRequestsAreCounted()
            throws IOException, InterruptedException {
        FetchReading reading = take(ReplicaCase.BASE, FetchTool.curl(), 1);
        assertThat(reading.seconds()).isGreaterThan(LENGTH / 10_000_000.0);
        assertThat(reading.startSeconds()).isBetween(0.0, 10.0);
        assertThat(reading.replicaBytes().subList(0, 2)).containsOnly(0L);
        assertThat(reading.replicaBytes().getLast()).isGreaterThanOrEqualTo(LENGTH);
        assertThat(reading.usedReplicas()).isEqualTo(1);
        assertThat(reading.wastedBytes()).isBetween(1L, LENGTH / 100L);
        assertThat(reading.requests()).containsExactly(List.of(), List.of(),
                List.of(new ServedRequest(200, LENGTH)));
    }

    @Test
    void aServerThatDied_isThereAgainForTheNextFetch() throws IOException, InterruptedException {
        assertThat(take(ReplicaCase.DEAD, FetchTool.curl(), 2).usedReplicas()).isEqualTo(1);
    }

    @Test
    void aReplicaWithFalseBytes_isFoundByTheMetalinksHashes()
            throws IOException, InterruptedException {
        FetchReading reading = take(ReplicaCase.FALSE_BYTES,
                FetchTool.aria2("-s", "3", "-k", "1M"), 1);
        assertThat(reading.replicaBytes().stream().mapToLong(Long::longValue).sum())
                .isGreaterThanOrEqualTo(LENGTH);
    }

    /** The last of several fetches, of which each is checked. */
    private static FetchReading take(ReplicaCase situation, FetchTool tool, int times)
            throws IOException, InterruptedException {
        NginxServer.missing().or(tool::missing).ifPresent(Assumptions::abort);
        try (ContentFolder content = ContentFolder.create(ContentFolder.memoryOrDisk(), LENGTH, 3);
                ReplicaTestbed testbed = testbed(situation, content)) {
            Optional<FetchReading> last = Optional.empty();
            for (int i = 0; i < times; i++) {
                last = Optional.of(testbed.take(tool));
            }
            return last.orElseThrow();
        }
    }

    private static ReplicaTestbed testbed(ReplicaCase situation, ContentFolder content)
            throws IOException, InterruptedException {
        try {
            return new ReplicaTestbed("test", situation, LINES, content, line -> {});
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}
