package org.gridtorrent.bench.transfer;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.EmulatedLine;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.terminal.CommandFailure;

/** Fields on real lines of 20 Mb/s. */
final class TestField {
    /** What one flow and all bring. */
    static final ExpectedRate SPEED = new ExpectedRate(18, 18);

    private TestField() {}

    /** Skips the test, with the reason, where no line can be made. */
    static TransferTestbed make(Duration rtt, double loss) throws IOException, InterruptedException {
        LineSpec spec = LineSpec.of(2, rtt, 20_000_000, loss, OptionalLong.empty(), Map.of(), 1);
        try {
            return new TransferTestbed(new EmulatedLine("test", spec), ContentFolder.DISK, text -> {});
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}
