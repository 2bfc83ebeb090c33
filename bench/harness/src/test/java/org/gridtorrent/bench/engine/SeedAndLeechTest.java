package org.gridtorrent.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.Fetch;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.EmulatedLine;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.OtherMachines;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** With a real line; skipped, with the reason, where none can be made. */
@Execution(ExecutionMode.CONCURRENT)
class SeedAndLeechTest {
    private static final int BUFFER_BYTES = 256 * 1024;

    @Test
    void transfersOverEveryTransport(@TempDir Path temp)
            throws IOException, InterruptedException {
        try (Network line = line();
                ContentFolder folder = ContentFolder.create(temp, 5_000_000, 1)) {
            line.holdBuffers(BUFFER_BYTES);
            assertThat(Tool.run(line.receiver()
                    .commandOn(List.of("cat", "/proc/sys/net/ipv4/tcp_rmem"))).strip()
                    .split("\\s+"))
                    .containsExactly("4096", "262144", "262144");
            transfers(ClientProgram.GRIDTORRENT, PtcpTransport.NAME, line, folder);
            if (TestScale.isFull()) {
                othersTransfer(line, folder);
            }
        }
    }

    /** With a mount namespace for each host, in which the place for contents is another one. */
    @Test
    void realHostsHaveContentsOnTheirOwnDisks(@TempDir Path temp)
            throws IOException, InterruptedException {
        try (var machines = new OtherMachines(2, temp)) {
            Network given = machines.given();
            try (ContentFolder folder = ContentFolder.create(ContentFolder.TMPFS, 5_000_000, 1,
                    given.hosts())) {
                if (TestScale.isFull()) {
                    othersTransfer(given, folder);
                }
                Files.writeString(folder.content(), "of this machine");
                transfers(ClientProgram.GRIDTORRENT, PtcpTransport.NAME, given, folder);
            }
            assertThat(machines.left()).isEmpty();
        }
    }

    /** As in the experiment. */
    private static void othersTransfer(Network line, ContentFolder folder)
            throws IOException, InterruptedException {
        transfers(ClientProgram.GRIDTORRENT, TcpTransport.NAME, line, folder);
        if (ClientProgram.LIBTORRENT.missing().isEmpty()) {
            transfers(ClientProgram.LIBTORRENT, TcpTransport.NAME, line, folder);
        }
    }

    private static void transfers(ClientProgram client, String transport, Network line,
            ContentFolder folder) throws IOException, InterruptedException {
        try (var pair = new SeedAndLeech(client, transport, folder, line.sender(),
                line.receiver())) {
            Fetch fetch = pair.fetch();
            assertThat(fetch.cost().bytes()).isEqualTo(folder.length());
            assertThat(fetch.cost().megabitsPerSecond()).as("Mb/s").isPositive()
                    .isLessThan(1000);
            assertThat(fetch.fetched().laterBytes() / fetch.fetched().laterSeconds())
                    .as("bytes a second of the second half").isPositive();
        }
    }

    private static Network line() throws IOException, InterruptedException {
        try {
            return new EmulatedLine("test", LineSpec.ofTwo(Duration.ofMillis(5), 0, 1));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}
