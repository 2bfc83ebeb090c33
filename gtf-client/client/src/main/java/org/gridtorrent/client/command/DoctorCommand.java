package org.gridtorrent.client.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.Setting;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.daemon.DaemonStatus;
import org.gridtorrent.client.daemon.ListenAddress;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.disk.StateFile;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.security.IdentityStore;
import org.gridtorrent.client.share.ContentView;
import org.gridtorrent.client.tracker.SeenDevice;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.client.web.InsecureServerException;
import org.gridtorrent.client.web.NoAnswerException;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Durations;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.ListenPort;
import picocli.CommandLine.Command;

/** {@code doctor}: what is wrong and what to do, checked in the order in which things depend on each other. */
@Command(name = "doctor", description = "Check this machine for problems and suggest solutions.")
public final class DoctorCommand implements Callable<Integer> {
    /** Contents have a folder each, and their journals one in it. */
    private static final int CONTENT_DEPTH = 3;
    /** Connections, files and the tracker; the JDK alone takes some fifty. */
    private static final long MIN_DESCRIPTORS = 4_096;
    private static final Pattern DESCRIPTORS = Pattern.compile("Max open files\\s+(\\d+)");
    /** Below this a journal or a download soon fails. */
    private static final long LEAST_FREE_BYTES = 100_000_000;
    /** Certificates and tickets are checked by both clocks. */
    private static final Duration MAX_CLOCK_OFFSET = Duration.ofMinutes(1);

    private final Invocation invocation;
    private final List<Finding> findings = new ArrayList<>();
    private Optional<SeenDevice> seen = Optional.empty();
    private boolean isOtherSite;

    /** One check's outcome; the advice is empty when all is well. */
    record Finding(String what, boolean ok, String says, String advice) {}

    public DoctorCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws InterruptedException {
        good("Java", Runtime.version().toString());
        checkLocale();
        checkHome();
        checkState();
        checkClosed(invocation.home().identity());
        checkFolders();
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
        checkSpace("home", state);
        try {
            invocation.configuration();
            good("configuration", "readable");
        } catch (CommandFailure e) {
            bad("configuration", String.valueOf(e.getMessage()), "correct the file");
        }
    }

    /** Files of which the daemon sets damaged ones aside, which its log alone says. */
    private void checkState() {
        Home home = invocation.home();
        List<Path> damaged = new ArrayList<>();
        try {
            for (Path folder : List.of(home.state(), home.tasks(), home.tree())) {
                addDamaged(folder, 1, damaged);
            }
            addDamaged(home.contents(), CONTENT_DEPTH, damaged);
        } catch (IOException | UncheckedIOException e) {
            bad("state", Failures.describe(e).line(), "see that this user may read it");
            return;
        }
        damaged.forEach(file -> bad("state", StateFile.isAside(file)
                ? file + " is a damaged file that was set aside"
                : file + " is damaged",
                StateFile.isAside(file)
                        ? "the daemon's log says what follows; delete it when that is mended"
                        : "the daemon sets it aside when it starts, and says what follows"));
        if (damaged.isEmpty()) {
            good("state", "no file of it is damaged");
        }
    }

