package org.gridtorrent.bench.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Ping;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;

/** Hosts of the user, with the network that is between them. Nothing of theirs is changed. */
public final class RealHosts implements Network, Testbed {
    private static final String SYNTAX = "ADDRESS [COMMAND], such as: 192.0.2.7 ssh lab7";
    private static final List<String> PINGS = List.of("-c", "10", "-i", "0.2", "-w", "10");

    /** Makes a command line for any shell of the words that bash is given. */
    private static final String QUOTE_ARGUMENTS = """
            quote="'\\''"
            for word; do line+=" '${word//"'"/$quote}'"; done
            """;

    /** Beginning of every description. */
    public static final String PREFIX = "hosts ";

    private final List<RealHost> hosts;
    private final String description;
    private final double roundTripMillis;

    private RealHosts(List<RealHost> hosts) throws IOException, InterruptedException {
        this.hosts = hosts;
        description = PREFIX
                + hosts.stream().map(RealHost::address).collect(Collectors.joining(", ")) + ", "
                + congestionControl();
        roundTripMillis = roundTripMillis();
    }

    private double roundTripMillis() throws InterruptedException {
        try {
            return Ping.meanMillis(sender(), receiver(), PINGS);
        } catch (IOException e) {
            throw CommandFailure.noAnswer("host " + receiver().address() + " does not answer "
                    + sender().address() + " (ping): is the address right, and the line there?");
        }
    }

    /** One host. */
    private record RealHost(String address, List<String> enter) implements Host {

        /**
         * @param line an address, and words that run a command line there, which becomes their last argument,
         *     such as {@code ssh lab7}; none: this machine
         */
        static RealHost of(String line) {
            String[] parts = line.strip().split("\\s+", 2);
            InetAddress address = InetAddress.ofLiteral(parts[0]);
            if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
                throw new IllegalArgumentException(parts[0] + " is no host's address");
            }
            return new RealHost(address.getHostAddress(), parts.length == 1
                    ? List.of()
                    : List.of("bash", "-c", QUOTE_ARGUMENTS + "exec " + parts[1] + " \"$line\"",
                            "bash"));
        }

        @Override
        public boolean hasDiskOfItsOwn() {
            return !enter.isEmpty();
        }
    }

    /** As the file has them, one a line, the sender first, then the receiver; asked whether they know this program. */
    public static RealHosts read(Path file, String version)
            throws IOException, InterruptedException {
        List<RealHost> hosts = new ArrayList<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            if (!line.isBlank() && !line.strip().startsWith("#")) {
                String where = file + ", line " + number;
                RealHost host = host(line, where);
                requireDistinct(host, hosts, where);
                hosts.add(host);
            }
        }
        if (hosts.size() < 2) {
            throw CommandFailure.badInput(file + " names " + hosts.size()
                    + " hosts; a sender and a receiver are asked for at least, one a line: "
                    + SYNTAX);
        }
        for (RealHost host : hosts) {
            check(host, version);
        }
        return new RealHosts(List.copyOf(hosts));
    }

    private static RealHost host(String line, String where) {
        try {
            return RealHost.of(line);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.badInput(where + ": " + e.getMessage()
                    + "; a line is " + SYNTAX);
        }
    }

    private static List<String> lines(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw CommandFailure.badInput(file + " is a folder; asked for is a file of hosts, one a"
                    + " line: " + SYNTAX);
        }
        try {
            return Files.readAllLines(file);
        } catch (MalformedInputException e) {
            throw CommandFailure.badInput(file + " is not text; asked for are hosts, one a line: "
                    + SYNTAX);
        }
    }

    /** A line between a machine and itself would be none. */
    private static void requireDistinct(RealHost host, List<RealHost> before, String where) {
        for (RealHost other : before) {
            if (other.address.equals(host.address)) {
                throw CommandFailure.badInput(where + ": " + host.address
                        + " is named twice; each line has to be another machine");
            }
            if (other.enter.isEmpty() && host.enter.isEmpty()) {
                throw CommandFailure.badInput(where + ": " + host.address + " and " + other.address
                        + " have no command, so that both are this machine; each line has to be"
                        + " another one");
            }
        }
    }

    /** Whether what is written to a program there is read by it, and what it writes comes back, and nothing else. */
    private static void checkPipes(RealHost host) throws InterruptedException {
        String sent = "this is passed on\n";
        String came = run(host, List.of("cat"), sent);
        if (!came.equals(sent)) {
            throw CommandFailure.noAnswer("host " + host.address + " does not pass on what programs"
                    + " there read and write as it is (with docker it wants -i, with ssh no -n, a"
                    + " shell no words of its own): of a line came back '"
                    + came.strip().lines().findFirst().orElse("") + "'");
        }
    }

    private static void check(RealHost host, String version) throws InterruptedException {
        checkPipes(host);
        String said = run(host,
                ChildJvm.command(List.of("-XX:+UseSerialGC"), List.of("--version")), "");
        if (!said.contains(version)) {
            throw CommandFailure.failed("host " + host.address + " has another version of this"
                    + " program: " + said.strip() + " beside " + version);
        }
    }

    private static String run(RealHost host, List<String> command, String input)
            throws InterruptedException {
        try {
            return Tool.run(host.commandOn(command), input);
        } catch (IOException e) {
            throw CommandFailure.noAnswer("host " + host.address + " does not run "
                    + command.getFirst() + ", which has to be there under the same path: "
                    + e.getMessage());
        }
    }

    @Override
    public Network network(String experiment, Supplier<LineSpec> spec) {
        return this;
    }

    @Override
    public <T> List<T> distinct(List<T> lines) {
        return lines.subList(0, 1);
    }

    @Override
    public Optional<Network> realHosts() {
        return Optional.of(this);
    }

    @Override
    public List<? extends Host> hosts() {
        return hosts;
    }

    @Override
    public String describe() {
        return description;
    }

    @Override
    public boolean holdBuffers(int bytes) {
        return false;
    }

    @Override
    public boolean useCongestionControl(String rule) {
        return false;
    }

    @Override
    public String health() {
        return String.format(Locale.ROOT, "round trip %.2f ms; what crossed it was not counted",
                roundTripMillis);
    }

    @Override
    public void close() {}
}
