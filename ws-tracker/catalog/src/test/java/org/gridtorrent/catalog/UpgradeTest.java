package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.copy.CopyPlace;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.ContentEvents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.db.DatabaseException.Why;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.swarm.Peer;
import org.gridtorrent.identity.Tokens;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A database of each earlier version, with something in every table, becomes today's. */
class UpgradeTest {
    private static final String THEN = "timestamp with time zone '2026-05-01 12:00:00+00'";
    private static final String LATER = "timestamp with time zone '2999-05-01 12:00:00+00'";
    private static final List<String> ROWS = List.of(
            "insert into account (id, name, full_name, password, role, created) values"
                    + " ('owner', 'owner', 'The owner', 'x', 'ADMIN', " + THEN + "),"
                    + " ('member', 'member', 'A member', 'x', 'USER', " + THEN + ")",
            "insert into web_session (token_hash, account_id, csrf, expires) values ('"
                    + Tokens.hash("session") + "', 'member', 'c', " + LATER + ")",
            "insert into membership (group_id, account_id, group_yes, account_yes, since) values"
                    + " ('group', 'owner', true, true, " + THEN + "),"
                    + " ('group', 'member', true, true, " + THEN + ")",
            "insert into enrolment_code (secret_hash, account_id, expires) values ('"
                    + Tokens.hash("code") + "', 'member', " + LATER + ")",
            "insert into device_endpoint (device_id, transport, port) values"
                    + " ('source', 'ptcp', 6881)",
            "insert into device_folder (device_id, position, path) values"
                    + " ('source', 0, '/data')",
            "insert into api_token (token_hash, device_id, created) values ('"
                    + Tokens.hash("token") + "', 'source', " + THEN + ")",
            "insert into content (id, owner_id, title, description, access_level, state,"
                    + " info_hash, total_length, file_count, created) values ('content', 'owner',"
                    + " 'Ice', 'Cores', 'GROUP', 'PUBLISHED', '" + "ab".repeat(20) + "', 42, 3, "
                    + THEN + ")",
            "insert into content_group (content_id, group_id) values ('content', 'group')",
            "insert into content_account (content_id, account_id) values ('content', 'member')",
            "insert into announcement (content_id, device_id, address, uploaded, downloaded,"
                    + " bytes_left, announced, expires) values ('content', 'source', '192.0.2.7',"
                    + " 1, 2, 0, " + THEN + ", " + LATER + ")");

