package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/**
 * UDT, by a small program of ours ({@code udt_mover.cpp}) on Debian's libudt, with its own buffers and
 * pacing.
 *
 * <p>It is compiled when it is first needed.
 */
final class UdtTool implements TransferTool {
    private static final String PORT = "9100";
    private static final String LIBRARY = "libudt-dev";

    private Optional<Path> compiled = Optional.empty();

    @Override
    public String title() {
        return "UDT";
    }

    @Override
    public Optional<String> missing(Medium medium) {
        return Tool.missing("g++", "g++").or(() -> Library.MISSING);
    }

    /** Looked for once. */
    private static final class Library {
        private static final Optional<String> MISSING = Tool.fails(
                List.of("g++", "-E", "-include", "udt/udt.h", "-x", "c++", "/dev/null"))
                        ? Optional
                                .of("libudt is not installed (Debian: apt install " + LIBRARY + ")")
                        : Optional.empty();
    }

    @Override
    public double move(TransferJob job, TransferTestbed testbed)
            throws IOException, InterruptedException {
        if (compiled.isEmpty()) {
            compiled = Optional.of(compile(testbed));
        }
        String program = compiled.get().toString();
        return job.medium() == Medium.MEMORY
                ? move(program, job, testbed, List.of(), List.of())
                : testbed.into(job, (content, directory) -> move(program, job, testbed,
                        List.of(content.toString()),
                        List.of(directory.resolve(content.getFileName()).toString())));
    }

    /** At the same place on each machine. */
    private static Path compile(TransferTestbed testbed) throws IOException, InterruptedException {
        Path source = testbed.folder().path("udt_mover.cpp");
        Path program = testbed.folder().path("udt_mover");
        List<Host> machines = Stream.of(testbed.line().sender(), testbed.line().receiver())
                .map(Host::machine).distinct().toList();
        for (Host machine : machines) {
            machine.write(source, Tool.text(UdtTool.class, "udt_mover.cpp"));
            Tool.run(machine
                    .commandOn(List.of("g++", "-O2", "-o", program.toString(), source.toString(),
                            "-ludt", "-pthread")));
        }
        return program;
    }

    private double move(String program, TransferJob job, TransferTestbed testbed, List<String> from,
            List<String> to) throws IOException, InterruptedException {
        List<String> span = List.of(PORT, Integer.toString(job.flows()),
                Double.toString(job.seconds()));
        List<String> receive = Tool.concat(List.of(program, "receive"), span, to);
        List<String> send = Tool.concat(
                List.of(program, "send", testbed.line().receiver().address()), span, from);
        testbed.toolUsed(title(), Tool.run(List.of("dpkg-query", "-Wf${Version}", LIBRARY)).strip(),
                send);
        Process receiver = testbed.line().receiver()
                .startTied(job.bounded(receive));
        try {
            Tool.awaitLine(receiver, "listening");
            Process sender = testbed.line().sender()
                    .startTied(job.bounded(send));
            try {
                return arrived(receiver);
            } finally {
                // It has nothing more to say, and would wait for a receiver that is gone.
                Tool.end(sender);
            }
        } finally {
            Tool.end(receiver);
        }
    }

    /** Mb/s of what the receiver says at its end. */
    private static double arrived(Process receiver) throws IOException {
        String said = receiver.inputReader(StandardCharsets.UTF_8).readLine();
        String[] words = said == null ? new String[0] : said.split(" ", -1);
        if (words.length != 2) {
            throw new IOException("udt_mover's receiver ended" + (said == null ? "" : ": " + said));
        }
        return Long.parseLong(words[0]) * 8 / Double.parseDouble(words[1]) / 1e6;
    }
}
