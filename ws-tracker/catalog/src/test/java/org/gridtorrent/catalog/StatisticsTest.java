package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.db.DatabaseWeakness;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;
import org.gridtorrent.catalog.statistics.Statistics;
import org.gridtorrent.catalog.statistics.Statistics.Signs;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatisticsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void rows_areCountedByTheirStates(TestDatabase kind) throws Exception {
        try (Site site = new Site(kind.empty())) {
            Account owner = site.account("owner");
            Device device = site.device(owner);
            Content content = site.publish(owner, device, "One", Grants.EVERYONE);
            site.catalog.work().tasks().requestDownload(owner.id(), content.id(), device.id());
            site.catalog.identity().sessions().open(owner, Duration.ofHours(1), "", "");
            site.catalog.identity().sessions().open(owner, Duration.ofMinutes(1), "", "");
            site.pass(Duration.ofMinutes(2));

            var rows = site.catalog.site().statistics().rows();
            assertThat(rows.tasks()).containsEntry("done", 1L).containsEntry("waiting", 1L)
                    .containsEntry("failed", 0L);
            assertThat(rows.contents()).containsEntry("published", 1L)
                    .containsEntry("preparing", 0L);
            assertThat(rows.devices()).isEqualTo(1);
            assertThat(rows.devicesHeard()).isEqualTo(1);
            assertThat(rows.sessions()).isEqualTo(1);
            assertThat(rows.sitePeers()).isEqualTo(1);
            assertThat(rows.openPeers()).isZero();
            site.pass(Duration.ofMinutes(3));
            rows = site.catalog.site().statistics().rows();
            assertThat(rows.devicesHeard()).isZero();
            assertThat(rows.sitePeers()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void signs_areOfWhatIsWrongNowOrWasLately(TestDatabase kind) throws Exception {
        try (Site site = new Site(kind.empty())) {
            Account owner = site.account("owner");
            Device device = site.device(owner);
            site.catalog.machines().withdrawals().withdraw(owner.id(), site.device(owner).id());
            Content content = site.publish(owner, device, "One", Grants.EVERYONE);
            Task task = site.catalog.work().tasks().requestDownload(owner.id(), content.id(),
                    device.id()).orElseThrow();
            site.says(device, task, new Task.Report(Task.State.FAILED, 0, 42, 0, 0, "No room."));
            Task refused = site.catalog.work().tasks().requestDownload(owner.id(),
                    site.publish(owner, device, "Two", Grants.EVERYONE).id(), device.id())
                    .orElseThrow();
            site.says(device, refused,
                    new Task.Report(Task.State.FAILED, 0, 42, 0, 0, Optional.empty(),
                            Optional.of(Task.Problem.NOT_ALLOWED), List.of()));
            site.catalog.notifications().outbox().add(Kind.TEST, "a@example.org", "en", "");
            site.catalog.notifications().outbox()
                    .giveUp(site.catalog.notifications().outbox().take().orElseThrow(), "no such");
            site.catalog.notifications().outbox().add(Kind.TEST, "b@example.org", "en", "");
            Statistics statistics = site.catalog.site().statistics();
            assertThat(statistics.signs()).isEqualTo(new Signs(1, 1, 0, 0, 1, 0, 0));
            site.pass(Duration.ofHours(2));
            assertThat(statistics.signs()).isEqualTo(new Signs(1, 1, 0, 1, 1, 0, 0));
            site.pass(Duration.ofDays(3));
            assertThat(statistics.signs()).isEqualTo(new Signs(0, 0, 0, 1, 1, 0, 0));
            site.pass(Statistics.LONG_SILENCE);
            assertThat(statistics.signs()).isEqualTo(new Signs(0, 0, 1, 1, 0, 0, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void failedLoginsAndCopiesAtRisk_areSigns(TestDatabase kind) {
        try (Site site = new Site(kind.empty())) {
            Account owner = site.account("owner");
            site.publish(owner, site.device(owner), "One", Grants.EVERYONE);
            var _ = site.catalog.identity().accounts().authenticate("owner", "not the password");
            site.pass(Duration.ofDays(2));
            var _ = site.catalog.identity().accounts().authenticate("owner", "not the password");
            assertThat(site.catalog.sharing().copyReconciler().news()).hasSize(1);
            Signs signs = site.catalog.site().statistics().signs();
            assertThat(signs.failedLogins()).isEqualTo(1);
            assertThat(signs.copiesAtRisk()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void taskThatWaitsForItsNextTry_isASignAsWell(TestDatabase kind) throws Exception {
        try (Site site = new Site(kind.empty())) {
            Account owner = site.account("owner");
            Device device = site.device(owner);
            Content content = site.publish(owner, device, "One", Grants.EVERYONE);
            Task task = site.catalog.work().tasks().requestDownload(owner.id(), content.id(),
                    device.id()).orElseThrow();
            site.says(device, task,
                    new Task.Report(Task.State.FAILED, 0, 42, 0, 0, Optional.empty(),
                            Optional.of(Task.Problem.FAILED), List.of()));
            assertThat(site.catalog.site().statistics().signs())
                    .isEqualTo(new Signs(1, 0, 0, 0, 0, 0, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLastBackup_isRemembered(TestDatabase kind) throws Exception {
        try (Site site = new Site(kind.empty())) {
            Settings settings = site.catalog.site().settings();
            assertThat(settings.lastBackup()).isEmpty();
            settings.noteBackup("", "site.backup");
            site.pass(Duration.ofHours(2));
            settings.noteBackup("", "site.backup");
            assertThat(settings.lastBackup()).contains(site.now);
            assertThat(settings.site().registration()).isEqualTo(Registration.OPEN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readiness_endsWhenANewerProgramHasTheTables(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.empty();
        try (Site site = new Site(login); Connection newer = connection(login)) {
            assertThat(site.catalog.unready()).isEmpty();
            newer.createStatement().execute("update \"flyway_schema_history\" set \"version\""
                    + " = '99' where \"installed_rank\" = (select max(\"installed_rank\") from"
                    + " \"flyway_schema_history\")");
            assertThat(site.catalog.unready().orElseThrow()).contains("99");
            newer.createStatement().execute("drop table \"flyway_schema_history\"");
            assertThat(site.catalog.unready().orElseThrow()).contains("does not answer");
        }
    }

    @Test
    void readiness_endsWhileTheDatabaseTakesNoChanges() throws Exception {
        DatabaseLogin login = TestDatabase.POSTGRESQL.empty();
        Catalog.open(login).close();
        String readOnly = "&options=-c%20default_transaction_read_only=on";
        try (Catalog standby = Catalog.open(new DatabaseLogin(login.url() + readOnly,
                login.user(), login.password()))) {
            assertThat(standby.isAlive()).isTrue();
            assertThat(standby.unready().orElseThrow()).contains("read-only");
        }
    }

    @Test
    void questions_areGivenUpWhileTheDatabaseKeepsThemWaiting() throws Exception {
        DatabaseLogin login = TestDatabase.POSTGRESQL.empty();
        try (Site site = new Site(login); Connection other = connection(login)) {
            other.setAutoCommit(false);
            other.createStatement().execute("lock table \"flyway_schema_history\", task"
                    + " in access exclusive mode");
            assertThat(site.catalog.unready().orElseThrow()).contains("does not answer");
            assertThat(site.catalog.site().statistics().rows(Duration.ofMillis(100))).isEmpty();
            other.rollback();
            assertThat(site.catalog.unready()).isEmpty();
            assertThat(site.catalog.site().statistics().rows(Duration.ofMinutes(1))).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void connections_areNoMoreThanThereMayBe(TestDatabase kind) throws Exception {
        try (Site site = new Site(kind.lasting(folder))) {
            var connections = site.catalog.site().statistics().connections();
            assertThat(connections.active() + connections.idle())
                    .isBetween(1, connections.most());
        }
    }

    @ParameterizedTest
    @EnumSource
    void weaknesses_areOfTheDatabasesSettingsAndClock(TestDatabase kind) {
        DatabaseLogin login = kind.lasting(folder);
        try (Catalog catalog = Catalog.open(login)) {
            assertThat(catalog.weaknesses()).isEmpty();
        }
        try (Catalog fast = Catalog.open(login, () -> Instant.now().plusSeconds(60))) {
            assertThat(fast.weaknesses()).isEqualTo(kind == TestDatabase.POSTGRESQL
                    ? List.of(DatabaseWeakness.CLOCK)
                    : List.of());
        }
    }

    private static Connection connection(DatabaseLogin login) throws Exception {
        return login.user().isEmpty()
                ? DriverManager.getConnection(login.url())
                : DriverManager.getConnection(login.url(), login.user(), login.password());
    }
}
