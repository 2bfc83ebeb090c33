package org.gridtorrent.ccm.admin;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.statistics.Statistics.Rows;
import org.gridtorrent.catalog.statistics.Statistics.Signs;
import org.gridtorrent.ccm.admin.HealthView.Line;
import org.gridtorrent.ccm.admin.HealthView.State;
import org.gridtorrent.ccm.ui.Messages;

/** Looks at what the site needs, and says of each thing how it is and what to do if it is not well. */
public final class Health {
    public static final long LEAST_FREE_BYTES = 200L << 20;
    public static final Duration AUTHORITY_WARNING = Duration.ofDays(180);
    private static final Duration OLD_BACKUP = Duration.ofDays(7);

    private final Catalog catalog;
    private final Place place;
    private final InstantSource clock;
    private final Messages messages;

    /**
     * What the pages were started with.
     *
     * @param home on whose disk there has to be room; empty where that is another program's
     * @param authorityEnds when the certificate of the site's authority does
     */
    public record Place(Optional<Path> home, URI tracker, Instant authorityEnds,
            boolean sendsMail) {}

    public Health(Catalog catalog, Place place, InstantSource clock, Messages messages) {
        this.catalog = catalog;
        this.place = place;
        this.clock = clock;
        this.messages = messages;
    }

    public HealthView look() {
        Optional<String> unready = catalog.unready();
        List<Line> lines = new ArrayList<>();
        lines.add(line("database", unready.isEmpty(), unready.map(
                problem -> messages.text("health.database.wrong", problem))
                .orElse(messages.text("health.database.good"))));
        if (unready.isEmpty()) {
            catalog.weaknesses().forEach(weakness -> lines.add(line("database", false,
                    messages.text("health.database.wrong", messages.text(weakness.key())))));
            Rows rows = catalog.site().statistics().rows();
            Signs signs = catalog.site().statistics().signs();
            lines.add(tracker(rows));
            lines.add(counted("machines", signs.silentDevices()));
            lines.add(tasks(signs));
            lines.add(mail(signs));
            lines.add(quotas());
            lines.add(backup());
        }
        lines.add(disk());
        lines.add(authority());
        return new HealthView(List.copyOf(lines));
    }

    /** A tracker that answers is heard of by machines, whichever node it is. */
    private Line tracker(Rows rows) {
        if (rows.devices() == 0) {
            return new Line("tracker", State.UNKNOWN, messages.text("health.tracker.none"));
        }
        boolean heard = rows.devicesHeard() > 0;
        return line("tracker", heard, heard
                ? messages.text("health.tracker.good", rows.devicesHeard(), rows.devices())
                : messages.text("health.tracker.wrong", place.tracker()));
    }

    private Line tasks(Signs signs) {
        return signs.failedTasks() == 0 && signs.refusedTasks() > 0
                ? line("tasks", true,
                        messages.count("health.tasks.refused", signs.refusedTasks()))
                : counted("tasks", signs.failedTasks());
    }

    /** Well when there is none of it. */
    private Line counted(String what, long count) {
        String key = "health." + what;
        return line(what, count == 0, count == 0
                ? messages.text(key + ".good")
                : messages.count(key + ".wrong", count));
    }

    private Line mail(Signs signs) {
        if (!place.sendsMail()) {
            return new Line("mail", State.UNKNOWN, messages.text("health.mail.none"));
        }
        boolean well = signs.lateMails() == 0 && signs.lostMails() == 0;
        return line("mail", well, well
                ? messages.text("health.mail.good")
                : messages.text("health.mail.wrong", signs.lateMails(), signs.lostMails()));
    }

    /** Nothing that the site is ill of, but what somebody may soon ask for. */
    private Line quotas() {
        long full = catalog.site().quotas().full();
        return new Line("quotas", State.GOOD, full == 0
                ? messages.text("health.quotas.good")
                : messages.count("health.quotas.full", full));
    }

    private Line backup() {
        Optional<Instant> last = catalog.site().settings().lastBackup();
        boolean well = last.filter(at -> at.plus(OLD_BACKUP).isAfter(clock.instant()))
                .isPresent();
        return line("backup", well, last.map(at -> messages.text(well
                ? "health.backup.good"
                : "health.backup.wrong", messages.minute(at)))
                .orElse(messages.text("health.backup.none")));
    }

    private Line disk() {
        if (place.home().isEmpty()) {
            return new Line("disk", State.UNKNOWN, messages.text("health.disk.unknown"));
        }
        try {
            long free = Files.getFileStore(place.home().get()).getUsableSpace();
            boolean well = free >= LEAST_FREE_BYTES;
            return line("disk", well, messages.text(well
                    ? "health.disk.good"
                    : "health.disk.wrong", messages.size(free), place.home().get()));
        } catch (IOException e) {
            return line("disk", false, messages.text("health.disk.gone", place.home().get()));
        }
    }

    private Line authority() {
        boolean well = place.authorityEnds().minus(AUTHORITY_WARNING).isAfter(clock.instant());
        return line("authority", well, messages.text(well
                ? "health.authority.good"
                : "health.authority.wrong", messages.minute(place.authorityEnds())));
    }

    private static Line line(String what, boolean well, String text) {
        return new Line(what, well ? State.GOOD : State.WRONG, text);
    }
}
