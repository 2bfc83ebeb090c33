package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.ChildJvm.Heap;
import org.gridtorrent.bench.process.Tool;

/** Program that fetches a file from several replicas. */
interface FetchTool {
    /** Name in the rows. */
    String title();

    /** Why it cannot be run; empty when it can. */
    Optional<String> missing();

    /** Why it cannot be measured in this case; empty when it can. */
    default Optional<String> missing(ReplicaCase situation) {
        return missing();
    }

    /** Starts to fetch on the testbed's client. */
    RunningFetch start(FetchJob job, ReplicaTestbed testbed)
            throws IOException, InterruptedException;

    /** GridTorrent's program, as users call it. */
    static FetchTool gridTorrent() {
        return new Command("GridTorrent", Optional.empty(), job -> ChildJvm.client(Tool.concat(
                List.of("fetch"), job.sources(), List.of("-o", output(job).toString()))));
    }

    /** Files of a Metalink have the names that it gives them, in a folder. */
    private static Path output(FetchJob job) {
        return job.metalink().isPresent() ? job.directory() : job.target();
    }

    /**
     * The MDTP paper's algorithm in GridTorrent's executor.
     *
     * @param initialLength of each replica's first chunk
     * @param largeLength of the fastest one's chunks
     */
    static FetchTool paper(long initialLength, long largeLength) {
        return scheduled("MDTP as published", List.of("--initial-chunk",
                Long.toString(initialLength), "--chunk", Long.toString(largeLength)));
    }

    /** Static chunking in GridTorrent's executor. */
    static FetchTool staticChunks(long length) {
        return scheduled("static chunks", List.of("--chunk", Long.toString(length)));
    }

    private static FetchTool scheduled(String title, List<String> options) {
        return new Unchecked(new Command(title, Optional.empty(),
                job -> ChildJvm.transferring(Heap.AS_STARTED, Tool.concat(
                        List.of("replica-fetch", "--output", job.target().toString()), options,
                        job.urls()))));
    }

    /**
     * aria2 with options.
     *
     * @param options beside those that keep it quiet and apart from the user's settings
     */
    static FetchTool aria2(String... options) {
        String title = Tool.concat(List.of("aria2"), List.of(options)).stream()
                .reduce((all, word) -> all + " " + word).orElseThrow();
        return new Command(title, Tool.missing("aria2c", "aria2"), job -> Tool.concat(
                List.of("aria2c", "--no-conf", "--no-netrc", "--console-log-level=error",
                        "--summary-interval=0", "--dir", job.directory().toString()),
                List.of(options),
                job.metalink().isPresent()
                        ? List.of("--metalink-file", job.sources().getFirst())
                        : Tool.concat(List.of("--out", job.fileName()),
                                job.urls())));
    }

    /** curl from the replica that is the fastest at the beginning. */
    static FetchTool curl() {
        return new Command("curl, the fastest alone", Tool.missing("curl", "curl"),
                job -> List.of("curl", "--disable", "--silent", "--show-error", "--fail",
                        "--output", job.target().toString(), job.urls().getLast()));
    }

    /** Tool that takes whatever bytes come: the paper leaves integrity to future work. */
    record Unchecked(FetchTool tool) implements FetchTool {
        @Override
        public String title() {
            return tool.title();
        }

        @Override
        public Optional<String> missing() {
            return tool.missing();
        }

        @Override
        public Optional<String> missing(ReplicaCase situation) {
            return situation == ReplicaCase.FALSE_BYTES
                    ? Optional.of("the paper's algorithm does not check what comes")
                    : missing();
        }

        @Override
        public RunningFetch start(FetchJob job, ReplicaTestbed testbed)
                throws IOException, InterruptedException {
            return tool.start(job, testbed);
        }
    }

    /** Program that is started anew for each fetch. */
    record Command(String title, Optional<String> missing,
            Function<FetchJob, List<String>> command) implements FetchTool {
        @Override
        public RunningFetch start(FetchJob job, ReplicaTestbed testbed) throws IOException {
            return new CommandFetch(job, command.apply(job), testbed);
        }
    }
}