    private static void addDamaged(Path folder, int depth, List<Path> damaged)
            throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder, depth)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    if (StateFile.isAside(file)
                            || (isStateFile(file) && StateFile.isDamaged(file))) {
                        damaged.add(file);
                    }
                }
            }
        }
    }

    private static boolean isStateFile(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".json") || name.equals("port") || name.equals("folders");
    }

    /** The launcher sees to it; this finds out when that fails or was gone round. */
    private void checkLocale() {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        if (encoding.equalsIgnoreCase("UTF-8")) {
            good("locale", "file names are read as UTF-8");
        } else {
            bad("locale", "file names are read as " + encoding,
                    "start the program by bin/gridtorrent, and install a locale of UTF-8");
        }
    }

    /** Of the folder or, where it is not made yet, the one above it. */
    private void checkSpace(String what, Path folder) {
        Path there = folder;
        while (Files.notExists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            long free = Files.getFileStore(there).getUsableSpace();
            if (free < LEAST_FREE_BYTES) {
                bad("disk", "only " + ByteSize.words(free) + " free for the " + what + " in "
                        + folder, "make room");
            } else {
                good("disk", ByteSize.words(free) + " free for the " + what + " in " + folder);
            }
        } catch (IOException e) {
            bad("disk", folder + ": " + Failures.describe(e).line(), "see that its disk works");
        }
    }

    /** The key and the token let whoever reads them act as this machine and its user. */
    private void checkClosed(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> open = Stream.concat(Stream.of(folder), files)
                    .filter(DoctorCommand::isOpenToOthers).toList();
            open.forEach(path -> bad("permissions", path + " is open to other users",
                    "close it: chmod go= " + path));
            if (open.isEmpty()) {
                good("permissions", "the identity is closed to other users");
            }
        } catch (NoSuchFileException e) {
            return; // not enrolled, which is said
        } catch (IOException | UncheckedIOException e) {
            bad("permissions", Failures.describe(e).line(), "give it back to this user");
        }
    }

    private static boolean isOpenToOthers(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path)).substring(3)
                    .chars().anyMatch(right -> right != '-');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkFolders() {
        try {
            Path downloads = new Device(invocation).downloads();
            if (Files.notExists(downloads) && !downloads.equals(
                    invocation.home().defaultDownloads())) {
                bad("folder", downloads + ", where downloads go, is not there",
                        "create it, or set another one as downloads in config.toml");
            } else {
                checkSpace("downloads", downloads);
            }
        } catch (CommandFailure e) {
            return; // the configuration is malformed, which is said
        }
    }

    private void checkKey(Enrolment enrolment) {
        try {
            new Device(invocation).identity().check(enrolment);
            good("key", "is the certificate's");
        } catch (IOException e) {
            bad("key", Failures.describe(e).line(), "enrol this machine again: "
                    + new Device(invocation).command("enrol URL CODE"));
        }
    }

    private void checkClock(PagesClient pages) {
        pages.clockOffset().ifPresent(offset -> {
            if (offset.abs().compareTo(MAX_CLOCK_OFFSET) > 0) {
                bad("clock", Durations.words(offset.abs()) + (offset.isNegative()
                        ? " behind the site's"
                        : " ahead of the site's"),
                        "synchronize the clocks, for example: timedatectl set-ntp true");
            } else {
                good("clock", "agrees with the site's");
            }
        });
    }

    private void checkEnrolment() throws InterruptedException {
        try {
            Optional<Enrolment> found = new Device(invocation).identity().enrolment();
            if (found.isEmpty()) {
                bad("enrolment", "this machine is not enrolled",
                        "get a code on the site's page \"Machines\", then: "
                                + new Device(invocation).command("enrol URL CODE"));
                return;
            }
            Enrolment enrolment = found.get();
            good("enrolment", enrolment.userName() + " at " + enrolment.site());
            checkKey(enrolment);
            checkCertificate(enrolment);
            askTracker(enrolment);
            if (!isOtherSite) {
                checkPages(enrolment);
            }
        } catch (CommandFailure | IOException e) {
            bad("enrolment", Failures.describe(e).line(),
                    new Device(invocation).command("enrol URL CODE"));
        }
    }

    private void checkCertificate(Enrolment enrolment) {
        Instant end = enrolment.credentials().certificate().getNotAfter().toInstant();
        if (Instant.now().isBefore(end)) {
            good("certificate", "good until " + LocalTimes.format(end));
        } else {
            bad("certificate", "ended at " + LocalTimes.format(end),
                    "see that this machine's clock is right; the daemon renews it when it runs "
                            + "again, after more than 60 days enrol anew");
        }
    }

    /** Asks the tracker about this machine. Reports another site at its address; other failures the daemon has reported. */
    private void askTracker(Enrolment enrolment) {
        try {
            IdentityStore store = new Device(invocation).identity();
            store.check(enrolment);
            DeviceIdentity identity = new DeviceIdentity(store, enrolment);
            seen = Optional.of(new TrackerClient(enrolment.tracker(), identity.tls())
                    .deviceStatus());
        } catch (TrackerException e) {
            isOtherSite = e.reason() == Reason.OTHER_SITE;
            if (isOtherSite) {
                bad("site", enrolment.tracker() + " shows the certificate of another site than "
                        + enrolment.site(),
                        "see that the address is right; if the site was set up anew, get a code on"
                                + " its page \"Machines\", then: "
                                + new Device(invocation).command("enrol URL CODE"));
            }
        } catch (IOException e) {
            return; // the key is damaged, which is said
        }
    }

    private void checkPages(Enrolment enrolment) throws InterruptedException {
        try (PagesClient pages = new Device(invocation).pages()) {
            pages.me();
            good("pages", enrolment.pages() + " answers");
            checkClock(pages);
        } catch (InsecureServerException e) {
            bad("pages", String.valueOf(e.getMessage()), e.advice());
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
                checkPort();
                return;
            }
            try (DaemonClient client = daemon.get()) {
                checkTracker(client.status());
            }
        } catch (IOException e) {
            bad("daemon", "does not answer: " + Failures.describe(e).line(),
                    "stop its process and start it again");
        }
    }

    /** The next start would fail with it. */
    private void checkPort() throws IOException {
        try {
            InetSocketAddress wanted = HostPort
                    .parse(invocation.configuration().text(Setting.LISTEN)).resolve();
            InetSocketAddress next = ListenAddress.remembered(wanted, invocation.home().port());
            if (ListenPort.isTaken(next)) {
                bad("port", "another program listens at " + HostPort.words(next),
                        "end it (ss -ltnp names it), or choose another port with listen in config.toml");
            }
        } catch (CommandFailure | IllegalArgumentException e) {
            return; // the configuration is malformed, which is said
        }
    }

    /** As the system says it of the daemon's process; elsewhere than on Linux it is not known. */
    private void checkDescriptors(long pid) throws IOException {
        Path limits = Path.of("/proc", Long.toString(pid), "limits");
        if (Files.isReadable(limits)) {
            Matcher most = DESCRIPTORS.matcher(Files.readString(limits));
            if (most.find() && Long.parseLong(most.group(1)) < MIN_DESCRIPTORS) {
                bad("descriptors", "the daemon may open only " + most.group(1) + " files",
                        MIN_DESCRIPTORS
                                + " are needed: raise LimitNOFILE of the service or ulimit -n,"
                                + " and start it again");
            }
        }
    }

    private void checkTracker(DaemonStatus status) throws IOException {
        good("daemon", "process " + status.pid() + ", listening on " + status.listen());
        checkDescriptors(status.pid());
        status.contents().stream().filter(ContentView::isMissing).forEach(this::missing);
        if (isOtherSite) {
            return;
        }
        if (!status.trackerReachable()) {
            bad("tracker", status.trackerError(),
                    "see that the site runs and its tracker's port is reachable");
            return;
        }
        good("tracker", seen.map(DoctorCommand::answers)
                .orElse("answers the daemon")); // one of before it could be asked this
    }

    private static String answers(SeenDevice seen) {
        return "answers; it sees %s of %s at %s, in %d swarms, with %d open tasks".formatted(
                seen.name(), seen.user(), seen.address(), seen.swarms(), seen.openTasks());
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
