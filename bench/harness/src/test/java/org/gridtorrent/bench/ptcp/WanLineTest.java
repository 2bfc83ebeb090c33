package org.gridtorrent.bench.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.time.Duration;
import org.gridtorrent.bench.endpoint.Order;
import org.gridtorrent.bench.endpoint.Order.Wire;
import org.gridtorrent.bench.experiment.OwnLine;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Test;

/** With a real line; skipped, with the reason, where none can be made. */
class WanLineTest {
    private static final int BUFFER_BYTES = 256 * 1024;

    @Test
    void bothEnds_doAsTheyAreTold() throws IOException, InterruptedException {
        try (WanLine line = line()) {
            assertThat(line.network().words()).startsWith("5ms, 1gbit, loss 0%, ");
            assertThat(line.transfer(Wire.ptcp(4, BUFFER_BYTES), 0, 1).streams()).isEqualTo(4);
            assertThat(line.transfer(Wire.tuned(BUFFER_BYTES), 0, 1).megabitsPerSecond())
                    .isPositive();
            assertThat(line.transfer(Wire.plain(1, BUFFER_BYTES), 0, 1).megabitsPerSecond())
                    .isPositive();
            Order.Costs costs = costs(line, Wire.ptcp(4, BUFFER_BYTES));
            // A control channel and four data channels.
            assertThat(costs.descriptors()).isGreaterThanOrEqualTo(5);
            assertThat(costs(line, Wire.plain(1, BUFFER_BYTES)).descriptors()).isEqualTo(1);
        }
    }

    private static Order.Costs costs(WanLine line, Wire wire) throws IOException {
        int port = line.receiver().ask(new Order.Listen(wire), Order.Port.class).port();
        line.receiver().ask(new Order.Accept(), Order.Port.class);
        return line.sender().ask(
                new Order.Cost(wire, line.network().receiver().address(), port, 10),
                Order.Costs.class);
    }

    private static WanLine line() throws IOException, InterruptedException {
        try {
            return new WanLine(
                    new OwnLine("test", LineSpec.ofTwo(Duration.ofMillis(5), 0, 1)));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}
