package org.gridtorrent.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.bench.experiment.OwnLine;
import org.gridtorrent.bench.experiment.SwarmFolder;
import org.gridtorrent.bench.peer.Client;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real line; skipped, with the reason, where none can be made. */
class LineTransfersTest {
    private static final int BUFFER_BYTES = 256 * 1024;

    @Test
    void clientsOnBothHostsTransferOverWhateverLeadsThere(@TempDir Path temp)
            throws IOException, InterruptedException {
        try (OwnLine line = line();
                SwarmFolder folder = SwarmFolder.create(temp, 5_000_000, 1)) {
            line.holdBuffers(BUFFER_BYTES);
            assertThat(Tool.run(line.state().on(OwnLine.RECEIVER,
                    List.of("cat", "/proc/sys/net/ipv4/tcp_rmem"))).strip().split("\\s+"))
                    .containsExactly("4096", "262144", "262144");
            for (String transport : List.of(PtcpTransport.NAME, TcpTransport.NAME)) {
                transfers(Client.GRIDTORRENT, transport, line, folder);
            }
            if (Client.LIBTORRENT.missing().isEmpty()) {
                transfers(Client.LIBTORRENT, TcpTransport.NAME, line, folder);
            }
        }
    }

    private static void transfers(Client client, String transport, OwnLine line,
            SwarmFolder folder) throws IOException, InterruptedException {
        try (LineTransfers transfers = new LineTransfers("it", client, transport, line, folder)) {
            ClientPair.Transfer transfer = transfers.transfer();
            transfers.count(transfer);
            assertThat(transfers.words(transfer)).startsWith("it: 4 MiB in ");
            assertThat(Arrays.asList(transfers.whole.median(), transfers.later.median()))
                    .allMatch(rate -> rate > 0 && rate < 1000);
        }
    }

    private static OwnLine line() throws IOException, InterruptedException {
        try {
            return OwnLine.ofTwo("test", Duration.ofMillis(5), 0, 1);
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}
