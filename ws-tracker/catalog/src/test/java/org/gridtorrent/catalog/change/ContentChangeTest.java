package org.gridtorrent.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import org.gridtorrent.catalog.Site;
import org.gridtorrent.catalog.TestDatabase;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContentChangeTest {
    private Site site;
    private Database database;
    private Account owner;
    private Account reader;
    private Device source;
    private Content content;

    @BeforeEach
    void open() {
        DatabaseLogin login = TestDatabase.H2.empty();
        site = new Site(login);
        database = new Database(login, InstantSource.system());
        owner = site.account("owner");
        reader = site.account("reader");
        source = site.offering(owner);
        content = site.publish(owner, source, "ice", Grants.EVERYONE);
    }

    @AfterEach
    void close() {
        database.close();
        site.close();
    }

    @Test
    void transactionTakesOneSearchNumberForAllItsChanges() {
        Content other = site.publish(owner, source, "fire", Grants.EVERYONE);
        long before = database.read(SearchClock::number);
        database.changeOnly(tx -> {
            ContentChange.of(tx).words(content.id());
            ContentChange.of(tx).words(other.id());
            ContentChange.of(tx).owner(owner.id());
        });
        assertThat(database.read(SearchClock::number)).isEqualTo(before + 1);
    }

    @Test
    void changeOfAccessMovesEpochAndHoldersAndAsksTheCopyRule() {
        site.catalog.sharing().copies().keep(owner.id(), content.id(), 1, 0, List.of(), List.of());
        site.catalog.sharing().copyReconciler().hold(content.id());
        assertThat(site.catalog.sharing().copyReconciler().asked()).isEmpty();
        long revision = site.revision(source);
        site.catalog.access().grants().replace(owner.id(), content.id(),
                Grants.accounts(List.of(reader.id())));
        assertThat(site.seenBy(owner, content).orElseThrow().accessEpoch())
                .isEqualTo(content.accessEpoch() + 1);
        assertThat(site.revision(source)).isGreaterThan(revision);
        assertThat(site.catalog.sharing().copyReconciler().asked()).containsExactly(content.id());
    }

    @Test
    void nothingOfAFailedTransactionIsWritten() {
        long before = database.read(SearchClock::number);
        assertThatThrownBy(() -> database.changeOnly(tx -> {
            ContentChange.of(tx).access(content.id());
            throw new IllegalStateException("it fails");
        })).hasMessage("it fails");
        assertThat(database.read(SearchClock::number)).isEqualTo(before);
        assertThat(site.seenBy(owner, content).orElseThrow().accessEpoch())
                .isEqualTo(content.accessEpoch());
    }
}
