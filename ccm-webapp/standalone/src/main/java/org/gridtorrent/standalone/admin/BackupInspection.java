package org.gridtorrent.standalone.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.SiteHome;

/**
 * Contents of a backup, found by unpacking and opening it in a temporary folder of its own.
 *
 * @param database empty where the site's database is on a server
 */
record BackupInspection(String site, Instant written, Optional<Database> database) {

    /**
     * The embedded database, brought to this program's version.
     *
     * @param datasets that are published
     */
    record Database(long accounts, long datasets, String schemaVersion) {
        static Database of(Catalog catalog) {
            return new Database(catalog.identity().accounts().count(),
                    catalog.site().statistics().rows().contents().getOrDefault("published", 0L),
                    catalog.site().statistics().schemaVersion());
        }
    }

    /** Throws {@link org.gridtorrent.terminal.CommandFailure} for a file that cannot be restored. */
    static BackupInspection of(String file) throws IOException {
        Path work = Files.createTempDirectory("gridtorrent-backup-");
        try {
            BackupFile.Manifest manifest = BackupFile.unpack(file, work);
            SiteHome unpacked = new SiteHome(work);
            SiteKeys.requireAll(unpacked.keys());
            return new BackupInspection(manifest.site(), Instant.parse(manifest.written()),
                    BackupFile.hasDatabase(manifest)
                            ? Optional.of(open(unpacked))
                            : Optional.empty());
        } catch (IdentityException e) {
            throw BackupFile.damaged(file, String.valueOf(e.getMessage()));
        } finally {
            BackupFile.delete(work);
        }
    }

    private static Database open(SiteHome unpacked) throws IOException {
        try (Catalog catalog = DatabaseAccess.embedded(unpacked).openExisting(CopyWaits.USUAL)) {
            return Database.of(catalog);
        }
    }

    /** For a line of its own, such as "Site 'lab' as at …: 3 accounts, 2 published data sets, tables of version 27". */
    String describe() {
        return database.map(counts -> "Site '" + site + "' as at " + written + ": "
                + counts.accounts + " accounts, " + counts.datasets
                + " published data sets, tables of version " + counts.schemaVersion)
                .orElse("Keys and settings of site '" + site + "' as at " + written);
    }

    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("site", site);
        facts.put("written", written.toString());
        database.ifPresent(counts -> {
            facts.put("accounts", counts.accounts);
            facts.put("datasets", counts.datasets);
            facts.put("schemaVersion", counts.schemaVersion);
        });
        return facts;
    }
}
