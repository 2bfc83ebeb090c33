package org.gridtorrent.bench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.NamespaceRights;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** With real namespaces and devices; skipped, with the reason, where this user may not make them. */
@Execution(ExecutionMode.CONCURRENT)
class LinkTest {
    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path home;

    @BeforeAll
    static void requireRights() throws InterruptedException {
        try {
            NamespaceRights.detect();
            LinkRegistry.requireTun();
        } catch (CommandFailure e) {
            abort(e.line());
        }
    }

    @AfterEach
    void takeDown() throws IOException, InterruptedException {
        for (LinkState link : links().all()) {
            links().down(link.name());
        }
    }

    @Test
    void aLink_comesUpCarriesPacketsCountsThemAndLeavesNothing()
            throws IOException, InterruptedException {
        LinkState link = up("first", line(3, 20, 0));
        new LineCheck(link).awaitReach();

        assertThat(links().find("first")).isEqualTo(link);
        assertThat(roundTripMillis(link)).isGreaterThanOrEqualTo(20);
        assertThat(links().traffic(link)).allMatch(host -> host.sent() > 0)
                .allMatch(host -> host.lost() == 0);

        links().down("first");
        assertThat(folder()).isEmptyDirectory();
        assertThat(links().all()).isEmpty();
        assertGone(link);
    }

    @Test
    void severalLinks_standBesideEachOther_andEachEndsWithItsProcesses()
            throws IOException, InterruptedException {
        LinkState one = up("one", line(2, 1, 0));
        LinkState other = up("other", line(2, 1, 0));
        new LineCheck(one).awaitReach();
        new LineCheck(other).awaitReach();
        assertThat(links().all()).containsExactly(one, other);
        assertThatThrownBy(() -> up("one", line(2, 1, 0)))
                .hasMessageContaining("is up already");

        // A holder that dies takes its link with it.
        ProcessHandle.of(one.host(2).pid()).orElseThrow().destroyForcibly();
        assertGone(one);
        assertThatThrownBy(() -> links().find("one")).hasMessageContaining("no link 'one'");
        assertThat(links().all()).containsExactly(other);

        // A link whose own process is killed leaves no host.
        other.process().orElseThrow().destroyForcibly();
        assertGone(other);
        assertThatThrownBy(() -> links().find("other")).isInstanceOf(CommandFailure.class);
        assertThat(folder()).isEmptyDirectory();
    }

    @Test
    void makesOneLinkOfANameAtOnce() throws Exception {
        List<FutureTask<LinkState>> making = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            FutureTask<LinkState> up = new FutureTask<>(
                    () -> up("twice", line(2, 1, 0)));
            making.add(up);
            Thread.ofPlatform().start(up);
        }
        List<String> failures = new ArrayList<>();
        for (FutureTask<LinkState> up : making) {
            try {
                up.get();
            } catch (ExecutionException e) {
                failures.add(e.toString());
            }
        }
        assertThat(failures).singleElement().asString().contains("is up already");
        links().down("twice");
        assertThat(folder()).isEmptyDirectory();
    }

    @Test
    void lostPackets_areLostAndCounted() throws IOException, InterruptedException {
        LinkState link = up("lossy", line(2, 1, 0.5));
        String answer = Tool
                .run(link.host(1).commandOn(List.of("ping", "-q", "-c", "100", "-l", "100", "-W",
                        "1", link.host(2).address())));
        assertThat(answer).containsPattern("[1-9][0-9]% packet loss");
        assertThat(links().traffic(link).getFirst().lost()).isBetween(20L, 80L);
    }

    @Test
    void aLinkWhoseTimeIsOver_endsByItself() throws IOException, InterruptedException {
        assertGone(links().up("short", line(2, 1, 0), Duration.ofMillis(200), Optional.empty()));
    }

    @Test
    void anOwnedLink_endsWithItsOwner() throws IOException, InterruptedException {
        LinkState link;
        try (LinkRegistry.Owned owned = links().own("owned", line(2, 1, 0), TWO_MINUTES)) {
            link = owned.state();
            new LineCheck(link).awaitReach();
        }
        assertGone(link);
    }

    @Test
    void anOwnedLink_changesRates() throws IOException, InterruptedException {
        try (LinkRegistry.Owned owned = links().own("owned", line(2, 1, 0), TWO_MINUTES)) {
            new LineCheck(owned.state()).awaitReach();
            owned.setRate(2, 80_000);
            // A packet of 1,028 bytes takes a tenth of a second each way.
            await().until(() -> Tool.run(owned.state().host(1).commandOn(List.of("ping", "-n", "-q",
                    "-c", "1", "-s", "1000", owned.state().host(2).address())))
                    .matches("(?s).*= \\d{3,}\\..*"));
        }
    }

    private LinkState up(String name, LineSpec line) throws IOException, InterruptedException {
        return links().up(name, line, TWO_MINUTES, Optional.empty());
    }

    private LinkRegistry links() {
        return new LinkRegistry(new LinkFolder(folder()));
    }

    private Path folder() {
        return home.resolve("links");
    }

    private static LineSpec line(int hosts, int rttMillis, double loss) {
        return LineSpec.of(hosts, Duration.ofMillis(rttMillis), 100_000_000, loss,
                OptionalLong.empty(), Map.of(), 1);
    }

    private static double roundTripMillis(LinkState link) throws IOException, InterruptedException {
        String answer = Tool
                .run(link.host(1).commandOn(List.of("ping", "-n", "-q", "-c", "5", "-i", "0.01",
                        link.host(2).address())));
        return Double.parseDouble(answer.replaceAll("(?s).*= ([\\d.]+)/.*", "$1"));
    }

    /** The link's process, and every host's. */
    private static void assertGone(LinkState link) {
        await().until(() -> Stream
                .concat(Stream.of(link.pid()), link.hosts().stream().map(host -> host.pid()))
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .noneMatch(ProcessHandle::isAlive));
    }
}
