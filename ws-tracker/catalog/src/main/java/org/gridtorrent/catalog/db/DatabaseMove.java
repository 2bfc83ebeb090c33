package org.gridtorrent.catalog.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.refusal.CatalogException;

/**
 * Carries all rows of an embedded database over to an empty one on PostgreSQL, in one transaction of
 * the latter. Which tables and columns there are, and which have to come before which, the tables
 * themselves say. For one thread.
 */
public final class DatabaseMove {
    private static final int ROWS_AT_ONCE = 500;
    private static final long BYTES_AT_ONCE = 8 << 20;
    private static final String HISTORY = "flyway_schema_history";

    private final Connection from;
    private final Connection to;
    /** Column by table: null in a first pass, since a row may refer to a later one. */
    private final Map<String, String> toItself = new TreeMap<>();

    private DatabaseMove(Connection from, Connection to) {
        this.from = from;
        this.to = to;
    }

    /**
     * How many rows of each table were moved. Nothing is moved, and {@link CatalogException} says
     * why, when the second has rows already; {@link DatabaseException} when one of them cannot be
     * opened. Nobody else has the first one open.
     */
    public static Map<String, Long> move(DatabaseLogin from, DatabaseLogin to) {
        if (!from.isEmbedded() || to.isEmbedded()) {
            throw CatalogException.invalid("Only from an embedded database to one on PostgreSQL"
                    + " can be moved.");
        }
        try (var source = Database.existing(from, InstantSource.system());
                var target = new Database(to, InstantSource.system())) {
            return source.read(old -> target.write(
                    fresh -> new DatabaseMove(old.connection(), fresh.connection()).run()));
        }
    }

    private Map<String, Long> run() {
        try {
            List<String> tables = inOrder();
            execute(from, "set lazy_query_execution 1"); // a table need not fit into the memory
            execute(to, "lock table " + String.join(", ", tables));
            for (String table : tables) {
                requireEmpty(table);
            }
            Map<String, Long> moved = new LinkedHashMap<>();
            for (String table : tables) {
                moved.put(table, copy(table));
            }
            return moved;
        } catch (SQLException e) {
            throw DatabaseException.notMoved(e);
        }
    }

    /** Each after those that it refers to. */
    private List<String> inOrder() throws SQLException {
        Map<String, Set<String>> needs = new TreeMap<>();
        for (String table : names(to.getMetaData().getTables(null, to.getSchema(), "%",
                new String[]{"TABLE"}), "TABLE_NAME")) {
            if (!table.equals(HISTORY)) {
                needs.put(table, needs(table));
            }
        }
        Set<String> ordered = new LinkedHashSet<>();
        while (ordered.size() < needs.size()) {
            Set<String> next = needs.entrySet().stream()
                    .filter(each -> !ordered.contains(each.getKey())
                            && ordered.containsAll(each.getValue()))
                    .map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
            if (next.isEmpty()) {
                throw new IllegalStateException("tables refer to each other in a circle: " + needs);
            }
            ordered.addAll(next);
        }
        return List.copyOf(ordered);
    }

    private Set<String> needs(String table) throws SQLException {
        Set<String> needs = new TreeSet<>();
        try (ResultSet keys = to.getMetaData().getImportedKeys(null, to.getSchema(), table)) {
            while (keys.next()) {
                String other = keys.getString("PKTABLE_NAME");
                if (other.equals(table)) {
                    toItself.put(table, keys.getString("FKCOLUMN_NAME"));
                } else {
                    needs.add(other);
                }
            }
        }
        return needs;
    }

    private void requireEmpty(String table) throws SQLException {
        if (count(to, table) > 0) {
            throw CatalogException.conflict("The database to move to is not empty: there are rows"
                    + " in its table " + table + ". Make a new one.");
        }
    }

    private long copy(String table) throws SQLException {
        List<String> columns = columns(table);
        String list = String.join(", ", columns);
        String later = toItself.getOrDefault(table, "");
        String first = columns.stream().map(column -> column.equals(later) ? "null" : column)
                .collect(Collectors.joining(", "));
        long copied = copy("select " + first + " from " + table, "insert into " + table + " ("
                + list + ") values (" + "?, ".repeat(columns.size() - 1) + "?)");
        if (!later.isEmpty()) {
            copy("select " + later + ", id from " + table + " where " + later + " is not null",
                    "update " + table + " set " + later + " = ? where id = ?");
        }
        long before = count(from, table);
        long after = count(to, table);
        if (copied != before || copied != after) {
            throw new IllegalStateException("of " + table + " " + before + " rows were there, "
                    + copied + " were moved and " + after + " arrived");
        }
        return copied;
    }

    private List<String> columns(String table) throws SQLException {
        var tables = to.getMetaData();
        return names(tables.getColumns(null, to.getSchema(),
                table.replace("_", tables.getSearchStringEscape() + "_"), "%"), "COLUMN_NAME");
    }

    /** What the one asks for is given to the other, row by row; how many rows. */
    private long copy(String select, String change) throws SQLException {
        try (var query = from.createStatement();
                var rows = query.executeQuery(select);
                var update = to.prepareStatement(change)) {
            int columns = rows.getMetaData().getColumnCount();
            long copied = 0;
            long bytes = 0;
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    Object value = rows.getObject(i);
                    bytes += value instanceof byte[] content ? content.length : 0;
                    update.setObject(i, value);
                }
                update.addBatch();
                if (++copied % ROWS_AT_ONCE == 0 || bytes > BYTES_AT_ONCE) {
                    update.executeBatch();
                    bytes = 0;
                }
            }
            update.executeBatch();
            return copied;
        }
    }

    private static long count(Connection database, String table) throws SQLException {
        try (var query = database.createStatement();
                var rows = query.executeQuery("select count(*) from " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void execute(Connection database, String sql) throws SQLException {
        try (var statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> names(ResultSet rows, String column) throws SQLException {
        try (rows) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(column));
            }
            return names;
        }
    }
}
