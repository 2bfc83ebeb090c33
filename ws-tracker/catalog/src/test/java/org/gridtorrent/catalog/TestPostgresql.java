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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The PostgreSQL server of a test's process, a real one, started when it is first needed and ended
 * with the process: in a container where an engine answers and has, or can fetch, the image that
 * {@code -Dpostgresql.image} names; else the one that comes from Maven's repository.
 */
final class TestPostgresql {
    private static final String IMAGE = System.getProperty("postgresql.image",
            "postgres:18-alpine");
    private static final long LONGEST_PULL_MINUTES = 5;
    private static final String ADMINISTRATOR = "postgres";
    private static final String SITES = "sites";
    private static final String KEEPER = "keeper";
    private static final String PASSWORD = "kept % secret";
    /** Syncs as a site's own server does. */
    private static final List<String> SETTINGS = List.of("fsync=on", "synchronous_commit=on",
            "max_connections=300");
    /** Of the embedded one; in a container everybody is asked. */
    private static final String RULES = "host all " + KEEPER + " all scram-sha-256\n"
            + "host all " + ADMINISTRATOR + " all trust\nlocal all " + ADMINISTRATOR + " trust\n";
    private static final int FIRST_WITH_OWN_LOCALES = 17;

    static final TestPostgresql RUNNING = start();

    private final String name;
    private final String address;

    private TestPostgresql(String name, String host, int port) {
        this.name = name;
        this.address = "jdbc:postgresql://" + host + ":" + port + "/";
    }

    private static TestPostgresql start() {
        TestPostgresql server = inContainer().orElseGet(TestPostgresql::embedded);
        server.makeDatabase();
        return server;
    }

    /** Any failure has one line, and the tests go on with the embedded one. */
    private static Optional<TestPostgresql> inContainer() {
        try {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                say("no container engine answers");
                return Optional.empty();
            }
            fetch(DockerClientFactory.instance().client());
            var container = new PostgreSQLContainer(
                    DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("postgres"))
                    .withUsername(ADMINISTRATOR).withPassword(PASSWORD)
                    .withCommand(Stream.concat(Stream.of("postgres"),
                            SETTINGS.stream().flatMap(setting -> Stream.of("-c", setting)))
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

    private static TestPostgresql embedded() {
        try {
            Path rules = Files.writeString(Files.createTempFile("pg_hba", ".conf"), RULES);
            rules.toFile().deleteOnExit();
            var server = EmbeddedPostgres.builder().setServerConfig("hba_file", rules.toString());
            SETTINGS.stream().map(setting -> setting.split("="))
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

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(address + database, ADMINISTRATOR, PASSWORD);
    }

    /** A new schema, for whoever keeps a site. */
    DatabaseLogin schema(String schema) {
        try (Connection connection = connect(SITES);
                var statement = connection.createStatement()) {
            statement.execute("create schema " + schema + " authorization " + KEEPER);
            return new DatabaseLogin(address + SITES + "?currentSchema=" + schema, KEEPER,
                    PASSWORD);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
