package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.catalog.account.QuotaUsage;
import org.gridtorrent.catalog.account.Quotas;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing;
import org.gridtorrent.catalog.workflow.Registrations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How much people may publish, on two nodes of one database. A data set has 42 bytes here. */
@ParameterizedClass
@EnumSource
class QuotasTest {
    private final TestDatabase database;
    private Site site;
    private Catalog other;
    private Account boss;
    private Account owner;
    private Device device;

    QuotasTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        DatabaseLogin login = database.empty();
        site = new Site(login);
        other = Catalog.open(login, () -> site.now);
        boss = TestAccounts.addAdmin(site.catalog, "boss", "The boss");
        owner = site.account("owner");
        device = site.device(owner);
    }

    @AfterEach
    void close() {
        other.close();
        site.close();
    }

    private Quotas quotas() {
        return site.catalog.site().quotas();
    }

    private static Quota datasets(long most) {
        return new Quota(OptionalLong.of(most), OptionalLong.empty());
    }

    private static Quota bytes(long most) {
        return new Quota(OptionalLong.empty(), OptionalLong.of(most));
    }

    private Content publish(String title) {
        return site.publish(owner, device, title, Grants.EVERYONE);
    }

    private Publishing.Published order(Catalog node, String title) {
        return node.datasets().publishing()
                .publish(new Draft(owner.id(), title, "", Grants.EVERYONE,
                        device.id(), "/data/" + title));
    }

    @Test
    void withoutAQuota_thereIsNoLimit() {
        assertThat(quotas().site()).isEqualTo(Quota.NONE);
        publish("first");
        assertThat(quotas().of(owner.id())).isEqualTo(new QuotaUsage(Quota.NONE, false, 1, 42));
        assertThat(quotas().full()).isZero();
    }

    @Test
    void theSitesQuota_holdsForWhoHasNoneOfTheirOwn() {
        Content first = publish("first");
        assertThat(quotas().changeSite(owner.id(), datasets(1))).isFalse();
        assertThat(quotas().changeSite(boss.id(), datasets(1))).isTrue();
        assertThat(quotas().full()).isEqualTo(1);
        assertRefused(Refused.QUOTA_DATASETS, () -> order(site.catalog, "second"));
        assertRefused(Refused.QUOTA_DATASETS,
                () -> site.catalog.datasets().versionPublishing().prepare(owner.id(),
                        first.id(), device.id(), "/data/next"));
        assertThat(quotas().give(owner.id(), owner.id(), datasets(9))).isFalse();
        assertThat(quotas().give(boss.id(), owner.id(), datasets(2))).isTrue();
        assertThat(quotas().of(owner.id()))
                .isEqualTo(new QuotaUsage(datasets(2), true, 1, 42));
        publish("second");
        assertThat(quotas().full()).isEqualTo(1);
        assertThat(quotas().give(boss.id(), owner.id(), Quota.NONE)).isTrue();
        publish("third");
        assertThat(quotas().full()).isZero();
        assertThat(quotas().takeBack(boss.id(), owner.id())).isTrue();
        assertRefused(Refused.QUOTA_DATASETS, () -> order(site.catalog, "fourth"));
        assertThat(quotas().takeBack(boss.id(), "nobody")).isFalse();
    }

    @Test
    void whatIsBeingPrepared_counts_andWhatIsWithdrawnDoesNot() {
        quotas().changeSite(boss.id(), datasets(2));
        Content first = publish("first");
        Publishing.Published second = order(site.catalog, "second");
        assertRefused(Refused.QUOTA_DATASETS, () -> order(site.catalog, "third"));
        site.register(device, second);
        site.catalog.datasets().withdrawals().withdraw(owner.id(), first.id(), "Wrong");
        assertThat(order(site.catalog, "third")).isNotNull();
    }

    @Test
    void moreBytesThanOneMay_areRefusedWhenTheMachineRegistersThem() {
        quotas().changeSite(boss.id(), bytes(100));
        publish("first");
        publish("second");
        Publishing.Published third = order(site.catalog, "third");
        assertRefused(Refused.QUOTA_BYTES, () -> site.register(device, third));
        assertThat(site.seenBy(owner, third.content()).orElseThrow().state())
                .isEqualTo(Content.State.PREPARING);
        quotas().changeSite(boss.id(), bytes(126));
        site.register(device, third);
        assertThat(quotas().full()).isEqualTo(1);
        assertRefused(Refused.QUOTA_BYTES, () -> order(site.catalog, "fourth"));
        assertThatThrownBy(() -> order(site.catalog, "fourth")).hasMessageContaining("126 B");
    }

    @Test
    void aQuotaThatGotLess_isHeldWhenTheMachineRegisters() {
        Publishing.Published first = order(site.catalog, "first");
        quotas().changeSite(boss.id(), datasets(0));
        assertRefused(Refused.QUOTA_DATASETS, () -> site.register(device, first));
        assertThat(quotas().full()).as("of all people").isEqualTo(2);
        assertRefused(Refused.QUOTA, () -> quotas().changeSite(boss.id(), datasets(-1)));
    }

    @Test
    void whoPublishesAtManyPlacesAtOnce_getsNoMoreThanTheQuota() throws Exception {
        quotas().changeSite(boss.id(), datasets(3));
        List<Callable<?>> orders = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Catalog node = i % 2 == 0 ? site.catalog : other;
            String title = "set" + i;
            orders.add(() -> order(node, title));
        }
        assertThat(ConcurrentCalls.failures(orders)).hasSize(5)
                .allMatch(CatalogException.class::isInstance);
        quotas().changeSite(boss.id(), new Quota(OptionalLong.empty(), OptionalLong.of(100)));
        List<Callable<?>> registrations = new ArrayList<>();
        for (Task task : site.catalog.work().assignments().of(device.id())) {
            Catalog node = registrations.size() % 2 == 0 ? site.catalog : other;
            registrations.add(() -> node.datasets().registrations().register(device.id(), task.id(),
                    new Registrations.Registration(task.id().repeat(3).substring(0, 40),
                            new byte[]{1, 2}, 42, 1, false)));
        }
        assertThat(registrations).hasSize(3);
        assertThat(ConcurrentCalls.failures(registrations)).singleElement()
                .isInstanceOf(CatalogException.class);
        assertThat(quotas().of(owner.id()).bytes()).isEqualTo(84);
    }

    private static void assertRefused(Refused refused, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(CatalogException.class,
                failure -> assertThat(failure.translatable().orElseThrow().refused())
                        .isEqualTo(refused));
    }
}
