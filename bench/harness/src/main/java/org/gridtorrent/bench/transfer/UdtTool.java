package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.process.Tool;

/**
 * UDT, by a small program of ours ({@code udt_mover.cpp}) on Debian's libudt, with the library's own buffers and
 * pacing. It is compiled when it is first needed.
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
    public Optional<String> missing(Medium way) {
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
    public double move(TransferJob load, TransferTestbed field) throws IOException, InterruptedException {
        if (compiled.isEmpty()) {
            compiled = Optional.of(compile(field));
        }
        String program = compiled.get().toString();
        return load.way() == Medium.MEMORY
                ? move(program, load, field, List.of(), List.of())
                : field.into(load, (content, directory) -> move(program, load, field,
                        List.of(content.toString()),
                        List.of(directory.resolve(content.getFileName()).toString())));
    }

    /** At the same place on each machine. */
    private static Path compile(TransferTestbed field) throws IOException, InterruptedException {
        Path source = field.folder().path("udt_mover.cpp");
        Path program = field.folder().path("udt_mover");
        List<Host> machines = Stream.of(field.line().sender(), field.line().receiver())
                .map(Host::machine).distinct().toList();
        for (Host machine : machines) {
            machine.write(source, Tool.text(UdtTool.class, "udt_mover.cpp"));
            Tool.run(machine.on(List.of("g++", "-O2", "-o", program.toString(), source.toString(),
                    "-ludt", "-pthread")));
        }
        return program;
    }

    private double move(String program, TransferJob load, TransferTestbed field, List<String> from,
            List<String> to) throws IOException, InterruptedException {
        List<String> span = List.of(PORT, Integer.toString(load.flows()),
                Double.toString(load.seconds()));
        List<String> receive = new ArrayList<>(List.of(program, "receive"));
        receive.addAll(span);
        receive.addAll(to);
        List<String> send = new ArrayList<>(
                List.of(program, "send", field.line().receiver().address()));
        send.addAll(span);
        send.addAll(from);
        field.used(title(), Tool.run(List.of("dpkg-query", "-Wf${Version}", LIBRARY)).strip(),
                send);
        Process receiver = field.line().receiver()
                .startTied(load.bounded(receive));
        try {
            Tool.awaitLine(receiver, "listening");
            Process sender = field.line().sender()
                    .startTied(load.bounded(send));
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
