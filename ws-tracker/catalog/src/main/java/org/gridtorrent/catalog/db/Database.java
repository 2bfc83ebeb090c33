package org.gridtorrent.catalog.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.identity.Ids;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;

/** Connections, migrations and transactions. Safe for use by many threads. */
public final class Database implements AutoCloseable {
    private static final String UNIQUE_VIOLATION = "23505";
    /** Deadlock, serialization, H2's concurrent update and time-out of a lock: rolled back for sure. */
    private static final Set<String> MAY_BE_REPEATED = Set.of("40P01", "40001", "90131", "HYT00");
    /** H2's words after it could not write: it has closed itself, and its connections with it. */
    private static final Set<String> CLOSED_ITSELF = Set.of("90098", "90121");
    private static final String NO_CONNECTION = "08001";
    /** H2's word where it may not make a new file. */
    private static final String NO_SUCH_FILE = "90146";
    private static final int MOST_TRIES = 5;
    private static final int LONGEST_PAUSE_NS = 20_000_000;
    /** While connections are being closed. */
    private static final int LOOK_NS = 10_000_000;
    private static final int MOST_LOOKS = 200;
    private static final int CONNECTIONS = 16;
    private static final int IDLE_CONNECTIONS = 2;
    /** For a connection where none is in use: then nobody's work is waited for, but the server. */
    private static final int CONNECT_MILLIS = 1_500;
    private static final int VALIDATE_MILLIS = 1_000;
    /** For a connection while others work with theirs, in times of the above. */
    private static final int MOST_WAITS = 7;
    /** A server that did not answer is not asked again sooner. */
    private static final long AWAY_NS = 1_000_000_000L;
    private static final String LOGIN_SECONDS = "10";
    /** No statement takes as long; a server that is silent so long is not there. */
    private static final String SILENCE_SECONDS = "30";
    /** Of whoever asks how the database is. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** Room on the embedded database's disk without which the site is not ready. */
    private static final long MIN_FREE_BYTES = 16L << 20;
    /**
     * Room without which no change begins. The file grows by pieces, and is written anew in part, and the
     * database may hang after a write that failed.
     */
    private static final long LEAST_FREE_BYTES = 4L << 20;
    /** Nodes write times of their own clocks, and compare them with each other's. */
    private static final Duration MAX_CLOCK_OFFSET = Duration.ofSeconds(5);

    private final InstantSource clock;
    public final SecureRandom random = new SecureRandom();
    public final Watch watch = new Watch(this);
    private final HikariDataSource pool;
    private volatile long askAgainNs = System.nanoTime();
    private final Jdbi jdbi;
    private final boolean embedded;
    /** File of the embedded database; empty for one in memory or on a server. */
    private final Optional<Path> file;
    /** Of the tables, as this program knows them. */
    private final String version;
    /** Changes under way, and how often each was seen by {@link #lookAtChanges}. */
    private final Map<Object, Integer> changes = new ConcurrentHashMap<>();
    /** One sync for all changes that wait for one: each was committed before it began. */
    private final GroupCommit<Boolean> synced = new GroupCommit<>(_ -> sync(),
            Database::isOfTheRows);

    private final HealthProbe<Optional<String>> condition = new HealthProbe<>(this::condition);
    private final HealthProbe<Boolean> alive = new HealthProbe<>(
            () -> read(tx -> tx.createQuery("select true").mapTo(Boolean.class).one()));

    public Database(DatabaseLogin login, InstantSource clock) {
        this(login, clock, false);
    }

    private Database(DatabaseLogin login, InstantSource clock, boolean existing) {
        this.clock = clock;
        this.embedded = login.isEmbedded();
        this.file = login.file();
        this.pool = pool(login, existing);
        this.jdbi = Jdbi.create(this::connection);
        // A failure is logged and shown; what was bound may be a password's hash.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        this.version = read(Database::recordedVersion);
        jdbi.registerArgument(new UtcTime());
        jdbi.registerArgument(new Text());
        jdbi.registerColumnMapper(Instant.class, (rows, column, _) -> {
            var time = rows.getObject(column, OffsetDateTime.class);
            return time == null ? null : time.toInstant();
        });
        jdbi.registerColumnMapper(TaskReason.class, (rows, column, _) -> {
            String stored = rows.getString(column);
            return stored == null ? null : TaskReason.decoded(stored).orElse(null);
        });
        watch.start();
    }

    /** One that has tables already; throws LOST when there are none. */
    public static Database existing(DatabaseLogin login, InstantSource clock) {
        return new Database(login, clock, true);
    }

