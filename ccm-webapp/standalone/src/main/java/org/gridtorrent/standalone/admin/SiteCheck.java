package org.gridtorrent.standalone.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.admin.Health;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.terminal.ExitStatus;

/** Looks at what a site needs, and says of each thing whether it is well and what to do if not. */
final class SiteCheck {
    private final SiteHome home;
    private final SiteSettings settings;
    private final SiteKeys keys;
    private final Catalog catalog;
    private final List<Finding> findings = new ArrayList<>();

    /** One thing looked at; {@code text} says how it is, and when it is not well, what to do. */
    record Finding(String what, boolean well, String text) {}

    SiteCheck(SiteHome home, SiteSettings settings, SiteKeys keys, Catalog catalog) {
        this.home = home;
        this.settings = settings;
        this.keys = keys;
        this.catalog = catalog;
    }

    AdminAnswer answer() throws IOException {
        checkClosed(home.folder());
        checkClosed(home.keys());
        if (settings.databasePasswordFile() != null) {
            checkClosed(Path.of(settings.databasePasswordFile()));
        }
        checkAuthority();
        checkDatabase();
        checkSpace();
        boolean well = findings.stream().allMatch(Finding::well);
        return AdminAnswer.of(well ? ExitStatus.DONE : ExitStatus.FAILED,
                Map.of("well", well, "findings", findings),
                findings.stream().map(finding -> (finding.well() ? "well   " : "WRONG  ")
                        + finding.what() + ": " + finding.text()).toList());
    }

    private void found(String what, boolean well, String whenWell, String otherwise) {
        findings.add(new Finding(what, well, well ? whenWell : otherwise));
    }

    private void checkClosed(Path place) throws IOException {
        var open = EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE,
                PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);
        open.retainAll(Files.getPosixFilePermissions(place));
        found(place.toString(), open.isEmpty(), "closed to others",
                "others may read or write it; chmod go= " + place);
    }

    private void checkAuthority() {
        Instant end = keys.caCertificate().getNotAfter().toInstant();
        boolean well = end.minus(Health.AUTHORITY_WARNING).isAfter(Instant.now());
        found("certificate authority", well, "site '" + keys.site() + "', valid until " + end,
                "ends at " + end + "; every machine will have to be enrolled anew");
    }

    private void checkDatabase() {
        boolean alive = catalog.isAlive();
        found("database", alive, "answers", "does not answer; see the server's log");
        if (alive) {
            catalog.weaknesses()
                    .forEach(weakness -> found("database", false, "", weakness.english()));
            List<Account> accounts = catalog.accounts().list();
            boolean administrator = accounts.stream().anyMatch(
                    account -> account.role() == Account.Role.ADMIN && !account.disabled());
            found("accounts", administrator, accounts.size() + ", with an administrator",
                    "nobody is an active administrator; gridtorrent-server user add NAME "
                            + "--administrator makes one");
        }
    }

    private void checkSpace() throws IOException {
        long free = Files.getFileStore(home.folder()).getUsableSpace();
        found("free space", free >= Health.LEAST_FREE_BYTES, (free >> 20) + " MiB",
                "only " + (free >> 20) + " MiB left for the database; make room");
    }
}
