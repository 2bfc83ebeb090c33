package org.gridtorrent.bench.tracker.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.TempFolder;
import org.gridtorrent.bench.tracker.OpenTracker;
import org.gridtorrent.bench.tracker.SiteDatabase;
import org.gridtorrent.bench.tracker.TrackerProcess;

/** Experiment {@code tracker}: a site's devices on both databases, stock clients beside opentracker. */
public final class TrackerLoad {
    static final String SUBJECT = "WS-Tracker";

    private TrackerLoad() {}

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK)) {
            for (SiteDatabase.Kind kind : run.isQuick()
                    ? List.of(SiteDatabase.Kind.H2)
                    : List.of(SiteDatabase.Kind.values())) {
                devices(run, kind, folder.make(kind.name()));
            }
            stockClients(run, folder.make("stock-clients"));
        }
    }

    private static void devices(ExperimentRun run, SiteDatabase.Kind kind, Path folder)
            throws IOException, InterruptedException {
        SiteDatabase opened;
        try {
            opened = kind.open(folder);
        } catch (IOException e) {
            run.skip(kind.title(), SUBJECT, Result.AIM, String.valueOf(e.getMessage()));
            return;
        }
        try (SiteDatabase database = opened;
                TrackerProcess tracker = TrackerProcess.start(folder, database.login())) {
            new DeviceLoad(run, kind.title(), tracker, folder).run();
        }
    }

    private static void stockClients(ExperimentRun run, Path folder)
            throws IOException, InterruptedException {
        Optional<String> missing = OpenTracker.missing();
        if (missing.isPresent()) {
            run.skip("strangers' announces", SUBJECT, OpenTracker.NAME, missing.get());
            return;
        }
        try (SiteDatabase database = SiteDatabase.Kind.H2.open(folder);
                TrackerProcess tracker = TrackerProcess.start(folder, database.login())) {
            StockClientLoad.run(run, tracker, folder);
        }
    }
}
