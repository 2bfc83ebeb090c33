package org.gridtorrent.catalog;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A real PostgreSQL server, started when it is first needed and ended with the test's process: in a
 * container where an engine answers and has, or can fetch, the image that {@code -Dpostgresql.image}
 * names; else the one that comes from Maven's repository. A process has at most two: one that syncs as a
 * site's own server does, for tests that kill, and one that does not, for all others.
 */
final class TestPostgresql {
    private static final String IMAGE = System.getProperty("postgresql.image",
            "postgres:18-alpine");
    private static final long LONGEST_PULL_MINUTES = 5;
    static final String ADMINISTRATOR = "postgres";
    static final String SITES = "sites";
    private static final String KEEPER = "keeper";
    private static final String PASSWORD = "kept % secret";
    private static final List<String> SYNCED = List.of("fsync=on", "synchronous_commit=on",
            "max_connections=300");
    /** MD5, because the client's part of SCRAM takes longer than many a test. */
    private static final List<String> UNSYNCED = List.of("fsync=off", "full_page_writes=off",
            "wal_level=minimal", "max_wal_senders=0",
            "password_encryption=md5", "max_connections=300");
    /** Of the embedded one; in a container everybody is asked. The method md5 is SCRAM for who has a key of that. */
    private static final String RULES = "host all " + KEEPER + " all md5\n"
            + "host all " + ADMINISTRATOR + " all trust\nlocal all " + ADMINISTRATOR + " trust\n";
    private static final int FIRST_WITH_OWN_LOCALES = 17;

    private final String name;
    private final String address;

    private static final class Synced {
        static final TestPostgresql SERVER = start(SYNCED);
    }

    private static final class Unsynced {
        static final TestPostgresql SERVER = start(UNSYNCED);
        static final PostgresqlCopies COPIES = new PostgresqlCopies(SERVER);
    }

    private TestPostgresql(String name, String host, int port) {
        this.name = name;
        this.address = "jdbc:postgresql://" + host + ":" + port + "/";
    }

    static TestPostgresql synced() {
        return Synced.SERVER;
    }

    static TestPostgresql unsynced() {
        return Unsynced.SERVER;
    }

    /** Databases of the server that does not sync. */
    static PostgresqlCopies copies() {
        return Unsynced.COPIES;
    }

    private static TestPostgresql start(List<String> settings) {
        TestPostgresql server = inContainer(settings).orElseGet(() -> embedded(settings));
        server.makeDatabase();
        return server;
    }

    /** Any failure has one line, and the tests go on with the embedded one. */
    private static Optional<TestPostgresql> inContainer(List<String> settings) {
        try {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                say("no container engine answers");
                return Optional.empty();
            }
            fetch(DockerClientFactory.instance().client());
            var container = new PostgreSQLContainer(
                    DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("postgres"))
                    .withUsername(ADMINISTRATOR).withPassword(PASSWORD)
                    .withEnv("POSTGRES_HOST_AUTH_METHOD", "md5")
                    .withCommand(Stream.concat(Stream.of("postgres"),
                            settings.stream().flatMap(setting -> Stream.of("-c", setting)))
                            .toArray(String[]::new));
            container.start();
            return Optional.of(new TestPostgresql("in a container of " + IMAGE,
                    container.getHost(), container.getFirstMappedPort()));
        } catch (RuntimeException e) {
            say("a container engine answers, but gives no " + IMAGE + ": " + reason(e));
            return Optional.empty();
        }
    }

    /** Asked for once: Testcontainers itself would try for minutes where there is no registry. */
    private static void fetch(DockerClient engine) {
        try {
            engine.inspectImageCmd(IMAGE).exec();
        } catch (NotFoundException missing) {
            pull(engine);
        }
    }

    private static void pull(DockerClient engine) {
        try {
            if (!engine.pullImageCmd(IMAGE).start().awaitCompletion(LONGEST_PULL_MINUTES,
                    TimeUnit.MINUTES)) {
                throw new IllegalStateException("it takes too long to fetch");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String reason(RuntimeException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }

    private static TestPostgresql embedded(List<String> settings) {
        try {
            Path rules = Files.writeString(Files.createTempFile("pg_hba", ".conf"), RULES);
            rules.toFile().deleteOnExit();
            var server = EmbeddedPostgres.builder().setServerConfig("hba_file", rules.toString());
            settings.stream().map(setting -> setting.split("="))
                    .forEach(pair -> server.setServerConfig(pair[0], pair[1]));
            return new TestPostgresql("embedded", "localhost", server.start().getPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the documentation asks, to fold all letters. */
    private void makeDatabase() {
        try (Connection connection = connect(ADMINISTRATOR);
                var statement = connection.createStatement()) {
            int version = connection.getMetaData().getDatabaseMajorVersion();
            statement.execute("create database " + SITES + " template template0 encoding 'UTF8' "
                    + (version < FIRST_WITH_OWN_LOCALES
                            ? "locale 'C.UTF-8'"
                            : "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'"));
            statement.execute("create role " + KEEPER + " login password '" + PASSWORD + "'");
            say(connection.getMetaData().getDatabaseProductVersion() + ", " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void say(String words) {
        System.out.println("PostgreSQL for tests: " + words);
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(address + database, ADMINISTRATOR, PASSWORD);
    }

    /** @param database its name, and perhaps its template */
    void createDatabase(String database) {
        execute(ADMINISTRATOR, "create database " + database);
    }

    /** A new schema without tables. */
    DatabaseLogin newSchema() {
        return newSchema(SITES, "s" + UUID.randomUUID().toString().replace("-", ""));
    }

    DatabaseLogin newSchema(String database, String schema) {
        execute(database, "create schema " + schema + " authorization " + KEEPER);
        return login(database, schema);
    }

    DatabaseLogin login(String database, String schema) {
        return new DatabaseLogin(address + database + "?currentSchema=" + schema, KEEPER, PASSWORD);
    }

    private void execute(String database, String sql) {
        try (Connection connection = connect(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
