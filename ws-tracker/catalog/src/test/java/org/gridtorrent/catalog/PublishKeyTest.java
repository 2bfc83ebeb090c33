package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.Terms;
import org.gridtorrent.catalog.dataset.Drafts;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishing that is asked for again, and what is typed before it. */
@ParameterizedClass
@EnumSource
class PublishKeyTest {
    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account other;
    private Device source;

    PublishKeyTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        other = site.account("other");
        source = site.device(owner);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Published publish(Account account, Device device, String path, String key) {
        return site.catalog.datasets().publishing().publish(new Draft(account.id(), "Ice", "",
                Grants.EVERYONE, device.id(), path), Metadata.NONE, Terms.NONE,
                Optional.of(key));
    }

    private int ownedBy(Account account) {
        return site.catalog.datasets().contents().ownedBy(account.id(), 0, 100).items().size();
    }

    @Test
    void askedForAgain_isTheSame_forEachOwnerApart() {
        Published first = publish(owner, source, "/data/ice", "k-1");
        assertThat(publish(owner, source, "/data/ice", "k-1")).isEqualTo(first);
        assertThat(ownedBy(owner)).isEqualTo(1);
        assertThat(publish(owner, source, "/data/ice", "k-2").content().id())
                .isNotEqualTo(first.content().id());
        publish(other, site.device(other), "/data/ice", "k-1");
        assertThat(ownedBy(other)).isEqualTo(1);
        assertThat(ownedBy(owner)).isEqualTo(2);
    }

    @Test
    void aKeyOfSomethingElse_isRefused() {
        publish(owner, source, "/data/ice", "k-1");
        assertThatThrownBy(() -> publish(owner, source, "/data/snow", "k-1"))
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("already sent for another folder");
        Device desk = site.device(owner);
        assertThatThrownBy(() -> publish(owner, desk, "/data/ice", "k-1"))
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("already sent for another folder");
        for (String wrong : List.of("", "a b", "\u00e9", "x".repeat(101))) {
            assertThatThrownBy(() -> publish(owner, source, "/data/ice", wrong)).as(wrong)
                    .isInstanceOf(CatalogException.class).hasMessageContaining("The key must have");
        }
        assertThat(ownedBy(owner)).isEqualTo(1);
    }

    @Test
    void askedForByManyAtOnce_isOne() throws Exception {
        Set<String> ids = new HashSet<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Published>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                calls.add(() -> publish(owner, source, "/data/ice", "k-1"));
            }
            for (Future<Published> made : threads.invokeAll(calls)) {
                ids.add(made.get().content().id());
            }
        }
        assertThat(ids).hasSize(1);
        assertThat(ownedBy(owner)).isEqualTo(1);
    }

    @Test
    void aDraft_isKeptAndChanged_untilItIsPublishedOrDeleted() {
        Drafts drafts = site.catalog.datasets().drafts();
        assertThat(drafts.keep(owner.id(), "k-1", "Ice", "title=Ice")).isTrue();
        site.pass(Duration.ofMinutes(1));
        assertThat(drafts.keep(owner.id(), "k-2", "", "")).isTrue();
        assertThat(drafts.keep(other.id(), "k-1", "Theirs", "title=Theirs")).isTrue();
        site.pass(Duration.ofMinutes(1));
        String long200 = "\ud83e\uddca".repeat(200);
        assertThat(drafts.keep(owner.id(), "k-1", "\u0000" + long200 + "\ud83e", "title=Ice+2"))
                .isTrue();
        assertThat(drafts.of(owner.id())).extracting(Drafts.Draft::key).containsExactly("k-1",
                "k-2");
        assertThat(drafts.of(owner.id()).getFirst().title()).isEqualTo(long200);
        assertThat(drafts.find(owner.id(), "k-1")).contains("title=Ice+2");
        assertThat(drafts.find(other.id(), "k-2")).isEmpty();
        assertThat(drafts.delete(other.id(), "k-2")).isFalse();
        assertThat(drafts.delete(owner.id(), "k-2")).isTrue();
        publish(owner, source, "/data/ice", "k-1");
        assertThat(drafts.of(owner.id())).isEmpty();
        // What was typed last comes after it was published.
        drafts.keep(owner.id(), "k-1", "Ice", "title=Ice");
        assertThat(drafts.of(owner.id())).isEmpty();
        assertThat(drafts.find(owner.id(), "k-1")).isEmpty();
        assertThat(drafts.of(other.id())).hasSize(1);
    }

    @Test
    void drafts_areFew_andGoneAfterThirtyDays() {
        Drafts drafts = site.catalog.datasets().drafts();
        for (int i = 0; i < Drafts.MOST; i++) {
            assertThat(drafts.keep(owner.id(), "k-" + i, "Ice", "")).isTrue();
        }
        assertThat(drafts.keep(owner.id(), "more", "Ice", "")).isFalse();
        assertThat(drafts.keep(owner.id(), "k-0", "Snow", "")).isTrue();
        assertThat(drafts.keep(other.id(), "more", "Ice", "")).isTrue();
        assertThat(drafts.keep(other.id(), "long", "Ice", "x".repeat(400_001))).isFalse();
        site.pass(Drafts.LIFE);
        assertThat(drafts.of(owner.id())).isEmpty();
        assertThat(drafts.find(owner.id(), "k-0")).isEmpty();
        site.pass(Duration.ofSeconds(1));
        assertThat(drafts.keep(owner.id(), "more", "Ice", "")).isTrue();
        assertThat(drafts.delete(owner.id(), "k-0")).isFalse();
    }
}
