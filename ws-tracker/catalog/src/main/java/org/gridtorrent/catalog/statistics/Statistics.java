package org.gridtorrent.catalog.statistics;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.HealthProbe;
import org.gridtorrent.catalog.db.PoolCounts;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.task.Assignments;
import org.gridtorrent.catalog.task.Task;

/** How much there is of everything, for whoever watches over the site. */
public final class Statistics {
    /** A machine that was silent so long is one that somebody should ask about. */
    public static final Duration LONG_SILENCE = Duration.ofDays(7);
    private static final String REFUSALS = "'BAD_INPUT', 'NOT_ALLOWED', 'NOT_FOUND'";
    private static final Duration RECENT_FAILURE = Duration.ofDays(1);
    private static final Duration LATE_MAIL = Duration.ofHours(1);
    private static final Duration RECENT_LOSS = Duration.ofDays(7);

    private final Database database;
    private final HealthProbe<Rows> counting = new HealthProbe<>(this::rows);

    public Statistics(Database database) {
        this.database = database;
    }

    /**
     * Rows of the database, the same at every node.
     *
     * @param tasks by state, in small letters; of each state there is a number
     * @param contents by state likewise
     * @param devices enrolled and not withdrawn
     * @param devicesHeard of these, who were heard of within {@link Assignments#SILENCE}
     * @param sessions people's stays on the pages
     * @param sitePeers devices in swarms
     * @param openPeers strangers in the swarms of public contents
     */
    public record Rows(Map<String, Long> tasks, Map<String, Long> contents, long devices,
            long devicesHeard, long sessions, long sitePeers, long openPeers, Signs signs) {}

    /**
     * What somebody who looks after the site should know of.
     *
     * @param failedTasks within a day, or waiting to be tried again, but for what was refused
     * @param refusedTasks within a day: bad names, an end of a right, files that are not there
     * @param silentDevices not withdrawn, and not heard of for {@link #LONG_SILENCE}
     * @param lateMails that wait for more than an hour
     * @param lostMails given up within a week
     */
    public record Signs(long failedTasks, long refusedTasks, long silentDevices, long lateMails,
            long lostMails) {}

    public Signs signs() {
        return database.read(this::signs);
    }

    private Signs signs(Transaction tx) {
        return new Signs(
                since(tx, "task where (state = 'FAILED' and changed > :at and (problem is null"
                        + " or problem not in (" + REFUSALS + "))) or not_before is not null",
                        RECENT_FAILURE),
                since(tx, "task where state = 'FAILED' and changed > :at and problem in ("
                        + REFUSALS + ")", RECENT_FAILURE),
                since(tx, "device where not withdrawn"
                        + " and coalesce(last_seen, created) < :at", LONG_SILENCE),
                since(tx, "outbox_mail where state = 'WAITING' and created < :at", LATE_MAIL),
                since(tx, "outbox_mail where state = 'GIVEN_UP' and ended > :at",
                        RECENT_LOSS));
    }

    private long since(Transaction tx, String rows, Duration ago) {
        return tx.createQuery("select count(*) from " + rows)
                .bind("at", database.now().minus(ago)).mapTo(Long.class).one();
    }

    public Rows rows() {
        return database.read(tx -> new Rows(byState(tx, "task", Task.State.values()),
                byState(tx, "content", Content.State.values()),
                number(tx, "device where not withdrawn"),
                heard(tx), current(tx, "web_session"), current(tx, "announcement"),
                number(tx, "open_peer where not gone"), signs(tx)));
    }

    /** The same; empty when the database does not say it in this time. */
    public Optional<Rows> rows(Duration patience) {
        return counting.within(patience);
    }

    /** The number of the last migration of the tables. */
    public String schemaVersion() {
        return database.read(tx -> tx.createQuery("select \"version\" from"
                + " \"flyway_schema_history\" where \"version\" is not null"
                + " order by \"installed_rank\" desc limit 1").mapTo(String.class).one());
    }

    public PoolCounts connections() {
        return database.connections();
    }

    private static Map<String, Long> byState(Transaction tx, String table, Enum<?>[] states) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Enum<?> state : states) {
            counts.put(state.name().toLowerCase(Locale.ROOT), 0L);
        }
        tx.createQuery("select state, count(*) from " + table + " group by state")
                .map((row, _) -> Map.entry(row.getString(1), row.getLong(2)))
                .forEach(count -> counts.put(count.getKey().toLowerCase(Locale.ROOT),
                        count.getValue()));
        return counts;
    }

    private long heard(Transaction tx) {
        return tx.createQuery("select count(*) from device where not withdrawn"
                + " and last_seen > :since")
                .bind("since", database.now().minus(Assignments.SILENCE)).mapTo(Long.class).one();
    }

    private long current(Transaction tx, String table) {
        return tx.createQuery("select count(*) from " + table + " where expires > :now")
                .bind("now", database.now()).mapTo(Long.class).one();
    }

    private static long number(Transaction tx, String rows) {
        return tx.createQuery("select count(*) from " + rows).mapTo(Long.class).one();
    }
}
