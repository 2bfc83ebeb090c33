package org.gridtorrent.catalog;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.DatabaseLogin;

/**
 * Databases in memory with today's tables. The migrations run once per JVM; each copy runs the script of
 * their result when its first connection opens. The connection that makes the tables stays open as long as
 * the catalog: H2 evaluates the tables' checks in the session that made them.
 */
public final class H2Template {
    private static final String RUN_SCRIPT = ";INIT=create alias if not exists make_tables for '"
            + H2Template.class.getName() + ".makeTables'\\;call make_tables()";
    private static final List<String> SCRIPT = script();

    private H2Template() {}

    static DatabaseLogin copy() {
        return DatabaseLogin.of(Catalog.memoryUrl(UUID.randomUUID().toString()) + RUN_SCRIPT);
    }

    /** Called by H2 as each connection to a copy opens; does nothing when the tables are there. */
    public static synchronized void makeTables(Connection connection) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "account", null);
                Statement statement = connection.createStatement()) {
            if (!tables.next()) {
                for (String each : SCRIPT) {
                    statement.execute(each);
                }
            }
        }
    }

    private static List<String> script() {
        String url = Catalog.memoryUrl("template");
        List<String> script = new ArrayList<>();
        try (Connection template = DriverManager.getConnection(url);
                Statement statement = template.createStatement()) {
            Database.migrations(DatabaseLogin.of(url)).dataSource(url, null, null).load()
                    .migrate();
            try (ResultSet lines = statement.executeQuery("script nosettings")) {
                while (lines.next()) {
                    script.add(lines.getString(1));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        script.removeIf(line -> line.startsWith("CREATE USER"));
        return script;
    }
}
