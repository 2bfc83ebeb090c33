package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.db.DatabaseMove;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database with something in every table, moved from one kind to the other. */
class DatabaseMoveTest {
    private static final int FILLED_VERSION = 7;
    private static final String NOW = "current_timestamp";
    private static final List<String> LATER_ROWS = List.of(
            "insert into device_place values ('source', 0, '192.0.2.7', 6881, 'tcp')",
            "insert into task_file values ('task', 0, '/data/a', 'MISSING', 'no such file')",
            "insert into open_peer values ('" + "ab".repeat(20) + "', '192.0.2.7', 6881, X'00ff7f',"
                    + " 7, true, false, " + NOW + ", 'node', " + NOW + ")",
            "insert into content_copy (content_id, device_id, verified, missing) values"
                    + " ('content', 'reader', " + NOW + ", " + NOW + ")",
            "insert into copy_rule (content_id, copies, always_on, changed) values"
                    + " ('content', 2, 1, " + NOW + ")",
            "insert into copy_rule_place values ('content', 0, 'reader', null),"
                    + " ('content', 1, null, 'group')",
            "insert into lost_right values ('content', 'group')",
            "insert into copy_refusal values ('content', 'source')",
            "insert into copy_warning values ('content', 1, " + NOW + ")",
            "insert into buddy values ('owner', 'member', 'YES', " + NOW + ")",
            "insert into keeper values ('copies', 'node', " + NOW + ", " + NOW + ", " + NOW + ")",
            "insert into personal_token values ('mine', '" + "cd".repeat(32)
                    + "', 'member', 'backup',"
                    + " 'READ', " + NOW + ", " + NOW + ", " + NOW + ")",
            "insert into device_question values ('question', 'source', '/data', 0, " + NOW
                    + ", true, 'YES', 1)",
            "insert into device_answer values ('question', 0, 'run', true, 0)",
            "insert into task_rate values ('task', " + NOW + ", 1000, 2000)",
            "insert into content_creator values ('content', 0, 'Author', '', 'Institute')",
            "insert into content_keyword values ('content', 0, 'ice')",
            "insert into content_related values ('content', 0, 'doi:10.5072/1')",
            "insert into content_format values ('content', 0, 'nc')",
            "insert into search_clock values ('contents', 7)",
            "insert into content_withdrawal values ('content', 'Wrong', " + NOW + ")",
            "insert into audit values ('event', " + NOW + ", 'owner', 'SHARED', 'PAGE', '',"
                    + " '192.0.2.7', 'content', 'PUBLIC ')",
            "insert into site_setting values ('audit-days', '30')",
            "insert into invitation (id, address, address_key, group_id, state, told, created,"
                    + " expires) values ('invited', 'A@example.org', 'a@example.org', 'group',"
                    + " 'OPEN', " + NOW + ", " + NOW + ", " + NOW + ")",
            "insert into publish_quota values ('member', true, 3, 1000)",
            "insert into mail_link values ('hash', 'owner', 'a@example.org', " + NOW + ")",
            "insert into outbox_mail (id, kind, account_id, address, language, detail, state, due,"
                    + " created) values ('mail', 'CONFIRM', 'owner', 'a@example.org', 'en', '',"
                    + " 'WAITING', " + NOW + ", " + NOW + ")",
            "insert into subscription values ('subscription', 'owner', 'DATASET',"
                    + " 'dataset content', 'content', null, null, null, " + NOW + ")",
            "insert into subscription_hit values ('subscription', 'content', false, null, null)",
            "insert into subscription_clock values ('subscriptions', 7)",
            "insert into notice (id, account_id, kind, content_id, detail, created)"
                    + " values ('notice', 'owner', 'SHARED', 'content', '', " + NOW + ")",
            "insert into dataset_replica (id, content_id, url, state, added_by, added, device_id)"
                    + " values ('replica', 'content', 'https://mirror.example.org/', 'CHECKED',"
                    + " 'owner', " + NOW + ", 'source')",
            "insert into publish_draft values ('owner', 'key', 'Ice', 'title=Ice', " + NOW + ")",
            // A row that refers to a later one of the same table.
            "insert into content (id, owner_id, title, description, access_level, state, created)"
                    + " values ('older', 'owner', 'Eis \u00e9\u4e16', '', 'PUBLIC', 'FAILED', "
                    + NOW
                    + ")",
            "update content set previous_id = 'older' where id = 'content'");

