package org.gridtorrent.bench.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.HostTraffic;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.NamespaceRights;
import org.gridtorrent.bench.link.netem.NetemLine;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the kernel's netem where it can be had; skipped, with the reason, where it cannot. */
class NetemLinkTest {
    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;
    private Optional<String> refusal = Optional.empty();

    @BeforeEach
    void requireNamespaces() throws InterruptedException {
        try {
            refusal = NetemLine.unavailable(NamespaceRights.detect());
        } catch (CommandFailure e) {
            abort(e.line());
        }
    }

    @Test
    void parsesEmulators() {
        assertThat(Emulator.of("netem")).isEqualTo(Emulator.NETEM);
        assertThat(Emulator.of("relay")).isEqualTo(Emulator.RELAY);
        assertThatThrownBy(() -> Emulator.of("wire")).hasMessageContaining("'wire'");
    }

    @Test
    void aLineByNetem_delaysLosesAndCounts() throws IOException, InterruptedException {
        refusal.ifPresent(Assumptions::abort);
        LinkState link = up(Optional.of(Emulator.NETEM), 0.5);
        try {
            new LineCheck(link).awaitReach();
            assertThat(link.emulator()).startsWith("netem");
            Tool.run(link.host(1).commandOn(List.of("ping", "-q", "-c", "100", "-l", "100", "-W",
                    "1", link.host(2).address())));
            HostTraffic first = links().traffic(link).getFirst();
            assertThat(first.lost()).isBetween(first.sent() / 4, first.sent() * 3 / 4);
            assertThat(first.delivered()).isPositive();
            assertThat(first.late()).isNull();
        } finally {
            links().down(link.name());
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void withoutNetem_theRelayMakesTheLine() throws IOException, InterruptedException {
        if (refusal.isEmpty()) {
            abort("netem can be had here");
        }
        assertThatThrownBy(() -> up(Optional.of(Emulator.NETEM), 0))
                .isInstanceOf(CommandFailure.class).hasMessageContaining("netem makes no line");
        try {
            LinkRegistry.requireTun();
        } catch (CommandFailure e) {
            abort(e.line());
        }
        LinkState link = up(Optional.empty(), 0);
        assertThat(link.emulator()).isEqualTo("relay");
        links().down(link.name());
    }

    private LinkRegistry links() {
        return new LinkRegistry(new LinkFolder(folder));
    }

    private LinkState up(Optional<Emulator> by, double loss)
            throws IOException, InterruptedException {
        LineSpec line = LineSpec.of(3, Duration.ofMillis(10), 100_000_000, loss,
                OptionalLong.empty(), Map.of(), 1);
        return links().up("chosen", line, TWO_MINUTES, by);
    }
}
