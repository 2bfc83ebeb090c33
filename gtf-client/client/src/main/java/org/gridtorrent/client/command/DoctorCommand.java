package org.gridtorrent.client.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.daemon.DaemonStatus;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.task.ContentView;
import org.gridtorrent.client.tracker.SeenDevice;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.web.NoAnswerException;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import picocli.CommandLine.Command;

/** {@code doctor}: what is wrong and what to do, checked in the order in which things depend on each other. */
@Command(name = "doctor", description = "What is wrong on this machine, and what to do about it.")
public final class DoctorCommand implements Callable<Integer> {
    private final Invocation invocation;
    private final List<Finding> findings = new ArrayList<>();

    /** One check's outcome; the advice is empty when all is well. */
    record Finding(String what, boolean ok, String says, String advice) {}

    public DoctorCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws InterruptedException {
        good("Java", Runtime.version().toString());
        checkHome();
        checkEnrolment();
        checkDaemon();
        boolean well = findings.stream().allMatch(Finding::ok);
        invocation.output().answer(Map.of("ok", well, "findings", findings),
                findings.stream().map(DoctorCommand::line).toList());
        return well ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private static String line(Finding finding) {
        return (finding.ok ? "ok    " : "WRONG ") + finding.what + ": " + finding.says
                + (finding.advice.isEmpty() ? "" : "; " + finding.advice);
    }

    private void checkHome() {
        Path state = invocation.home().state();
        try {
            DurableFile.createPrivateFolder(state);
            Files.delete(Files.createTempFile(state, "doctor", null));
            good("home", state.toString());
        } catch (IOException e) {
            bad("home", state + " cannot be written",
                    "make it writable, or choose another with --home");
        }
        try {
            invocation.configuration();
            good("configuration", "readable");
        } catch (CommandFailure e) {
            bad("configuration", String.valueOf(e.getMessage()), "correct the file");
        }
    }

    private void checkEnrolment() throws InterruptedException {
        try {
            Enrolment enrolment = new Device(invocation).enrolment();
            good("enrolment", enrolment.userName() + " at " + enrolment.site());
            checkCertificate(enrolment);
            checkPages(enrolment);
        } catch (CommandFailure | IOException e) {
            bad("enrolment", String.valueOf(e.getMessage()),
                    new Device(invocation).command("enrol URL CODE"));
        }
    }

    private void checkCertificate(Enrolment enrolment) {
        Instant end = enrolment.credentials().certificate().getNotAfter().toInstant();
        if (Instant.now().isBefore(end)) {
            good("certificate", "good until " + Times.words(end));
        } else {
            bad("certificate", "ended at " + Times.words(end),
                    "see that this machine's clock is right; the daemon renews it when it runs "
                            + "again, after more than 60 days enrol anew");
        }
    }

    private void checkPages(Enrolment enrolment) throws InterruptedException {
        try (PagesClient pages = new Device(invocation).pages()) {
            pages.me();
            good("pages", enrolment.pages() + " answers");
        } catch (NoAnswerException e) {
            bad("pages", String.valueOf(e.getMessage()),
                    "see that the site runs and is reachable");
        } catch (IOException e) {
            bad("pages", enrolment.pages() + ": " + Failures.describe(e).line(),
                    "see that the site runs and is reachable");
        }
    }

    private void checkDaemon() {
        try {
            Optional<DaemonClient> daemon = DaemonClient.connect(invocation.home());
            if (daemon.isEmpty()) {
                bad("daemon", "not running", new Device(invocation).command("daemon run"));
                return;
            }
            try (DaemonClient client = daemon.get()) {
                checkTracker(client.status());
            }
        } catch (IOException e) {
            bad("daemon", "does not answer: " + e.getMessage(),
                    "stop its process and start it again");
        }
    }

    private void checkTracker(DaemonStatus status) {
        good("daemon", "process " + status.pid() + ", listening on " + status.listen());
        status.contents().stream().filter(ContentView::isMissing).forEach(this::missing);
        if (!status.trackerReachable()) {
            bad("tracker", status.trackerError(),
                    "see that the site runs and its tracker's port is reachable");
            return;
        }
        try {
            Device here = new Device(invocation);
            DeviceIdentity identity = new DeviceIdentity(here.identity(), here.enrolment());
            SeenDevice seen = new TrackerClient(identity.enrolment().tracker(), identity.tls())
                    .deviceStatus();
            good("tracker", "answers; it sees %s of %s at %s, in %d swarms, with %d open tasks"
                    .formatted(seen.name(), seen.user(), seen.address(), seen.swarms(),
                            seen.openTasks()));
        } catch (IOException e) {
            good("tracker", "answers the daemon"); // one of before it could be asked this
        }
    }

    private void missing(ContentView content) {
        bad("data set", content.title() + ": " + content.reason(),
                "mount its disk or put it back, and it is shared by itself; to give this copy up: "
                        + new Device(invocation).command("dataset drop " + content.contentId()));
    }

    private void good(String what, String says) {
        findings.add(new Finding(what, true, says, ""));
    }

    private void bad(String what, String says, String advice) {
        findings.add(new Finding(what, false, says, advice));
    }
}
