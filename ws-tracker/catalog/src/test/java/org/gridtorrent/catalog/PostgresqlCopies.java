package org.gridtorrent.catalog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.DatabaseLogin;

/**
 * Databases with today's tables on a PostgreSQL server. A test gets one that an earlier test has left:
 * PostgreSQL takes 200 ms to make a database and 2 ms to empty one. The tests of a JVM run one after the
 * other. Thread-safe.
 */
final class PostgresqlCopies {
    private static final String TEMPLATE = "template_site";
    private static final String SCHEMA = "site";
    /** Holds the rows that migrations insert. */
    private static final String ROWS = "first_rows";
    private static final String HISTORY = "flyway_schema_history";
    /** Tests may change tables and their keys, and what is noted of migrations. */
    private static final String SHAPE = "select string_agg(part, ' ' order by part) from ("
            + "select relname || relnatts from pg_class where relnamespace = '" + SCHEMA
            + "'::regnamespace union all select conname from pg_constraint where connamespace = '"
            + SCHEMA + "'::regnamespace union all select version from " + SCHEMA + "." + HISTORY
            + ") as parts (part)";

    private record Lent(String database, long test) {}

    private final TestPostgresql server;
    private final String shape;
    private final String emptying;
    private final List<Lent> lent = new ArrayList<>();

    PostgresqlCopies(TestPostgresql server) {
        this.server = server;
        server.createDatabase(TEMPLATE + " template " + TestPostgresql.SITES);
        DatabaseLogin login = server.newSchema(TEMPLATE, SCHEMA);
        Database.migrations(login).dataSource(login.url(), login.user(), login.password()).load()
                .migrate();
        try (Connection template = server.connect(TEMPLATE);
                Statement statement = template.createStatement()) {
            this.emptying = emptying(statement);
            this.shape = text(statement, SHAPE);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String emptying(Statement statement) throws SQLException {
        List<String> tables = texts(statement, "select relname from pg_class where relkind = 'r'"
                + " and relnamespace = '" + SCHEMA + "'::regnamespace and relname <> '" + HISTORY
                + "'");
        statement.execute("create schema " + ROWS);
        for (String table : tables) {
            statement.execute("create table " + ROWS + "." + table + " as table " + SCHEMA + "."
                    + table);
        }
        return "set session_replication_role = replica;" + tables.stream()
                .map(table -> "delete from " + SCHEMA + "." + table + ";insert into " + SCHEMA
                        + "." + table + " table " + ROWS + "." + table)
                .collect(Collectors.joining(";"));
    }

    synchronized DatabaseLogin lend() {
        String database = leftByAnEarlierTest();
        if (database.isEmpty()) {
            database = "s" + UUID.randomUUID().toString().replace("-", "");
            server.createDatabase(database + " template " + TEMPLATE);
        }
        lent.add(new Lent(database, TestsEnded.count()));
        return server.login(database, SCHEMA);
    }

    /** Empty when there is none. One whose tables a test has changed is never lent again. */
    private String leftByAnEarlierTest() {
        Set<String> used = used();
        for (Iterator<Lent> all = lent.iterator(); all.hasNext();) {
            Lent each = all.next();
            if (each.test < TestsEnded.count() && !used.contains(each.database)) {
                all.remove();
                if (isEmptied(each.database)) {
                    return each.database;
                }
            }
        }
        return "";
    }

    private Set<String> used() {
        try (Connection any = server.connect(TestPostgresql.ADMINISTRATOR);
                Statement statement = any.createStatement()) {
            return new HashSet<>(texts(statement, "select datname from pg_stat_activity"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isEmptied(String database) {
        try (Connection left = server.connect(database);
                Statement statement = left.createStatement()) {
            if (!shape.equals(text(statement, SHAPE))) {
                return false;
            }
            statement.execute(emptying);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static String text(Statement statement, String query) throws SQLException {
        return texts(statement, query).getFirst();
    }

    private static List<String> texts(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(String.valueOf(rows.getString(1)));
            }
            return found;
        }
    }
}
