package org.gridtorrent.bench.tracker.rounds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.TempFolder;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.tracker.TrackerProcess;
import org.gridtorrent.bench.tracker.OpenTracker;
import org.gridtorrent.bench.tracker.SiteDatabase;

/** What the tracker bears: machines over SOAP on both databases, strangers beside opentracker. */
public final class TrackerLoad implements Experiment {
    static final String SUBJECT = "WS-Tracker";

    @Override
    public String name() {
        return "tracker";
    }

    @Override
    public String question() {
        return "How many announces, enrolments and held polls does the tracker bear, and how fast is it beside opentracker?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        MachinePlan plan = MachinePlan.of(scale);
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK)) {
            for (SiteDatabase.Kind kind : kinds(scale)) {
                machines(kind, plan, folder.make(kind.name()), progress, results);
            }
            strangers(scale, folder.make("strangers"), progress, results);
        }
    }

    private static List<SiteDatabase.Kind> kinds(Scale scale) {
        return scale == Scale.QUICK
                ? List.of(SiteDatabase.Kind.H2)
                : List.of(SiteDatabase.Kind.values());
    }

    private void machines(SiteDatabase.Kind kind, MachinePlan plan, Path folder,
            Progress progress, Consumer<Result> results) throws IOException, InterruptedException {
        SiteDatabase opened;
        try {
            opened = kind.open(folder);
        } catch (IOException e) {
            results.accept(new Result.Skipped(name(), kind.title(), SUBJECT, Result.AIM,
                    String.valueOf(e.getMessage())));
            return;
        }
        try (SiteDatabase database = opened;
                TrackerProcess tracker = TrackerProcess.start(folder, database.login())) {
            new MachineRounds(kind.title(), plan, tracker, folder, progress,
                    new Aims(name(), results)).run();
        }
    }

    private void strangers(Scale scale, Path folder, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        if (OpenTracker.missing().isPresent()) {
            results.accept(new Result.Skipped(name(), "strangers' announces", SUBJECT,
                    OpenTracker.NAME, OpenTracker.missing().get()));
            return;
        }
        try (SiteDatabase database = SiteDatabase.Kind.H2.open(folder);
                TrackerProcess tracker = TrackerProcess.start(folder, database.login())) {
            new StrangerRounds(scale, tracker, folder, progress, new Aims(name(), results)).run();
        }
    }
}
