package org.gridtorrent.bench.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.LineEmulation;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.link.line.NamespaceRights;
import org.gridtorrent.bench.link.line.NetworkNamespace;
import org.gridtorrent.bench.link.netem.NetemLine;
import org.gridtorrent.bench.link.relay.RelayLine;

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
            LineEmulation line = line();
            try {
                build(line);
                folder.write(LinkState.of(name, spec, rights, line.emulator(),
                        Instant.now().plus(longest),
                        holders.stream().map(NetworkNamespace::pid).toList()));
                answers.println(READY);
                answers.flush();
                end.await(longest.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                line.end();
            }
        } finally {
            holders.forEach(NetworkNamespace::close);
            folder.delete(name);
            ended.countDown();
        }
    }

    private LineEmulation line() throws IOException, InterruptedException {
        return switch (emulator) {
            case RELAY -> new RelayLine(spec, folder.counters(name));
            case NETEM -> new NetemLine(spec);
        };
    }

    private void build(LineEmulation line) throws IOException, InterruptedException {
        for (int host = 1; host <= spec.hosts(); host++) {
            NetworkNamespace holder = NetworkNamespace.start(host);
            holders.add(holder);
            var _ = holder.ended().thenRun(end::countDown);
            line.join(holder);
        }
        line.begin(end::countDown);
    }

    /** Ends the link when this input ends: when the process that holds its other side does. */
    public void endWith(InputStream owner) {
        Thread.ofPlatform().daemon().name("link-owner").start(() -> {
            try (owner) {
                owner.skip(Long.MAX_VALUE);
                while (owner.read() >= 0) {
                    // Nothing is said here; only the end counts.
                }
            } catch (IOException e) {
                System.err.println("the owner's pipe broke: " + e.getMessage());
            }
            end.countDown();
        });
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
