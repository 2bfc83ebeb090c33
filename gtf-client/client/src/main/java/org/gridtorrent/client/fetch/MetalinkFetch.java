package org.gridtorrent.client.fetch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.storage.files.SafeFolder;
import org.gridtorrent.mdtp.FetchOptions;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.metalink.MetalinkFile;
import org.gridtorrent.mdtp.schedule.AdaptiveScheduler;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;

/**
 * Fetch of the files of a Metalink, as the command line shows it: one after the other, each from all its
 * replicas at once. Files that are there already are left alone.
 */
final class MetalinkFetch {
    private final FetchReport report;
    private final ReplicaClient client;
    private final FetchOptions options;
    private final AdaptiveScheduler.Options scheduling;
    private final boolean mayOverwrite;

    /** @param options of each file, but for what the Metalink says of it */
    MetalinkFetch(FetchReport report, ReplicaClient client, FetchOptions options,
            AdaptiveScheduler.Options scheduling, boolean mayOverwrite) {
        this.report = report;
        this.client = client;
        this.options = options;
        this.scheduling = scheduling;
        this.mayOverwrite = mayOverwrite;
    }

    /**
     * Returns when all files are there. If one cannot be fetched, the others are fetched before a {@link
     * CommandFailure} is thrown.
     */
    void run(MetalinkDocument document, Path folder) throws IOException, InterruptedException {
        List<MetalinkFile> files = document.metalink().files();
        List<CommandFailure> failures = new ArrayList<>();
        SafeFolder place = new SafeFolder(folder);
        for (MetalinkFile file : files) {
            Path target = file.path().under(folder);
            report.begin(target);
            place.createParents(file.path());
            try {
                fetch(file, target, document);
            } catch (CommandFailure e) {
                report.failed(e);
                if (files.size() == 1) {
                    throw e;
                }
                report.output().say(file.path() + ": " + e.line());
                failures.add(e);
            }
        }
        place.sync();
        if (!failures.isEmpty()) {
            throw new CommandFailure(
                    FetchExitStatus.common(failures.stream().map(CommandFailure::exitStatus),
                            ExitStatus.FAILED),
                    "%d of %d files could not be fetched".formatted(failures.size(),
                            files.size()));
        }
    }

    private void fetch(MetalinkFile file, Path target, MetalinkDocument document)
            throws IOException, InterruptedException {
        FetchOptions known = options.withMetalink(file);
        boolean isThere = (known.verifies() || !mayOverwrite)
                && PresentFile.isThere(target, file);
        if (isThere) {
            report.present(target, known.verifies(), file.length());
            return;
        }
        List<Replica> replicas = file.urls().stream()
                .map(url -> client.replica(url.uri(), document.policy())).toList();
        if (replicas.isEmpty()) {
            throw CommandFailure.noAnswer("the Metalink has no http or https address of it");
        }
        FileFetch fetch = new FileFetch(report, target, replicas, known, scheduling,
                mayOverwrite);
        if (fetch.run() == FileFetch.End.IS_METALINK) {
            throw CommandFailure.badInput("it is a Metalink itself, which is not followed");
        }
    }
}
