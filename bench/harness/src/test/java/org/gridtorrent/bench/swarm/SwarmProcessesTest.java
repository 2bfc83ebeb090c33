package org.gridtorrent.bench.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwarmProcessesTest {
    @Test
    void boundIsTheSeedsOrEverybodys() {
        assertThat(KumarRossBound.seconds(1000, List.of(10L), Collections.nCopies(8, 10L)))
                .isEqualTo(100);
        assertThat(KumarRossBound.seconds(1000, List.of(40L), Collections.nCopies(16, 10L)))
                .isEqualTo(80);
        assertThat(KumarRossBound.seconds(1000, List.of(30L, 10L), List.of(4L, 6L, 50L)))
                .isEqualTo(30);
    }

    /** Of those that are installed; in the build others' kinds seed to ours alone. */
    @Test
    void everyKindOfClientSeedsAndFetches(@TempDir Path temp) throws Exception {
        List<ClientProgram> present = Arrays.stream(ClientProgram.values())
                .filter(client -> client.missingOverLoopback().isEmpty()).toList();
        try (ContentFolder folder = ContentFolder.create(temp, 3_000_000, 1 + present.size())) {
            for (ClientProgram seed : present) {
                List<ClientProgram> leeches = seed == ClientProgram.GRIDTORRENT
                        || TestScale.isFull()
                                ? present
                                : List.of(ClientProgram.GRIDTORRENT);
                List<ClientProgram> clients = new ArrayList<>(List.of(seed));
                clients.addAll(leeches);
                try (SwarmProcesses swarm = new SwarmProcesses(folder,
                        SwarmSpec.equal(1, leeches.size(), 10_000_000, 3), clients,
                        TcpTransport.NAME, _ -> Host.HERE)) {
                    var _ = swarm.run();
                    SwarmProcesses.Run run = swarm.run();
                    assertThat(run.firstSeconds()).isPositive()
                            .isLessThanOrEqualTo(run.lastSeconds());
                    assertThat(run.leechSeconds()).hasSize(leeches.size());
                    assertThat(run.ownMemory()).isGreaterThan(1 << 20);
                    assertThat(run.cpuSeconds()).isPositive();
                }
                try (Stream<Path> left = Files.list(folder.source().getParent())) {
                    assertThat(left.map(path -> path.getFileName().toString()))
                            .containsExactlyInAnyOrder("source", "content.torrent");
                }
            }
        }
    }
}
