package org.gridtorrent.catalog;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Types;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.gridtorrent.identity.Ids;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/** Connections, migrations and transactions. Safe for use by many threads. */
final class Database implements AutoCloseable {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final int CONNECTIONS = 16;

    private final InstantSource clock;
    final SecureRandom random = new SecureRandom();
    final Signals signals = new Signals();
    private final HikariDataSource pool;
    private final Jdbi jdbi;
    private final boolean embedded;

    Database(String jdbcUrl, InstantSource clock) {
        this.clock = clock;
        this.embedded = jdbcUrl.startsWith("jdbc:h2:");
        var config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setPoolName("catalog");
        this.pool = new HikariDataSource(config);
        try {
            Flyway.configure().dataSource(pool)
                    .locations("classpath:org/gridtorrent/catalog/migration").load().migrate();
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
        this.jdbi = Jdbi.create(pool);
        jdbi.registerArgument(new UtcTime());
        jdbi.registerColumnMapper(Instant.class, (rows, column, _) -> {
            var time = rows.getObject(column, OffsetDateTime.class);
            return time == null ? null : time.toInstant();
        });
        jdbi.registerRowMapper(ConstructorMapper.factory(Account.class));
        jdbi.registerRowMapper(ConstructorMapper.factory(Group.class));
        jdbi.registerRowMapper(ConstructorMapper.factory(Content.class));
        jdbi.registerRowMapper(ConstructorMapper.factory(Task.class));
    }

    /** Now, to the microsecond: finer times would come back from the tables as others. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    String nextId() {
        return Ids.next(random);
    }

    <T> T read(Function<Handle, T> work) {
        return jdbi.withHandle(work::apply);
    }

    /** One transaction of small weight: a report, an announce. */
    <T> T write(Function<Handle, T> work) {
        return jdbi.inTransaction(work::apply);
    }

    /**
     * One transaction on users, access or tasks: synced to the disk before it is acknowledged, and
     * made known to the long polls.
     */
    <T> T change(Function<Handle, T> work) {
        T result = write(work);
        if (embedded) {
            // WRITE_DELAY=0 survives a killed process; only this survives a loss of power.
            jdbi.useHandle(handle -> handle.execute("checkpoint sync"));
        }
        signals.changed();
        return result;
    }

    void changeOnly(Consumer<Handle> work) {
        change(handle -> {
            work.accept(handle);
            return true;
        });
    }

    void backUp(Path zip) {
        if (!embedded) {
            throw CatalogException.conflict("The database is not the embedded one: back it up with"
                    + " its own tools, such as pg_dump.");
        }
        jdbi.useHandle(handle -> handle.execute("backup to ?", zip.toAbsolutePath().toString()));
    }

    /** The statement's failure as this refusal when a unique key forbade it, else as it was. */
    static RuntimeException whenTaken(UnableToExecuteStatementException failure, String message) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof java.sql.SQLException sql
                    && UNIQUE_VIOLATION.equals(sql.getSQLState())) {
                return CatalogException.conflict(message);
            }
        }
        return failure;
    }

    @Override
    public void close() {
        signals.close();
        pool.close();
    }

    /** Instants travel with their zone, so that neither driver guesses one. */
    private static final class UtcTime extends AbstractArgumentFactory<Instant> {
        UtcTime() {
            super(Types.TIMESTAMP_WITH_TIMEZONE);
        }

        @Override
        protected Argument build(Instant value, ConfigRegistry config) {
            return (position, statement, _) -> statement.setObject(position,
                    OffsetDateTime.ofInstant(value, ZoneOffset.UTC));
        }
    }
}
