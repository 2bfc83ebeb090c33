package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.DatabaseLogin;
import org.junit.jupiter.api.Test;

class SiteNameTest {
    /** The page that says so has the name too. */
    @Test
    void aDatabaseThatDoesNotAnswer_leavesTheNameThatIsKnown() {
        Catalog catalog = Catalog.open(DatabaseLogin.of(Catalog.memoryUrl("site-name")),
                InstantSource.system());
        catalog.close();
        assertThat(new SiteName(catalog.settings(), "Beam lines").get()).isEqualTo("Beam lines");
    }
}