    /** The migrations, which are the same on both databases, and what PostgreSQL needs besides. */
    public static FluentConfiguration migrations(DatabaseLogin login) {
        String scripts = "classpath:org/gridtorrent/catalog/";
        return Flyway.configure().loggers("slf4j").locations(login.isEmbedded()
                ? new String[]{scripts + "migration"}
                : new String[]{scripts + "migration", scripts + "postgresql"});
    }

    /**
     * Connections to a database whose tables are those of this program. Tables are made by a connection of
     * their own: a large one's upgrade may be silent for long, and H2 checks rows by the session that made
     * the table, while there is one, and not at all when it was closed. What is in memory would end with it.
     */
    private static HikariDataSource pool(DatabaseLogin login, boolean existing) {
        HikariDataSource pool = null;
        try {
            if (!login.isInMemory()) {
                upgrade(login, existing);
            }
            pool = new HikariDataSource(config(login));
            if (login.isInMemory()) {
                migrations(login).dataSource(pool).load().migrate();
            }
            return pool;
        } catch (RuntimeException e) {
            if (pool != null) {
                pool.close();
            }
            throw existing && NO_SUCH_FILE.equals(sqlState(e))
                    ? DatabaseException.lost(login)
                    : DatabaseException.of(e, login);
        }
    }

    /** Flyway by itself passes over tables that a later program has upgraded. */
    private static void upgrade(DatabaseLogin login, boolean existing) {
        String url = existing && login.isEmbedded() ? login.url() + ";IFEXISTS=TRUE" : login.url();
        Flyway flyway = migrations(login)
                .dataSource(url, orNone(login.user()), orNone(login.password())).load();
        MigrationInfoService tables = flyway.info();
        MigrationInfo current = tables.current();
        if (current == null && existing) {
            throw DatabaseException.lost(login);
        }
        if (current != null && !current.getState().isResolved()) {
            throw DatabaseException.newer(current, tables.all());
        }
        if (tables.pending().length > 0) {
            login.file().ifPresent(Database::requireRoomForUpgrade);
        }
        flyway.migrate();
    }

    /** A migration may write all tables anew, and one that fails leaves tables that fit no program. */
    private static void requireRoomForUpgrade(Path file) {
        fullDisk(file, MIN_FREE_BYTES + file.toFile().length()).ifPresent(full -> {
            throw DatabaseException.full(full);
        });
    }

    private static HikariConfig config(DatabaseLogin login) {
        var config = new HikariConfig();
        config.setJdbcUrl(login.url());
        config.setUsername(orNone(login.user()));
        config.setPassword(orNone(login.password()));
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(IDLE_CONNECTIONS);
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setValidationTimeout(VALIDATE_MILLIS);
        config.setPoolName("catalog");
        config.setAllowPoolSuspension(true);
        if (!login.isEmbedded()) {
            config.addDataSourceProperty("socketTimeout", SILENCE_SECONDS);
            config.addDataSourceProperty("loginTimeout", LOGIN_SECONDS);
            config.addDataSourceProperty("tcpKeepAlive", "true");
            // The server's detail is the row that failed, hashes and all.
            config.addDataSourceProperty("logServerErrorDetail", "false");
        }
        return config;
    }

    private static @Nullable String orNone(String text) {
        return text.isEmpty() ? null : text;
    }

    /** Now, to the microsecond: finer times would come back from the tables as others. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** From now on rows are read as this record, each component from the column of its name. */
    public void mapRecord(Class<?> type) {
        jdbi.registerRowMapper(ConstructorMapper.factory(type));
    }

    /** The same, from columns whose names begin with this prefix. */
    public void mapRecord(Class<?> type, String prefix) {
        jdbi.registerRowMapper(ConstructorMapper.factory(type, prefix));
    }

    public String nextId() {
        return Ids.next(random);
    }

    /** Throws {@link DatabaseException}, soon, while the database's server does not answer. */
    public <T> T read(Function<Transaction, T> work) {
        try {
            return jdbi.withHandle(handle -> work.apply(new Transaction(handle, this)));
        } catch (RuntimeException e) {
            throw DatabaseException.whenAway(e);
        }
    }

    /** Reads of one moment: what others commit meanwhile is not seen. */
    public <T> T snapshot(Function<Transaction, T> work) {
        try {
            return jdbi.inTransaction(TransactionIsolationLevel.REPEATABLE_READ,
                    handle -> work.apply(new Transaction(handle, this)));
        } catch (RuntimeException e) {
            throw DatabaseException.whenAway(e);
        }
    }