    /** Versions whose rows differ from those of the version before. The build tries these and the last, -Pfull all. */
    private static final Set<Integer> OWN_ROWS = Set.of(1, 2, 4, 8, 10, 11, 12, 16, 20);

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("versions")
    void databaseOfAnEarlierVersion_keepsEverything(TestDatabase kind, int version)
            throws Exception {
        DatabaseLogin login = kind.withoutTables(folder);
        make(login, version);
        try (var catalog = Catalog.open(login)) {
            checkPeople(catalog, version);
            checkContent(catalog);
            assertThat(catalog.site().settings().site().registration())
                    .isEqualTo(version >= 16 && version < 20
                            ? Registration.CLOSED
                            : Registration.OPEN);
            if (version >= 12 && version <= 15) {
                assertThat(catalog.datasets().events().of("owner", "content", 0, 9))
                        .extracting(ContentEvents.Event::detail).contains("GROUP Ice");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void databaseOfALaterVersion_isRefused(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.withoutTables(folder);
        Catalog.open(login).close();
        try (Connection connection = DriverManager.getConnection(login.url(), login.user(),
                login.password()); var statement = connection.createStatement()) {
            statement.execute("update \"flyway_schema_history\" set \"version\" = '999' where"
                    + " \"installed_rank\" = (select max(\"installed_rank\")"
                    + " from \"flyway_schema_history\")");
        }
        assertThatThrownBy(() -> Catalog.open(login)).isInstanceOfSatisfying(
                DatabaseException.class, e -> assertThat(e.why()).isEqualTo(Why.NEWER))
                .hasMessageContaining("to version 999");
    }

    static Stream<Arguments> versions() {
        MigrationInfo[] known = flyway(TestDatabase.H2.empty()).load().info().all();
        return Arrays.stream(TestDatabase.values())
                .flatMap(kind -> IntStream.range(1, known.length)
                        .filter(version -> TestScale.isFull() || OWN_ROWS.contains(version)
                                || version == known.length - 1)
                        .mapToObj(version -> Arguments.of(kind, version)));
    }

    /** A database as the version's program left it, with something in every table of its. */
    static void make(DatabaseLogin login, int version) throws SQLException {
        flyway(login).target(String.valueOf(version)).load().migrate();
        fill(login, version);
    }

    private static FluentConfiguration flyway(DatabaseLogin login) {
        return Database.migrations(login).dataSource(login.url(), login.user(), login.password());
    }

    private static void fill(DatabaseLogin login, int version) throws SQLException {
        try (Connection connection = DriverManager.getConnection(login.url(), login.user(),
                login.password()); var statement = connection.createStatement()) {
            statement.execute(ROWS.getFirst());
            statement.execute(version >= 11
                    ? "insert into work_group (id, name, name_key, listed_key, description,"
                            + " created) values ('group', 'Ice', 'ice', 'ice', '', " + THEN + ")"
                    : version < 4
                            ? "insert into work_group (id, name, description, owner_id, created) values"
                                    + " ('group', 'Ice', '', 'owner', " + THEN + ")"
                            : "insert into work_group (id, name, name_key, description, owner_id, created)"
                                    + " values ('group', 'Ice', 'ice', '', 'owner', " + THEN + ")");
            statement.execute(devices(version));
            for (String row : ROWS.subList(1, ROWS.size())) {
                statement.execute(row);
            }
            statement.execute(tasks(version));
            if (version >= 2) {
                statement.execute("insert into password_link (token_hash, account_id, expires)"
                        + " values ('" + Tokens.hash("link") + "', 'member', " + LATER + ")");
            }
            if (version >= 8) {
                statement.execute("insert into content_copy (content_id, device_id, verified)"
                        + " values ('content', 'source', " + THEN + ")");
            }
            if (version >= 10) {
                statement.execute("update content set published = created");
            }
            if (version >= 11) {
                statement.execute("update membership set role = 'OWNER'"
                        + " where account_id = 'owner'");
            }
            if (version >= 12 && version <= 15) {
                statement.execute("insert into content_event values ('event', 'content', 'owner',"
                        + " 'SHARED', 'GROUP Ice', " + THEN + ")");
            }
            if (version >= 16 && version < 20) {
                statement.execute("insert into site_setting values ('registration', 'false')");
            }
            try (var metainfo = connection.prepareStatement(
                    "insert into content_metainfo (content_id, metainfo) values ('content', ?)")) {
                metainfo.setBytes(1, new byte[]{1, 2, 3});
                metainfo.execute();
            }
        }
    }

    private static String devices(int version) {
        String watched = version >= 8 ? ", " + THEN : "";
        return "insert into device (id, account_id, name, client_version, created, revision"
                + (version >= 8 ? ", watched_since" : "") + ") values"
                + " ('source', 'owner', 'archive', '1', " + THEN + ", 7" + watched + "),"
                + " ('reader', 'member', 'desk', '1', " + THEN + ", 8" + watched + ")";
    }

    private static String tasks(int version) {
        String title = version >= 24 ? ", 'Ice'" : "";
        return "insert into task (id, kind, state, content_id, device_id, account_id, folder,"
                + " created, changed, " + (version >= 29 ? "reason" : "message")
                + (version >= 24 ? ", title" : "") + ") values"
                + " ('task', 'DOWNLOAD', 'RUNNING', 'content', 'reader', 'member', '/data', "
                + THEN + ", " + THEN + ", 'fetching'" + title + "),"
                + " ('published', 'PUBLISH', 'DONE', 'content', 'source', 'owner', '/data', "
                + THEN + ", " + THEN + ", ''" + title + ")";
    }

    private static void checkPeople(Catalog catalog, int version) {
        assertThat(catalog.identity().accounts().list()).extracting(Account::name)
                .containsExactly("member", "owner");
        assertThat(catalog.identity().sessions().find("session")).isPresent();
        assertThat(catalog.identity().passwordLinks().find("link").isPresent())
                .isEqualTo(version >= 2);
        Group group = catalog.people().groups().findByName("stranger", "ICE").orElseThrow();
        assertThat(catalog.people().memberships().of("owner", group.id(), 0, 9).items())
                .extracting(member -> member.person().id() + " " + member.standing())
                .containsExactly("owner OWNER", "member MEMBER");
        Device source = catalog.machines().devices().findByApiToken("token").orElseThrow();
        assertThat(source.revision()).isEqualTo(7);
        assertThat(source.folders()).containsExactly("/data");
        assertThat(source.endpoints()).containsExactly(new Device.Endpoint("ptcp", 6881));
        assertThat(catalog.machines().devices().find("reader").orElseThrow().created())
                .isEqualTo("2026-05-01T12:00:00Z");
    }

    private static void checkContent(Catalog catalog) {
        Content content = catalog.datasets().contents().findByInfoHash("member", "ab".repeat(20))
                .orElseThrow();
        assertThat(content.copies()).isEqualTo(1);
        assertThat(catalog.datasets().descriptions().of("member", content.id()).orElseThrow()
                .published())
                .contains(content.created());
        assertThat(catalog.datasets().contents().metainfo("member", content.id()))
                .contains(new byte[]{1, 2, 3});
        assertThat(catalog.datasets().contents().sharedWith("owner", content.id()).orElseThrow()
                .accountNames()).containsExactly("member");
        assertThat(catalog.work().assignments().of("reader")).singleElement().satisfies(task -> {
            assertThat(task.id()).isEqualTo("task");
            assertThat(task.reason()).contains(TaskReason.sentence("fetching"));
        });
        assertThat(catalog.sharing().swarms().peers(content.id(), "reader", 5))
                .extracting(Peer::deviceId)
                .containsExactly("source");
        assertThat(catalog.sharing().copies().of("owner", content.id()).orElseThrow().lines())
                .filteredOn(line -> line.holding() == CopyPlace.Holding.VERIFIED).singleElement()
                .satisfies(line -> assertThat(line.verified()).contains(
                        Instant.parse("2026-05-01T12:00:00Z")));
        long revision = catalog.machines().devices().revision("reader");
        catalog.work().tasks().cancel("member", "task");
        assertThat(catalog.machines().devices().revision("reader")).isGreaterThan(revision);
        assertThat(catalog.identity().sessions()
                .open(catalog.identity().accounts().find("owner").orElseThrow(),
                        Duration.ofHours(1), "", "")
                .token()).isNotEmpty();
    }
}
