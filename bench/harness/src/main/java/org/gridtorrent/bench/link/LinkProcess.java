package org.gridtorrent.bench.link;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.LineEmulation;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.LineUnits;
import org.gridtorrent.bench.link.line.NamespaceRights;
import org.gridtorrent.bench.link.line.NetworkNamespace;
import org.gridtorrent.bench.link.netem.NetemLine;
import org.gridtorrent.bench.link.relay.RelayLine;
import org.jspecify.annotations.Nullable;

/**
 * Process that a link lives in: makes the hosts and the line between them, and keeps them.
 *
 * <p>It ends when it is told to, when a host's namespace ends, when its time is over, or when its owner
 * ends. It runs in a network namespace of its own, so nothing of the link shows on the machine.
 */
public final class LinkProcess {
    /** Line that it prints when the link is there; any other line is why it failed. */
    static final String READY = "ready";

    private final String name;
    private final LineSpec spec;
    private final NamespaceRights rights;
    private final LinkFolder folder;
    private final Emulator emulator;
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<NetworkNamespace> holders = new ArrayList<>();
    private volatile @Nullable LineEmulation line;

    public LinkProcess(String name, LineSpec spec, boolean userNamespace, Emulator emulator,
            LinkFolder folder) {
        this.name = name;
        this.spec = spec;
        this.rights = userNamespace ? NamespaceRights.USER_NAMESPACE : NamespaceRights.DIRECT;
        this.emulator = emulator;
        this.folder = folder;
    }

    /** Returns at the link's end. */
    public void run(Duration longest, PrintStream answers)
            throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::endAndWait, "link-end"));
        try {
            LineEmulation made = makeLine();
            try {
                build(made);
                folder.write(LinkState.of(name, spec, rights, made.emulator(),
                        Instant.now().plus(longest),
                        holders.stream().map(NetworkNamespace::pid).toList()));
                line = made;
                answers.println(READY);
                answers.flush();
                end.await(longest.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                made.end();
            }
        } finally {
            holders.forEach(NetworkNamespace::close);
            // Whoever started a line that was not made reads the reason in its log.
            if (line != null) {
                folder.delete(name);
            }
            ended.countDown();
        }
    }

    private LineEmulation makeLine() throws IOException, InterruptedException {
        return switch (emulator) {
            case RELAY -> new RelayLine(spec, folder.counters(name));
            case NETEM -> new NetemLine(spec);
        };
    }

    private void build(LineEmulation made) throws IOException, InterruptedException {
        for (int host = 1; host <= spec.hosts(); host++) {
            NetworkNamespace holder = NetworkNamespace.start(host);
            holders.add(holder);
            var _ = holder.ended().thenRun(end::countDown);
            made.join(holder);
        }
        made.begin(end::countDown);
    }

    /**
     * Follows the process that holds the other side of this input: each line {@code HOST=RATE} changes a
     * host's rate, and its end ends the link.
     */
    public void follow(InputStream owner) {
        Thread.ofPlatform().daemon().name("link-owner").start(() -> {
            try (var orders = new BufferedReader(
                    new InputStreamReader(owner, StandardCharsets.UTF_8))) {
                for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                    changeRate(order);
                }
            } catch (IOException | IllegalArgumentException e) {
                System.err.println("an order failed: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            end.countDown();
        });
    }

    private void changeRate(String order) throws IOException, InterruptedException {
        LineEmulation changed = line;
        if (changed == null) {
            throw new IOException("'" + order + "' came before the line was there");
        }
        int separator = order.indexOf('=');
        if (separator < 0) {
            throw new IllegalArgumentException("'" + order + "' is not HOST=RATE");
        }
        int host = Integer.parseInt(order.substring(0, separator));
        changed.setRate(Objects.checkIndex(host - 1, spec.hosts()) + 1,
                LineUnits.bitsPerSecond(order.substring(separator + 1)));
    }

    private void endAndWait() {
        end.countDown();
        try {
            ended.await(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