    /** Waits for others' work, but not for a server that is away. */
    private Connection connection() throws SQLException {
        if (System.nanoTime() - askAgainNs < 0) {
            throw new SQLTransientConnectionException("it did not a moment ago", NO_CONNECTION);
        }
        for (int waits = 1; true; waits++) {
            try {
                return pool.getConnection();
            } catch (SQLTransientConnectionException e) {
                if (pool.getHikariPoolMXBean().getActiveConnections() == 0) {
                    askAgainNs = System.nanoTime() + AWAY_NS;
                    throw e;
                }
                if (waits == MOST_WAITS) {
                    throw e;
                }
            }
        }
    }

    boolean isEmbedded() {
        return embedded;
    }

    /**
     * One transaction of small weight: a report, an announce. The work happens again when the database
     * rolled it back because of others' transactions, so it changes nothing but the database. Throws
     * {@link DatabaseException}, soon, while the database's server does not answer or the embedded
     * database's disk has little room, and UNCERTAIN when the commit itself failed.
     */
    public <T> T write(Function<Transaction, T> work) {
        fullDisk(LEAST_FREE_BYTES).ifPresent(full -> {
            throw DatabaseException.full(full);
        });
        return underWay(() -> writeOrRepeat(work));
    }

    /** One transaction of what nobody waits for, such as when a session was last used: none on a full disk. */
    public void noteIfRoom(Consumer<Transaction> work) {
        if (fullDisk(LEAST_FREE_BYTES).isEmpty()) {
            underWay(() -> writeOrRepeat(tx -> {
                work.accept(tx);
                return true;
            }));
        }
    }

    private <T> T writeOrRepeat(Function<Transaction, T> work) {
        for (int tries = 1; true; tries++) {
            var committing = new AtomicBoolean();
            try {
                return jdbi.inTransaction(handle -> {
                    var tx = new Transaction(handle, this);
                    T result = work.apply(tx);
                    tx.beforeCommit();
                    committing.set(true);
                    return result;
                });
            } catch (RuntimeException e) {
                boolean rolledBack = MAY_BE_REPEATED.contains(sqlState(e));
                if (committing.get() && !rolledBack && !isOfTheRows(e)) {
                    throw DatabaseException.uncertain(e);
                }
                if (tries == MOST_TRIES || !rolledBack) {
                    throw DatabaseException.whenAway(e);
                }
                LockSupport.parkNanos(random.nextInt(tries * LONGEST_PAUSE_NS));
            }
        }
    }

    /**
     * One transaction on users, access or tasks: synced to the disk before it is acknowledged, and
     * made known to the long polls.
     */
    public <T> T change(Function<Transaction, T> work) {
        T result = write(work);
        if (embedded) {
            // WRITE_DELAY=0 survives a killed process; only this survives a loss of power.
            try {
                synced.add(true);
            } catch (RuntimeException e) {
                throw DatabaseException.uncertain(e);
            }
        }
        watch.changed();
        return result;
    }

    private void sync() {
        underWay(() -> jdbi.withHandle(handle -> handle.execute("checkpoint sync")));
    }

    private <T> T underWay(Supplier<T> change) {
        var key = new Object();
        changes.put(key, 0);
        try {
            return change.get();
        } finally {
            changes.remove(key);
        }
    }

    /**
     * Looks at the changes under way in the embedded database; returns how many looks the oldest has
     * outlasted. A write that failed can leave threads waiting for each other, and nothing but another
     * process helps then. Looks are counted, since the time also passes for a process that is paused.
     */
    public int lookAtChanges() {
        if (!embedded) {
            return 0;
        }
        changes.replaceAll((_, looks) -> looks + 1);
        return changes.values().stream().mapToInt(looks -> looks).max().orElse(0);
    }

    /**
     * Opens the embedded database anew if this failure says that it closed itself, as it does when the
     * disk is full. It is gone when nobody is connected to it any more, and the next connection finds all
     * that was acknowledged. Only one thread may call this.
     */
    void reopenAfter(RuntimeException failure) {
        if (!embedded || !isClosedByItself(failure)) {
            return;
        }
        HikariPoolMXBean connections = pool.getHikariPoolMXBean();
        connections.suspendPool();
        try {
            connections.softEvictConnections();
            for (int i = 0; i < MOST_LOOKS && connections.getTotalConnections() > 0; i++) {
                LockSupport.parkNanos(LOOK_NS);
            }
        } finally {
            connections.resumePool();
        }
    }

    public void changeOnly(Consumer<Transaction> work) {
        change(tx -> {
            work.accept(tx);
            return true;
        });
    }

    /**
     * Empty when the database answers soon, its tables are those that this program knows, it takes
     * changes, and its disk has room for them.
     */
    public Optional<String> unready() {
        return condition.within(PATIENCE)
                .orElseGet(() -> Optional.of("the database does not answer"));
    }

    /** Whether the database answers soon. */
    public boolean isAlive() {
        return alive.within(PATIENCE).orElse(false);
    }

