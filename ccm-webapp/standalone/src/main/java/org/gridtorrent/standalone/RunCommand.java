package org.gridtorrent.standalone;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.site.Site;
import org.gridtorrent.standalone.site.SitePlan;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.ServiceManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: the site itself, until it is told to end. */
@Command(name = "run", description = {"Run the site until SIGTERM or Ctrl-C, which stop it cleanly "
        + "with exit status 0.",
    "The first start creates keys, a database and an administrator's account in the home."})
final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    /** Two minutes of looks: the longest that a change in the embedded database may take. */
    private static final int MOST_LOOKS = 24;

    private final Invocation invocation;

    @Option(names = "--http", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:8480", converter = HostPort.Converter.class, description = "Address on which the pages listen (default: ${DEFAULT-VALUE}).")
    private HostPort http = new HostPort("127.0.0.1", 8480);

    @Option(names = "--tracker", paramLabel = "HOST:PORT", defaultValue = "127.0.0.1:8481", converter = HostPort.Converter.class, description = "Address on which the tracker listens, with TLS (default: ${DEFAULT-VALUE}).")
    private HostPort tracker = new HostPort("127.0.0.1", 8481);

    @Option(names = "--announce", paramLabel = "HOST:PORT", converter = HostPort.Converter.class, description = "Address on which BitTorrent clients announce, by HTTP and UDP. Opens public data sets "
            + "to the world; by default, only the site's users can download them.")
    private @Nullable HostPort announce;

    @Mixin
    private final PublicAddressOptions addresses = new PublicAddressOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private final CopyOptions copies = new CopyOptions();

    @Mixin
    private final MailOptions mail = new MailOptions();

    @Mixin
    private final LogOptions log = new LogOptions();

    @Option(names = "--file-downloads", paramLabel = "on|off", defaultValue = "on", description = "Let users download single files on the pages: on or off (default: "
            + "${DEFAULT-VALUE}). The files pass through this server.")
    private Files files = Files.on;

    @Option(names = "--site", paramLabel = "NAME", description = "Name of a new site. Its certificates contain it, so it cannot be changed later "
            + "(default: site).")
    private @Nullable String site;

    /** As it is typed. */
    @SuppressWarnings("JavaCase")
    enum Files {
        on, off
    }

    RunCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws Exception {
        SiteHome home = new SiteHome(invocation.home());
        log.begin();
        ServiceManager manager = ServiceManager.of(invocation.environment());
        manager.starting();
        Site running = Site.start(home,
                new SitePlan(http, tracker, announce, addresses.addresses(),
                        database.access().orElse(null),
                        site, copies.waits(), mail.server(),
                        files == Files.on));
        Optional<String> firstLink = running.firstAdministratorLink();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(manager, running), "end"));
        announce(home, running, firstLink);
        manager.ready("Pages at " + running.settings().pages());
        while (running.lookAtChanges() < MOST_LOOKS) {
            Thread.sleep(BETWEEN_LOOKS);
        }
        LOG.error("A change in the embedded database has not ended for two minutes, as can happen"
                + " after a failed write. The server ends now and has to be started again. Nothing"
                + " acknowledged is lost.");
        Runtime.getRuntime().halt(ExitStatus.FAILED);
        return ExitStatus.FAILED;
    }

    private void announce(SiteHome home, Site running, Optional<String> firstLink) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("site", running.settings().site());
        facts.put("pages", running.settings().pages().toString());
        facts.put("tracker", running.settings().tracker().toString());
        facts.put("home", home.folder().toString());
        List<String> lines = new ArrayList<>(
                List.of("Site '" + running.settings().site() + "' is up.",
                        "  pages    " + running.settings().pages(),
                        "  tracker  " + running.settings().tracker(),
                        "  home     " + home.folder()));
        URI open = running.settings().announce();
        if (open != null) {
            facts.put("announce", open.toString());
            lines.add("  announce " + open + ", and UDP at the same port: public data sets are"
                    + " open to the world");
        }
        firstLink.ifPresent(link -> {
            facts.put("administratorLink", link);
            lines.add("To choose the administrator's password, once, open");
            lines.add("  " + link);
        });
        invocation.output().answer(facts, lines);
    }

    /** Runs as the JVM ends; halting makes the exit status 0 although a signal was the cause. */
    private static void end(ServiceManager manager, Site running) {
        int status = 1;
        manager.stopping();
        try {
            running.close();
            status = 0;
        } catch (IOException | RuntimeException e) {
            LOG.error("Not ended in good order: {}",
                    Failures.describe(e).line());
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }
}
