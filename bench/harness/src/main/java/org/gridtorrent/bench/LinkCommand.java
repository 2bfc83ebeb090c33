package org.gridtorrent.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.link.LineCheck;
import org.gridtorrent.bench.link.LinkFolder;
import org.gridtorrent.bench.link.LinkProcess;
import org.gridtorrent.bench.link.LinkRegistry;
import org.gridtorrent.bench.link.LinkState;
import org.gridtorrent.bench.link.LinkState.HostState;
import org.gridtorrent.bench.link.line.Emulator;
import org.gridtorrent.bench.link.line.HostTraffic;
import org.gridtorrent.bench.link.line.LineUnits;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Group;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Emulated lines between hosts that are network namespaces of this machine. */
@Command(name = "link", description = "Makes, shows and removes an emulated long line between hosts on this machine.", subcommands = {
    LinkCommand.Up.class, LinkCommand.Down.class, LinkCommand.Show.class, LinkCommand.Relay.class})
final class LinkCommand extends Group {
    private static final String DEFAULT_NAME = "wan";

    private static LinkRegistry links() {
        return new LinkRegistry(LinkFolder.of(System.getenv()));
    }

    /** Prints a link for {@code up} and {@code show}, as text or JSON. */
    private static final class LinkPrinter {
        private final PrintWriter out;
        private final PrintWriter err;
        private final boolean json;

        LinkPrinter(CommandSpec spec, boolean json) {
            out = spec.commandLine().getOut();
            err = spec.commandLine().getErr();
            this.json = json;
        }

        void print(LinkState link, List<HostTraffic> traffic, boolean check)
                throws IOException, InterruptedException {
            if (!json) {
                lines(link, traffic).forEach(out::println);
                out.flush();
            }
            List<LineCheck.Finding> findings = new ArrayList<>();
            if (check) {
                err.println("checking the line with ping and iperf3 …");
                new LineCheck(link).run(finding -> {
                    findings.add(finding);
                    if (!json) {
                        out.println("  " + finding.describe());
                        out.flush();
                    }
                });
            }
            if (json) {
                out.println(
                        Json.MAPPER.writeValueAsString(new LinkReport(link, traffic, findings)));
                out.flush();
            }
            LineCheck.Finding.warning(findings).ifPresent(err::println);
        }

        private static String late(HostTraffic one) {
            return one.late() == null
                    ? ""
                    : String.format(Locale.ROOT, ", %,d of them late", one.late());
        }

        private static String rate(HostState host) {
            return LineUnits.rateText(host.bitsPerSecond()) + (host.delayNanos() == 0
                    ? ""
                    : " +" + LineUnits.millisText(Duration.ofNanos(host.delayNanos())));
        }

        private static List<String> lines(LinkState link, List<HostTraffic> traffic) {
            List<String> lines = new ArrayList<>();
            lines.add("link '" + link.name() + "': round trip "
                    + LineUnits.millisText(Duration.ofNanos(link.rttNanos())) + ", "
                    + LineUnits.rateText(link.bitsPerSecond()) + ", loss "
                    + LineUnits.lossText(link.loss()) + ", buffer " + link.bufferBytes()
                    + " bytes, seed " + link.seed() + ", by " + link.emulator() + ", until "
                    + link.until());
            for (HostState host : link.hosts()) {
                lines.add(String.format(Locale.ROOT, "  host %-2d %-12s %-8s run there: %s COMMAND",
                        host.host(), host.address(), rate(host),
                        String.join(" ", host.enter())));
            }
            for (HostTraffic one : traffic) {
                lines.add(String.format(Locale.ROOT,
                        "  host %-2d sent %,d packets (%,d bytes), %,d of them lost and %,d dropped"
                                + " by full queues; received %,d (%,d bytes)%s",
                        one.host(), one.sent(), one.sentBytes(), one.lost(), one.queueFull(),
                        one.delivered(), one.deliveredBytes(), late(one)));
            }
            return lines;
        }
    }

    private record LinkReport(LinkState link, List<HostTraffic> traffic,
            List<LineCheck.Finding> checks) {}

