package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.link.Ping;
import org.gridtorrent.bench.process.OwnProgram;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;

/** Hosts that are there, with the network that is between them. Nothing of theirs is changed. */
public final class GivenHosts implements Network, Ground {
    private static final List<String> PINGS = List.of("-c", "10", "-i", "0.2", "-w", "10");

    /** Makes a command line for any shell of the words that bash is given. */
    private static final String QUOTED = """
            quote="'\\''"
            for word; do line+=" '${word//"'"/$quote}'"; done
            """;

    private final List<Given> hosts;
    private final String words;
    private final double roundTripMillis;

    private GivenHosts(List<Given> hosts) throws IOException, InterruptedException {
        this.hosts = hosts;
        words = "hosts "
                + hosts.stream().map(Given::address).collect(Collectors.joining(", ")) + ", "
                + congestionControl();
        roundTripMillis = Ping.meanMillis(sender(), receiver(), PINGS);
    }

    /** One of them. */
    private record Given(String address, List<String> enter) implements Host {

        /**
         * @param line an address, and words that run a command line there, which becomes their last argument,
         *     such as {@code ssh lab7}; none: this machine
         */
        static Given of(String line) {
            String[] parts = line.strip().split("\\s+", 2);
            String address = InetAddress.ofLiteral(parts[0]).getHostAddress();
            return new Given(address, parts.length == 1
                    ? List.of()
                    : List.of("bash", "-c", QUOTED + "exec " + parts[1] + " \"$line\"", "bash"));
        }

        @Override
        public boolean hasDiskOfItsOwn() {
            return !enter.isEmpty();
        }
    }

    /** As the file has them, one a line, the sender first, then the receiver; asked whether they know this program. */
    public static GivenHosts read(Path file, String version)
            throws IOException, InterruptedException {
        List<Given> hosts = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                hosts.add(host(line, file + ", line " + number));
            }
        }
        if (hosts.size() < 2) {
            throw CommandFailure.badInput(file + " names " + hosts.size()
                    + " hosts; a sender and a receiver are asked for at least, one a line");
        }
        for (Given host : hosts) {
            check(host, version);
        }
        return new GivenHosts(List.copyOf(hosts));
    }

    private static Given host(String line, String where) {
        try {
            return Given.of(line);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.badInput(where + ": " + e.getMessage()
                    + "; a line is ADDRESS [COMMAND], such as: 192.0.2.7 ssh lab7");
        }
    }

    private static void check(Given host, String version) throws InterruptedException {
        String said;
        try {
            said = Tool.run(host.on(OwnProgram.command(List.of(), List.of("--version"))));
        } catch (IOException e) {
            throw CommandFailure.noAnswer("host " + host.address
                    + " does not run this program, which has to be there under the same path, with the"
                    + " same JDK: " + e.getMessage());
        }
        if (!said.contains(version)) {
            throw CommandFailure.failed("host " + host.address + " has another version of this"
                    + " program: " + said.strip() + " beside " + version);
        }
    }

    @Override
    public Network network(String experiment, LineSpec spec) {
        return this;
    }

    /** They are on one line. */
    @Override
    public <T> List<T> among(List<T> lines) {
        return lines.subList(0, 1);
    }

    @Override
    public Optional<Network> given() {
        return Optional.of(this);
    }

    @Override
    public List<? extends Host> hosts() {
        return hosts;
    }

    @Override
    public String words() {
        return words;
    }

    @Override
    public boolean holdBuffers(int bytes) {
        return false;
    }

    @Override
    public boolean sendBy(String rule) {
        return false;
    }

    @Override
    public String health() {
        return String.format(Locale.ROOT, "round trip %.2f ms; what crossed it was not counted",
                roundTripMillis);
    }

    /** They stay as they are. */
    @Override
    public void close() {}
}
