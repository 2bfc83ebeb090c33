package org.gridtorrent.standalone.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.standalone.home.DatabaseAccess;
import org.gridtorrent.standalone.home.SiteHome;
import org.gridtorrent.standalone.home.SiteSettings;
import org.gridtorrent.testing.TroubleshootingTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteCheckTest {
    @TempDir
    Path folder;

    @Test
    void clockThatIsNotTheDatabases_isFound() throws Exception {
        SiteHome home = new SiteHome(folder.resolve("home")).create();
        SiteKeys keys = SiteKeys.openOrCreate(home.keys(), "lab");
        DatabaseLogin login = TestDatabase.POSTGRESQL.empty();
        SiteSettings settings = new SiteSettings("lab",
                new DatabaseAccess(login.url(), login.user(), null), URI.create("http://lab"),
                URI.create("https://lab"), null, List.of());
        try (Catalog catalog = Catalog.open(login, () -> Instant.now().minusSeconds(60))) {
            assertThat(String.join("\n",
                    new SiteCheck(home, settings, keys, catalog).answer(false).lines()))
                    .containsPattern(TroubleshootingTable.server("Wrong clock"));
        }
    }
}
