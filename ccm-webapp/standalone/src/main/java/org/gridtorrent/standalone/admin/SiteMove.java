package org.gridtorrent.standalone.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.OwnerOnly;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Gives a site another database, with all that is in its own. The settings name the new one when
 * everything is there, so that a move that is cut short leaves the site as it was.
 */
final class SiteMove {
    private static final String FILE = "database.mv.db";

    private final SiteHome home;

    SiteMove(SiteHome home) {
        this.home = home;
    }

    /** The site is closed, and nobody else can open it. */
    AdminAnswer to(DatabaseAccess target) throws IOException {
        SiteSettings settings = SiteSettings.read(home);
        DatabaseAccess own = settings.access(home);
        if (!own.isEmbedded()) {
            throw CommandFailure.failed("the site's database is not the embedded one, but "
                    + own.place());
        }
        Map<String, Long> rows = own.moveTo(target);
        settings.with(target).write(home);
        Path aside = home.folder().resolve("before-move-"
                + Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace(":", ""));
        OwnerOnly.createFolder(aside);
        Files.move(home.folder().resolve(FILE), aside.resolve(FILE),
                StandardCopyOption.ATOMIC_MOVE);
        long all = rows.values().stream().mapToLong(Long::longValue).sum();
        return AdminAnswer.of(
                Map.of("database", target.place(), "rows", rows, "before", aside.toString()),
                List.of(all + " rows of " + rows.size() + " tables moved to " + target.place()
                        + ", which the site uses from now on. The embedded database lies in "
                        + aside + "."));
    }
}
