package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.ccm.site.SiteName;
import org.junit.jupiter.api.Test;

class SiteNameTest {
    /** The page that says so has the name. */
    @Test
    void aDatabaseThatDoesNotAnswer_leavesTheNameThatIsKnown() {
        Catalog catalog = Catalog.open(DatabaseLogin.of(Catalog.memoryUrl("site-name")),
                InstantSource.system());
        catalog.close();
        var name = new SiteName(catalog.site().settings(), "Beam lines");
        assertThatThrownBy(name::get).isInstanceOf(DatabaseException.class);
        assertThat(name.last()).isEqualTo("Beam lines");
    }
}
