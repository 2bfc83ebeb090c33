package org.gridtorrent.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessTimesTest {
    /** Works for a tenth of a second of its own, or a child's, and then waits for its input's end. */
    private static final String WORK = "for ((i = 0; i < 100000; i++)); do :; done";

    private static Process started(String script) throws Exception {
        Process process = Tool.start(List.of("bash", "-c", script + "; echo done; read"));
        Tool.awaitLine(process, "done");
        return process;
    }

    @Test
    void countsAProcessItself() throws Exception {
        Process process = started(WORK);
        ProcessTimes times = ProcessTimes.of(process.pid());
        assertThat(times.own()).isPositive();
        assertThat(times.endedChildren()).isZero();
        assertThat(ProcessTimes.ofTree(process.toHandle())).isGreaterThanOrEqualTo(times.own());
        Tool.end(process);
    }

    @Test
    void countsChildrenThatHaveEnded() throws Exception {
        Process process = started("(" + WORK + ")");
        assertThat(ProcessTimes.of(process.pid()).endedChildren()).isPositive();
        assertThat(ProcessTimes.ofTree(process.toHandle()))
                .isGreaterThanOrEqualTo(ProcessTimes.of(process.pid()).endedChildren());
        Tool.end(process);
    }

    @Test
    void countsChildrenThatRun() throws Exception {
        Process process = started("exec 3< <(" + WORK + "; echo worked; sleep 600); read -u 3");
        assertThat(ProcessTimes.ofTree(process.toHandle()))
                .isGreaterThan(ProcessTimes.of(process.pid()).own());
        process.descendants().forEach(ProcessHandle::destroy);
        Tool.end(process);
    }
}
