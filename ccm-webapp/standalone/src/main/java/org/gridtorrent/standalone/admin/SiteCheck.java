package org.gridtorrent.standalone.admin;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.ccm.admin.Health;
import org.gridtorrent.ccm.metrics.MetricsToken;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.home.HostPort;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.ListenPort;

/** Looks at what a site needs, and says of each thing whether it is well and what to do if not. */
final class SiteCheck {
    /** Half of them are for machines' connections. Where fewer than 24,000 are allowed, limits are lower, which does. */
    private static final long MIN_DESCRIPTORS = 4_096;
    /** To open the database, which writes to its file. */
    private static final long MIN_BYTES_TO_OPEN = 16L << 20;

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

    /** @param isServer whether this process is the site's server */
    AdminAnswer answer(boolean isServer) throws IOException {
        checkLocale();
        checkClosed(home.folder());
        checkClosed(home.keys());
        for (Path file : secrets()) {
            checkClosed(file);
        }
        if (settings.databasePasswordFile() != null) {
            checkClosed(Path.of(settings.databasePasswordFile()));
        }
        checkKeys();
        checkAuthority();
        checkMetricsToken();
        checkDatabase();
        findings.add(freeSpace(freeBytes(home)));
        if (isServer) {
            checkDescriptors();
        } else {
            checkPorts();
        }
        return answer(findings);
    }

    /** The answer where the disk has no room to open the database and look further. */
    static Optional<AdminAnswer> fullDisk(SiteHome home) throws IOException {
        long free = freeBytes(home);
        return free < MIN_BYTES_TO_OPEN
                ? Optional.of(answer(List.of(freeSpace(free))))
                : Optional.empty();
    }

    private static AdminAnswer answer(List<Finding> findings) {
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

    /** Files that let whoever reads them act as the site, or read what its users keep in it. */
    private List<Path> secrets() throws IOException {
        List<Path> secrets = new ArrayList<>();
        try (Stream<Path> keyFiles = Files.list(home.keys())) {
            keyFiles.sorted().forEach(secrets::add);
        }
        Stream.of(home.metricsToken(), home.databaseFile()).filter(Files::exists)
                .forEach(secrets::add);
        return secrets;
    }

    /** The launcher sees to it; this finds out when that fails or was gone round. */
    private void checkLocale() {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        found("locale", encoding.equalsIgnoreCase("UTF-8"), "file names are read as UTF-8",
                "file names are read as " + encoding
                        + "; start the program by bin/gridtorrent-server, and install a locale of"
                        + " UTF-8");
    }

    /** A running server has its keys in memory; those on disk are what its next start reads. */
    private void checkKeys() throws IOException {
        String wrong = "";
        try {
            SiteKeys.requireAll(home.keys());
            SiteKeys onDisk = SiteKeys.openOrCreate(home.keys(), settings.site());
            wrong = foreign(onDisk);
        } catch (IdentityException e) {
            wrong = String.valueOf(e.getMessage());
        }
        found("keys", wrong.isEmpty(), "complete",
                wrong + "; gridtorrent-server restore FILE brings them back from a backup");
    }

    /** What of the keys on disk is another site's; empty for nothing. */
    private String foreign(SiteKeys onDisk) {
        if (!onDisk.site().equals(settings.site())) {
            return home.keys() + " holds the keys of site '" + onDisk.site() + "', not of '"
                    + settings.site() + "'";
        }
        String file = !onDisk.caCertificate().equals(keys.caCertificate())
                ? "authority.crt"
                : !onDisk.ticketKey().equals(keys.ticketKey()) ? "tickets.key" : "";
        return file.isEmpty() ? "" : home.keys().resolve(file) + " is not the one in use";
    }

    private void checkMetricsToken() {
        if (Files.notExists(home.metricsToken())) {
            found("metrics token", true, "made at the next start", "");
            return;
        }
        try {
            var _ = MetricsToken.open(home.metricsToken());
            found("metrics token", true, "readable", "");
        } catch (IOException e) {
            found("metrics token", false, "", Failures.describe(e).line());
        }
    }

    private void checkAuthority() {
        Instant end = keys.caCertificate().getNotAfter().toInstant();
        boolean well = end.minus(Health.AUTHORITY_WARNING).isAfter(Instant.now());
        found("certificate authority", well, "site '" + keys.site() + "', valid until " + end,
                "ends at " + end + "; every machine will have to be enrolled anew");
    }

    private void checkDatabase() {
        if (settings.hasEmbeddedDatabase()) {
            found("database file", Files.exists(home.databaseFile()),
                    home.databaseFile().toString(),
                    home.databaseFile() + " is not there: what is in use is lost when the server"
                            + " ends; make a backup now with gridtorrent-server backup FILE");
        }
        boolean alive = catalog.isAlive();
        found("database", alive, "answers", settings.hasEmbeddedDatabase()
                ? "does not answer; see the server's log"
                : "does not answer at " + settings.access(home).place()
                        + "; start its server, and the site goes on by itself");
        if (alive) {
            catalog.weaknesses()
                    .forEach(weakness -> found("database", false, "", weakness.english()));
            List<Account> accounts = catalog.identity().accounts().list();
            boolean administrator = accounts.stream().anyMatch(
                    account -> account.role() == Account.Role.ADMIN && !account.disabled());
            found("accounts", administrator, accounts.size() + ", with an administrator",
                    "nobody is an active administrator; gridtorrent-server user add NAME "
                            + "--administrator makes one");
        }
    }

    /** Of this process; where there are fewer, the limits on connections are lower than they are said to be. */
    private void checkDescriptors() {
        if (ManagementFactory
                .getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long most = system.getMaxFileDescriptorCount();
            found("file descriptors", most >= MIN_DESCRIPTORS, most + " allowed",
                    "only " + most + " allowed, " + MIN_DESCRIPTORS + " are needed; raise"
                            + " LimitNOFILE of the service or ulimit -n, and start it again");
        }
    }

    /** Where the last start listened. */
    private void checkPorts() throws IOException {
        for (String address : settings.listen()) {
            found("port", !ListenPort.isTaken(HostPort.parse(address).address()),
                    address + " is free",
                    "another program listens at " + address + "; end it (ss -ltnp names it), or"
                            + " choose another port with --http, --tracker or --announce");
        }
    }

    private static long freeBytes(SiteHome home) throws IOException {
        return Files.getFileStore(home.folder()).getUsableSpace();
    }

    private static Finding freeSpace(long freeBytes) {
        boolean well = freeBytes >= Health.LEAST_FREE_BYTES;
        long mebibytes = freeBytes >> 20;
        return new Finding("free space", well, well
                ? mebibytes + " MiB"
                : "only " + mebibytes + " MiB left for the database; make room");
    }
}
