package org.gridtorrent.catalog;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The kinds of database that a site may have. The PostgreSQL server is a real one, started for the
 * test's process when it is first needed and ended with it; each database is a schema of its own.
 */
public enum TestDatabase {
    H2 {
        @Override
        public DatabaseLogin empty() {
            return DatabaseLogin.of(Catalog.memoryUrl(UUID.randomUUID().toString()));
        }
    },
    POSTGRESQL {
        @Override
        public DatabaseLogin empty() {
            String schema = "s" + UUID.randomUUID().toString().replace("-", "");
            execute(Server.RUNNING.getDatabase("postgres", Server.NAME),
                    "create schema " + schema + " authorization " + Server.KEEPER);
            return new DatabaseLogin("jdbc:postgresql://localhost:" + Server.RUNNING.getPort() + "/"
                    + Server.NAME + "?currentSchema=" + schema, Server.KEEPER, Server.PASSWORD);
        }
    };

    /** A database without tables, for one test; it ends when nobody has it open. */
    public abstract DatabaseLogin empty();

    /** The same, but it stays when it is closed; an embedded one lies in the folder. */
    public DatabaseLogin lasting(Path folder) {
        return this == H2
                ? DatabaseLogin.of(Catalog.embeddedUrl(folder.resolve("catalog")))
                : empty();
    }

    private static void execute(DataSource database, String sql) {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static final class Server {
        static final String NAME = "sites";
        static final String KEEPER = "keeper";
        static final String PASSWORD = "kept % secret";
        private static final String RULES = "host all " + KEEPER + " all scram-sha-256\n"
                + "host all postgres all trust\nlocal all postgres trust\n";
        static final EmbeddedPostgres RUNNING = start();

        private Server() {}

        /** Syncs as a site's own server does; made as the documentation asks, to fold all letters. */
        private static EmbeddedPostgres start() {
            try {
                Path rules = Files.writeString(Files.createTempFile("pg_hba", ".conf"), RULES);
                rules.toFile().deleteOnExit();
                var server = EmbeddedPostgres.builder().setServerConfig("fsync", "on")
                        .setServerConfig("hba_file", rules.toString())
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "300").start();
                execute(server.getPostgresDatabase(), "create database " + NAME
                        + " template template0 encoding 'UTF8' locale_provider builtin"
                        + " builtin_locale 'C.UTF-8' locale 'C'");
                execute(server.getPostgresDatabase(),
                        "create role " + KEEPER + " login password '" + PASSWORD + "'");
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