    /** Makes a link that stays. */
    @Command(name = "up", description = "Makes a link and returns when its hosts reach each other.")
    static final class Up implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private LineOptions line = new LineOptions();

        @Option(names = "--name", defaultValue = DEFAULT_NAME, description = "The link's name (default: ${DEFAULT-VALUE}).")
        private String name = DEFAULT_NAME;

        @Option(names = "--for", paramLabel = "TIME", defaultValue = "2h", description = "When it ends by itself (default: ${DEFAULT-VALUE}).")
        private String longest = "";

        @Option(names = "--no-check", description = "Do not measure the line.")
        private boolean unchecked;

        @Option(names = "--json", description = "Answer with one JSON object.")
        private boolean json;

        @Override
        public Integer call() throws IOException, InterruptedException {
            LinkRegistry links = links();
            LinkState link = links.up(name, line.spec(),
                    LineOptions.duration("--for", longest), line.by());
            boolean reached = false;
            try {
                new LineCheck(link).awaitReach();
                reached = true;
                new LinkPrinter(spec, json).print(link, List.of(), !unchecked);
                return 0;
            } catch (IOException | CommandFailure e) {
                if (!links.isUp(name)) {
                    throw ended(e);
                }
                if (!reached) {
                    links.down(name);
                }
                throw e;
            }
        }

        /** Failure of a link that was taken down, or whose process died. */
        private CommandFailure ended(Exception cause) {
            CommandFailure failure = CommandFailure.failed("link '" + name + "' ended while it was"
                    + " being checked: it was taken down, or one of its processes was killed");
            failure.addSuppressed(cause);
            return failure;
        }
    }

    /** Ends a link. */
    @Command(name = "down", description = "Removes a link, and its hosts with it.")
    static final class Down implements Callable<Integer> {
        @Option(names = "--name", defaultValue = DEFAULT_NAME, description = "The link's name (default: ${DEFAULT-VALUE}).")
        private String name = DEFAULT_NAME;

        @Override
        public Integer call() throws IOException, InterruptedException {
            links().down(name);
            return 0;
        }
    }

    /** Shows the links that are up. */
    @Command(name = "show", description = "Shows the links that are up, what they are asked to be, and their packets.")
    static final class Show implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Option(names = "--name", description = "Only this link (default: all).")
        private @Nullable String name;

        @Option(names = "--check", description = "Measure it with ping and iperf3 beside what was asked.")
        private boolean check;

        @Option(names = "--json", description = "Answer with one JSON object a line.")
        private boolean json;

        @Override
        public Integer call() throws IOException, InterruptedException {
            LinkRegistry links = links();
            List<LinkState> found = name == null ? links.all() : List.of(links.find(name));
            if (found.isEmpty()) {
                spec.commandLine().getErr().println("no link is up");
            }
            for (LinkState link : found) {
                new LinkPrinter(spec, json).print(link, links.traffic(link), check);
            }
            return 0;
        }
    }

    /** Process that a link lives in; started by {@code up} and by experiments. */
    @Command(name = "relay", hidden = true, description = "Carries a link's packets, to its end.")
    static final class Relay implements Callable<Integer> {
        @Mixin
        private LineOptions line = new LineOptions();

        @Option(names = "--name", required = true)
        private String name = DEFAULT_NAME;

        @Option(names = "--folder", required = true)
        private Path folder = Path.of("");

        @Option(names = "--for", required = true)
        private String longest = "";

        @Option(names = "--user-namespace")
        private boolean userNamespace;

        @Option(names = "--owned", description = "Change rates as the standard input says, and end with it.")
        private boolean owned;

        @Override
        public Integer call() throws IOException, InterruptedException {
            var process = new LinkProcess(name, line.spec(), userNamespace,
                    line.by().orElse(Emulator.RELAY), new LinkFolder(folder));
            if (owned) {
                process.follow(System.in);
            }
            process.run(LineOptions.duration("--for", longest), System.out);
            return 0;
        }
    }
}
