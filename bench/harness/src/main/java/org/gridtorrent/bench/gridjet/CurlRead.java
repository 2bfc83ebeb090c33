package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;

/** curl at the reader, one process for all files, by its own clock; after the first they come over the same connection. */
final class CurlRead implements ReadTool {
    private final String title;
    private final Optional<String> missing;
    private final Host reader;
    private final Path folder;
    private final Addresses addresses;

    /** Addresses of a data set's files. */
    interface Addresses {
        /** Options and address of a file. */
        Request of(SampleFiles files) throws IOException, InterruptedException;
    }

    /**
     * Arguments of curl.
     *
     * @param options for the whole process
     * @param folder address of the files' folder, with a slash at its end
     */
    record Request(List<String> options, String folder) {}

    /** @param folder for what came */
    CurlRead(String title, Optional<String> missing, Host reader, Path folder,
            Addresses addresses) {
        this.title = title;
        this.missing = missing.or(() -> Tool.missing("curl", "curl"));
        this.reader = reader;
        this.folder = folder;
        this.addresses = addresses;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Optional<String> missing() {
        return missing;
    }

    @Override
    public List<Double> read(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException {
        String printed = run(addresses.of(files), files, limitSeconds,
                List.of("--write-out", "%{time_total} "));
        return Arrays.stream(printed.strip().split(" ", -1)).map(Double::valueOf).toList();
    }

    /** Over as many connections. */
    @Override
    public double readAtOnce(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException {
        Request request = addresses.of(files);
        long begunNs = System.nanoTime();
        var _ = run(request, files, limitSeconds,
                List.of("--parallel", "--parallel-immediate"));
        return (System.nanoTime() - begunNs) / 1e9;
    }

    private String run(Request request, SampleFiles files, long limitSeconds,
            List<String> options) throws IOException, InterruptedException {
        List<String> transfers = new ArrayList<>();
        for (int file = 0; file < files.count(); file++) {
            transfers.addAll(List.of("--output", folder.resolve("curl-" + file).toString(),
                    request.folder + files.name(file)));
        }
        String printed = Tool.run(reader.commandOn(Tool.concat(
                List.of("timeout", Long.toString(limitSeconds * files.count()), "curl", "--disable",
                        "--silent",
                        "--show-error", "--fail", "--noproxy", "*"),
                request.options, options, transfers)));
        for (int file = 0; file < files.count(); file++) {
            files.check(file, folder.resolve("curl-" + file));
        }
        return printed;
    }
}
