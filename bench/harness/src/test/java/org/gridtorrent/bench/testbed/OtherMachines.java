package org.gridtorrent.bench.testbed;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;

/** Hosts of a real line, each of which sees another file system where contents are kept, as a file names them. */
public final class OtherMachines implements AutoCloseable {
    private static final int BITS_PER_SECOND = 100_000_000;

    private final Network line;
    private final List<Process> keepers = new ArrayList<>();
    private final RealHosts given;

    /** Skips the test, with the reason, where no line can be made or this user may not mount. */
    public OtherMachines(int hosts, Path temp) throws IOException, InterruptedException {
        line = line(hosts);
        try {
            List<String> lines = new ArrayList<>();
            for (Host host : line.hosts()) {
                Process keeper = keeper(host);
                keepers.add(keeper);
                lines.add(host.address() + " sh " + entrance(host, keeper, temp));
            }
            given = RealHosts.read(Files.write(temp.resolve("hosts"), lines), "development");
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** A script with a process of its own between who enters and what runs there, as ssh and docker have. */
    private static Path entrance(Host host, Process keeper, Path temp) throws IOException {
        List<String> words = new ArrayList<>(host.enter());
        words.set(words.indexOf("--target") + 1, Long.toString(keeper.pid()));
        words.add("--mount");
        words.addAll(List.of("sh", "-c"));
        return Files.writeString(temp.resolve("enter-" + host.address()),
                String.join(" ", words) + " \"$1\"\nexit $?\n");
    }

    private static Network line(int hosts) throws IOException, InterruptedException {
        try {
            return new EmulatedLine("machines",
                    LineSpec.of(hosts, Duration.ofMillis(5), BITS_PER_SECOND, 0,
                            OptionalLong.empty(), Map.of(), 1));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }

    private static Process keeper(Host host) throws IOException {
        Process keeper = Tool.start(host.commandOn(List.of("unshare", "--mount", "sh", "-c",
                "mount -t tmpfs other " + ContentFolder.TMPFS + " && echo mounted && exec cat")));
        try {
            Tool.awaitLine(keeper, "mounted");
            return keeper;
        } catch (IOException e) {
            return abort("no file system can be mounted here: " + e.getMessage());
        }
    }

    public RealHosts given() {
        return given;
    }

    /** Files of contents and sockets that listen, on any of them. */
    public String left() throws IOException, InterruptedException {
        StringBuilder left = new StringBuilder();
        for (Host host : given.hosts()) {
            left.append(Tool.run(host.commandOn(List.of("ls", ContentFolder.TMPFS.toString()))))
                    .append(Tool.run(host.commandOn(List.of("ss", "-Htuln"))));
        }
        return left.toString();
    }

    @Override
    public void close() {
        keepers.forEach(Tool::end);
        line.close();
    }
}