    private Optional<String> condition() {
        return read(tx -> {
            String found = recordedVersion(tx);
            if (!found.equals(version)) {
                return Optional.of("the database's tables are of version " + found
                        + " and this program knows version " + version);
            }
            return isReadOnly(tx)
                    ? Optional.of("the database takes no changes: it is read-only")
                    : fullDisk(MIN_FREE_BYTES);
        });
    }

    private Optional<String> fullDisk(long neededBytes) {
        return file.flatMap(embeddedFile -> fullDisk(embeddedFile, neededBytes));
    }

    private static Optional<String> fullDisk(Path file, long neededBytes) {
        long free = file.toFile().getUsableSpace();
        // Zero is also the answer for a file that is not there, which is for the database to say.
        return free < neededBytes && Files.exists(file)
                ? Optional.of("the database's disk is full: " + (free >> 20) + " MiB are free, "
                        + (neededBytes >> 20) + " MiB are needed")
                : Optional.empty();
    }

    /** As a PostgreSQL is that stands by for another, and a file that may not be written. */
    private boolean isReadOnly(Transaction tx) {
        return tx.createQuery(embedded
                ? "call readonly()"
                : "select cast(current_setting('transaction_read_only') as boolean)")
                .mapTo(Boolean.class).one();
    }

    private static String recordedVersion(Transaction tx) {
        return tx.createQuery("select \"version\" from \"flyway_schema_history\""
                + " where \"success\" order by \"installed_rank\" desc limit 1")
                .mapTo(String.class).one();
    }

    public PoolCounts connections() {
        HikariPoolMXBean now = pool.getHikariPoolMXBean();
        return new PoolCounts(now.getActiveConnections(), now.getIdleConnections(),
                now.getThreadsAwaitingConnection(), CONNECTIONS);
    }

    /** Of PostgreSQL's settings; the embedded database's are ours. */
    public List<DatabaseWeakness> weaknesses() {
        if (embedded) {
            return List.of();
        }
        return read(tx -> {
            List<DatabaseWeakness> found = new ArrayList<>();
            if (isOff(tx, "fsync")) {
                found.add(DatabaseWeakness.FSYNC_OFF);
            }
            if (isOff(tx, "synchronous_commit")) {
                found.add(DatabaseWeakness.COMMIT_OFF);
            }
            if (!tx.createQuery("select lower('\u00c9')").mapTo(String.class).one()
                    .equals("\u00e9")) {
                found.add(DatabaseWeakness.LETTERS);
            }
            Instant there = tx.createQuery("select clock_timestamp()").mapTo(Instant.class)
                    .one();
            if (Duration.between(there, now()).abs().compareTo(MAX_CLOCK_OFFSET) > 0) {
                found.add(DatabaseWeakness.CLOCK);
            }
            return found;
        });
    }

    private static boolean isOff(Transaction tx, String setting) {
        return tx.createQuery("show " + setting).mapTo(String.class).one().equals("off");
    }

    public void backUp(Path zip) {
        if (!embedded) {
            throw CatalogException.conflict("The database is not the embedded one: back it up with"
                    + " its own tool, pg_dump.");
        }
        jdbi.useHandle(handle -> handle.execute("backup to ?", zip.toAbsolutePath().toString()));
    }

    /** The statement's failure as this refusal when a unique key forbade it, else as it was. */
    public static RuntimeException whenTaken(UnableToExecuteStatementException failure,
            CatalogException refusal) {
        return UNIQUE_VIOLATION.equals(sqlState(failure)) ? refusal : failure;
    }

    /** Whether what was to be written is at fault: a value that cannot be, or breaks a key. */
    public static boolean isOfTheRows(RuntimeException failure) {
        String state = sqlState(failure);
        return state.startsWith("22") || state.startsWith("23");
    }

    static boolean isClosedByItself(RuntimeException failure) {
        return CLOSED_ITSELF.contains(sqlState(failure));
    }

    /** The database's own word for what went wrong; empty when it was not the database. */
    private static String sqlState(RuntimeException failure) {
        return sqlFailure(failure).map(SQLException::getSQLState).orElse("");
    }

    /** The first cause that the database gave a state to. */
    static Optional<SQLException> sqlFailure(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return Optional.of(sql);
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        watch.close();
        pool.close();
    }

    /** PostgreSQL keeps no NUL in a text and refuses to compare with one: it is nobody's letter. */
    private static final class Text extends AbstractArgumentFactory<String> {
        Text() {
            super(Types.VARCHAR);
        }

        @Override
        protected Argument build(String value, ConfigRegistry config) {
            return (position, statement, _) -> statement.setString(position,
                    value.replace('\0', '\ufffd'));
        }
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
