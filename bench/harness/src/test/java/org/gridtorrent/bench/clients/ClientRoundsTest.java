package org.gridtorrent.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.bench.experiment.SwarmFolder;
import org.gridtorrent.bench.peer.Client;
import org.gridtorrent.bench.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientRoundsTest {
    @Test
    void peersOfACrewMayGiveWhatTheirTurnSays() {
        Crew crew = Crew.unequal(2, 3, 10);
        assertThat(List.of(crew.rate(0), crew.rate(1), crew.rate(2), crew.rate(3), crew.rate(4)))
                .containsExactly(16_000_000L, 4_000_000L, 16_000_000L, 4_000_000L, 16_000_000L);
        assertThat(crew.words())
                .isEqualTo("2 seeders × 3 leechers, 10 MiB, each gives 16 or 4 MB/s");
        assertThat(crew.boundSeconds()).hasValue(3.0 * (10 << 20) / 56e6);
        assertThat(Crew.unlimited(1, 1, 1).boundSeconds()).isEmpty();
    }

    /** Of those that are installed; a row for each of the others says what is missing. */
    @Test
    void everyClientIsMeasuredBesideOurs(@TempDir Path temp) throws Exception {
        List<Client> present = Arrays.stream(Client.values())
                .filter(client -> client.missing().isEmpty()).toList();
        Crew crew = Crew.equal(1, 2, 10_000_000, 2);
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        try (SwarmFolder folder = SwarmFolder.create(temp, crew.length(), crew.leeches());
                var rounds = new ClientRounds("clients", crew, present, folder, said::add)) {
            rounds.run(1, 1);
            rounds.tell(results::add);
        }
        assertThat(said).anyMatch(line -> line.contains("the last after"));
        List<String> others = Arrays.stream(Client.values()).map(Client::title)
                .filter(title -> !title.equals(Client.GRIDTORRENT.title())).toList();
        assertThat(results).extracting(Result::peer).containsAll(others)
                .contains("the Kumar–Ross bound");
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat(((Result.Measured) result).value()).isPositive());
    }
}
