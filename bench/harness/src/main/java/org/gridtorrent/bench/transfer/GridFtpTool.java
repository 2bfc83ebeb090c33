package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.process.Tool;

/**
 * GridFTP as Debian has it, with {@code -p} flows and no authentication.
 *
 * <p>Its start and log-in, which sockets have before their time begins, do not count: they are the time
 * for a single byte.
 */
final class GridFtpTool implements TransferTool {
    private static final String CLIENT = "globus-url-copy";
    private static final String CLIENT_PACKAGE = "globus-gass-copy-progs";
    private static final String SERVER = "globus-gridftp-server";
    private static final int PORT = 2811;

    /** By the number of flows. */
    private final Map<Integer, Double> secondsToBegin = new HashMap<>();

    @Override
    public String title() {
        return "GridFTP";
    }

    @Override
    public Optional<String> missing(Medium medium) {
        return Tool.missing(CLIENT, CLIENT_PACKAGE)
                .or(() -> Tool.missing(SERVER, "globus-gridftp-server-progs"));
    }

    @Override
    public double move(TransferJob job, TransferTestbed testbed)
            throws IOException, InterruptedException {
        testbed.serve(PORT, List.of(SERVER, "-p", Integer.toString(PORT), "-aa",
                "-anonymous-user", "root", "-allow-root", "-data-interface",
                testbed.line().receiver().address()));
        return job.medium() == Medium.MEMORY
                ? copy(job, testbed, Path.of("/dev/zero"), Path.of("/dev/null"))
                : testbed.into(job, (content, directory) -> copy(job, testbed, content,
                        directory.resolve(content.getFileName())));
    }

    private double copy(TransferJob job, TransferTestbed testbed, Path from, Path to)
            throws IOException, InterruptedException {
        double toBegin = secondsToBegin(job, testbed);
        List<String> command = command(job, job.length(), testbed, from, to);
        testbed.toolUsed(title(),
                Tool.run(List.of("dpkg-query", "-Wf${Version}", CLIENT_PACKAGE)).strip(), command);
        double seconds = testbed.run(job, command);
        if (seconds <= toBegin) {
            throw new IOException(CLIENT + " took no longer for " + job.length()
                    + " bytes than for one");
        }
        return job.megabits(seconds - toBegin);
    }

    /** The lesser of two tries; once, since others may have something under way on the line. */
    private double secondsToBegin(TransferJob job, TransferTestbed testbed)
            throws IOException, InterruptedException {
        Double known = secondsToBegin.get(job.flows());
        if (known == null) {
            List<String> aByte = command(job, 1, testbed, Path.of("/dev/zero"),
                    Path.of("/dev/null"));
            known = Math.min(testbed.run(job, aByte), testbed.run(job, aByte));
            secondsToBegin.put(job.flows(), known);
        }
        return known;
    }

    private static List<String> command(TransferJob job, long length, TransferTestbed testbed,
            Path from, Path to) {
        return List.of(CLIENT, "-p", Integer.toString(job.flows()), "-tcp-bs",
                Integer.toString(TransferTestbed.BUFFER_BYTES), "-len", Long.toString(length),
                "file://" + from,
                "ftp://" + testbed.line().receiver().address() + ":" + PORT + to);
    }
}
