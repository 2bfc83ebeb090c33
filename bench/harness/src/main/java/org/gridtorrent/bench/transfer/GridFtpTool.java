package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.process.Tool;

/**
 * GridFTP as Debian has it: nobody is authenticated, and {@code -p} flows. Its start and log-in, which
 * sockets have before their time begins, do not count: they are what it takes for a single byte.
 */
final class GridFtpTool implements TransferTool {
    private static final String CLIENT = "globus-url-copy";
    private static final String CLIENT_PACKAGE = "globus-gass-copy-progs";
    private static final String SERVER = "globus-gridftp-server";
    private static final int PORT = 2811;

    private boolean served;
    /** By the number of flows. */
    private final Map<Integer, Double> secondsToBegin = new HashMap<>();

    @Override
    public String title() {
        return "GridFTP";
    }

    @Override
    public Optional<String> missing(Medium way) {
        return Tool.missing(CLIENT, CLIENT_PACKAGE)
                .or(() -> Tool.missing(SERVER, "globus-gridftp-server-progs"));
    }

    @Override
    public double move(TransferJob load, TransferTestbed field) throws IOException, InterruptedException {
        if (!served) {
            field.serve(PORT, List.of(SERVER, "-p", Integer.toString(PORT), "-aa",
                    "-anonymous-user", "root", "-allow-root", "-data-interface",
                    field.line().receiver().address()));
            served = true;
        }
        return load.way() == Medium.MEMORY
                ? copy(load, field, Path.of("/dev/zero"), Path.of("/dev/null"))
                : field.into(load, (content, directory) -> copy(load, field, content,
                        directory.resolve(content.getFileName())));
    }

    private double copy(TransferJob load, TransferTestbed field, Path from, Path to)
            throws IOException, InterruptedException {
        double toBegin = secondsToBegin(load, field);
        List<String> command = command(load, load.length(), field, from, to);
        field.used(title(),
                Tool.run(List.of("dpkg-query", "-Wf${Version}", CLIENT_PACKAGE)).strip(), command);
        double seconds = seconds(load, field, command);
        if (seconds <= toBegin) {
            throw new IOException(CLIENT + " took no longer for " + load.length()
                    + " bytes than for one");
        }
        return load.megabits(seconds - toBegin);
    }

    /** The lesser of two tries; once, since others may have something under way on the line. */
    private double secondsToBegin(TransferJob load, TransferTestbed field)
            throws IOException, InterruptedException {
        Double known = secondsToBegin.get(load.flows());
        if (known == null) {
            List<String> aByte = command(load, 1, field, Path.of("/dev/zero"),
                    Path.of("/dev/null"));
            known = Math.min(seconds(load, field, aByte), seconds(load, field, aByte));
            secondsToBegin.put(load.flows(), known);
        }
        return known;
    }

    private static List<String> command(TransferJob load, long length, TransferTestbed field, Path from,
            Path to) {
        return List.of(CLIENT, "-p", Integer.toString(load.flows()), "-tcp-bs",
                Integer.toString(TransferTestbed.BUFFER_BYTES), "-len", Long.toString(length),
                "file://" + from,
                "ftp://" + field.line().receiver().address() + ":" + PORT + to);
    }

    private static double seconds(TransferJob load, TransferTestbed field, List<String> command)
            throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Tool.run(field.line().sender().on(load.bounded(command)));
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
