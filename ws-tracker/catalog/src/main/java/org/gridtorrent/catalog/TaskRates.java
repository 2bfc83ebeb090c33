package org.gridtorrent.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** How fast an account's running tasks were in the last minutes: one rate each two seconds at most. */
public final class TaskRates {
    /** How far back it is remembered. */
    public static final Duration KEPT = Duration.ofMinutes(10);
    /** Shorter than the three seconds of which devices report the mean, so that no burst is missed. */
    private static final Duration SPACING = Duration.ofSeconds(2);

    private final Database database;

    TaskRates(Database database) {
        this.database = database;
    }

    /** Bytes a second at that time. */
    public record Rate(Instant at, long bytesPerSecond) {}

    /** By the tasks' ids, oldest first; of tasks that are not over. */
    public Map<String, List<Rate>> of(String accountId) {
        return database.read(handle -> {
            Map<String, List<Rate>> rates = new HashMap<>();
            handle.createQuery("select r.task_id, r.at, r.bytes_per_second from task t"
                    + " join task_rate r on r.task_id = t.id where t.account_id = :account"
                    + " and t.state in ('WAITING', 'RUNNING') and r.at > :since order by r.at")
                    .bind("account", accountId).bind("since", database.now().minus(KEPT))
                    .map(row -> Map.entry(row.getColumn("task_id", String.class),
                            new Rate(row.getColumn("at", Instant.class),
                                    row.getColumn("bytes_per_second", Long.class))))
                    .forEach(each -> rates.computeIfAbsent(each.getKey(), _ -> new ArrayList<>())
                            .add(each.getValue()));
            return rates;
        });
    }

    /** Inside the transaction that records a device's report. */
    static void note(Handle handle, String taskId, long bytesPerSecond, Instant now) {
        int added = handle.createUpdate("insert into task_rate (task_id, at, bytes_per_second)"
                + " select :id, :now, :rate from task where id = :id and not exists"
                + " (select 1 from task_rate where task_id = :id and at > :lately)")
                .bind("id", taskId).bind("now", now).bind("rate", bytesPerSecond)
                .bind("lately", now.minus(SPACING)).execute();
        if (added == 1) {
            handle.createUpdate("delete from task_rate where task_id = :id and at < :old")
                    .bind("id", taskId).bind("old", now.minus(KEPT)).execute();
        }
    }

    /** Of a task that is over. */
    static void forget(Handle handle, String taskId) {
        handle.createUpdate("delete from task_rate where task_id = :id").bind("id", taskId)
                .execute();
    }
}
