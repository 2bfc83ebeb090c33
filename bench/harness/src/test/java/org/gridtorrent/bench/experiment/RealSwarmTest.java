package org.gridtorrent.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.bench.peer.Client;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealSwarmTest {
    @Test
    void boundIsTheSeedsOrEverybodys() {
        assertThat(RealSwarm.kumarRossSeconds(1000, 10, 10, 8)).isEqualTo(100);
        assertThat(RealSwarm.kumarRossSeconds(1000, 40, 10, 16)).isEqualTo(80);
    }

    /** Of those that are installed. */
    @Test
    void everyKindOfClientSeedsAndFetches(@TempDir Path temp) throws Exception {
        List<Client> present = Arrays.stream(Client.values())
                .filter(client -> client.missing().isEmpty()).toList();
        try (SwarmFolder folder = SwarmFolder.create(temp, 3_000_000, 1 + present.size())) {
            for (Client seed : present) {
                List<Client> clients = new ArrayList<>(List.of(seed));
                clients.addAll(present);
                try (RealSwarm swarm = new RealSwarm(folder, clients, 10_000_000)) {
                    RealSwarm.Run run = swarm.run(2);
                    assertThat(run.firstSeconds()).isPositive()
                            .isLessThanOrEqualTo(run.seconds());
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