    @TempDir
    Path folder;
    private DatabaseLogin from;
    private final DatabaseLogin to = TestDatabase.POSTGRESQL.empty();

    @BeforeEach
    void fill() throws SQLException {
        from = TestDatabase.H2.withoutTables(folder);
        UpgradeTest.make(from, FILLED_VERSION);
        Catalog.open(from).close();
        execute(from, LATER_ROWS);
    }

    @Test
    void everyRow_isThereAsItWas() throws SQLException {
        Map<String, Long> moved = DatabaseMove.move(from, to);
        assertThat(moved.values()).allMatch(rows -> rows > 0).hasSizeGreaterThan(20);
        for (Map.Entry<String, Long> table : moved.entrySet()) {
            assertThat(rows(to, table.getKey())).as(table.getKey()).hasSize(
                    table.getValue().intValue())
                    .containsExactlyInAnyOrderElementsOf(rows(from, table.getKey()));
        }
        try (var catalog = Catalog.open(to)) {
            assertThat(catalog.datasets().contents().findByInfoHash("member", "ab".repeat(20)))
                    .isPresent();
        }
    }

    @Test
    void databaseWithRows_isLeftAsItWas() throws SQLException {
        try (var catalog = Catalog.open(to)) {
            catalog.identity().accounts().register("theirs", "Theirs", "words enough");
        }
        assertThatThrownBy(() -> DatabaseMove.move(from, to)).isInstanceOf(CatalogException.class)
                .hasMessageContaining("not empty").hasMessageContaining("account");
        assertThat(rows(to, "account")).hasSize(1);
        assertThat(rows(to, "content")).isEmpty();
    }

    @Test
    void moveThatFails_leavesNothingAndCanBeTriedAgain() throws SQLException {
        Catalog.open(to).close();
        execute(to, List.of("alter table task_file add constraint none check (position < 0)"));
        assertThatThrownBy(() -> DatabaseMove.move(from, to)).isInstanceOf(DatabaseException.class)
                .hasMessageStartingWith("the database was not moved: ").message().hasLineCount(1);
        for (String table : List.of("account", "content", "task", "task_file")) {
            assertThat(rows(to, table)).as(table).isEmpty();
        }
        execute(to, List.of("alter table task_file drop constraint none"));
        assertThat(DatabaseMove.move(from, to)).containsEntry("task_file", 1L);
    }

    @Test
    void onlyEmbeddedOnes_areMovedAndOnlyToPostgresql() {
        assertThatThrownBy(() -> DatabaseMove.move(from, from))
                .isInstanceOf(CatalogException.class);
        assertThatThrownBy(() -> DatabaseMove.move(to, to)).isInstanceOf(CatalogException.class);
    }

    private static Connection connect(DatabaseLogin login) throws SQLException {
        return DriverManager.getConnection(login.url(), login.user(), login.password());
    }

    private static void execute(DatabaseLogin login, List<String> sql) throws SQLException {
        try (Connection connection = connect(login); var statement = connection.createStatement()) {
            for (String each : sql) {
                statement.execute(each);
            }
        }
    }

    /** By column, in a form that is the same on both. */
    private static List<Map<String, String>> rows(DatabaseLogin login, String table)
            throws SQLException {
        try (Connection connection = connect(login);
                var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select * from " + table)) {
            var found = new ArrayList<Map<String, String>>();
            while (rows.next()) {
                Map<String, String> row = new TreeMap<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.put(rows.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT),
                            text(rows, i));
                }
                found.add(row);
            }
            return found;
        }
    }

    private static String text(ResultSet rows, int column) throws SQLException {
        return switch (rows.getMetaData().getColumnTypeName(column)) {
            case "timestamptz", "TIMESTAMP WITH TIME ZONE" -> {
                OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
                yield time == null ? "null" : time.toInstant().toString();
            }
            case "bytea", "BINARY VARYING" -> HexFormat.of().formatHex(rows.getBytes(column));
            default -> String.valueOf(rows.getObject(column));
        };
    }
}
