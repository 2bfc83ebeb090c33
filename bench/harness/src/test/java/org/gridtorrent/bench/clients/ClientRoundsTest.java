package org.gridtorrent.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.bench.experiment.OwnLine;
import org.gridtorrent.bench.experiment.SwarmFolder;
import org.gridtorrent.bench.peer.Client;
import org.gridtorrent.bench.peer.Place;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.swarm.RealSwarm;
import org.gridtorrent.terminal.CommandFailure;
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

    @Test
    void onHosts_aLineBoundsWhatPeersTake_asWell() {
        Crew crew = Crew.unequal(2, 3, 10).withHosts();
        assertThat(crew.words()).isEqualTo(
                "2 seeders × 3 leechers, 10 MiB, each has a line of 16 or 4 MB/s, 20ms, loss 0.01%");
        assertThat(crew.boundSeconds()).hasValue((10 << 20) / 4e6);
        assertThat(crew.lines(1).hosts()).isEqualTo(5);
        assertThat(crew.lines(1).rateOf(2)).isEqualTo(33_149_171);
    }

    @Test
    void everyClientIsMeasuredBesideOurs(@TempDir Path temp) throws Exception {
        Crew crew = Crew.equal(1, 2, 10_000_000, 2);
        measures(crew, (number, own) -> Place.here(own).giving(crew.rate(number)), temp);
    }

    /** Skipped, with the reason, where no line can be made. */
    @Test
    void everyClientIsMeasuredBesideOurs_onHosts(@TempDir Path temp) throws Exception {
        Crew crew = Crew.equal(1, 1, 10_000_000, 2).withHosts();
        try (OwnLine line = line(crew)) {
            measures(crew, (number, own) -> Place.on(line.host(number + 1), own), temp);
        }
    }

    private static OwnLine line(Crew crew) throws Exception {
        try {
            return new OwnLine("test", crew.lines(1));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }

    /** Those that are installed; a row for each of the others says what is missing. */
    private static void measures(Crew crew, RealSwarm.Ground ground, Path temp) throws Exception {
        List<Client> present = Arrays.stream(Client.values())
                .filter(client -> crew.missing(client).isEmpty()).toList();
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        try (SwarmFolder folder = SwarmFolder.create(temp, crew.length(), crew.leeches());
                var rounds = new ClientRounds("clients", crew.words(), crew, present, folder,
                        ground,
                        said::add)) {
            rounds.run(1, 1);
            rounds.tell(results::add);
        }
        assertThat(said).anyMatch(line -> line.contains("the last after"));
        assertThat(results).filteredOn(Result.Measured.class::isInstance).extracting(Result::peer)
                .containsAll(present.stream().map(Client::title)
                        .filter(title -> !title.equals(Client.GRIDTORRENT.title())).toList())
                .contains("the Kumar–Ross bound");
        assertThat(results).filteredOn(Result.Skipped.class::isInstance).extracting(Result::peer)
                .containsExactlyElementsOf(Arrays.stream(Client.values())
                        .filter(client -> crew.missing(client).isPresent()).map(Client::title)
                        .toList());
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat(((Result.Measured) result).value()).isPositive());
    }
}
