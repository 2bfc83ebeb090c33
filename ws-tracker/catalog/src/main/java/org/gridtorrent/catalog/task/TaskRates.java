package org.gridtorrent.catalog.task;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.task.Task.Report;

/**
 * How fast an account's running tasks were in the last minutes: one rate each two seconds at most. Each is the mean
 * since the one before, so that rates multiplied by their times are the bytes done.
 */
public final class TaskRates {
    /** How far back it is remembered. */
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration SPACING = Duration.ofSeconds(2);

    private final Database database;

    public TaskRates(Database database) {
        this.database = database;
    }

    /** Bytes a second up to that time, since that of the rate before. */
    public record Rate(Instant at, long bytesPerSecond) {}

    private record Noted(Instant at, Optional<Long> bytesDone) {}

    /** By the tasks' ids, oldest first; of tasks that are not over. */
    public Map<String, List<Rate>> of(String accountId) {
        return database.read(tx -> {
            Map<String, List<Rate>> rates = new HashMap<>();
            tx.createQuery("select r.task_id, r.at, r.bytes_per_second from task t"
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
    static void note(Transaction tx, String taskId, Report report, Instant now) {
        Optional<Noted> last = tx.createQuery("select at, bytes_done from task_rate"
                + " where task_id = :id order by at desc limit 1").bind("id", taskId)
                .map(row -> new Noted(row.getColumn("at", Instant.class),
                        Optional.ofNullable(row.getColumn("bytes_done", Long.class))))
                .findOne();
        if (last.filter(noted -> noted.at().isAfter(now.minus(SPACING))).isPresent()) {
            return;
        }
        tx.createUpdate("insert into task_rate (task_id, at, bytes_per_second, bytes_done)"
                + " values (:id, :now, :rate, :done)").bind("id", taskId).bind("now", now)
                .bind("rate", rate(last, report, now))
                .bind("done", isChecking(last, report) ? null : report.bytesDone()).execute();
        tx.createUpdate("delete from task_rate where task_id = :id and at < :old")
                .bind("id", taskId).bind("old", now.minus(KEPT)).execute();
    }

    /** Whether bytes were done at no rate: found on the disk, and not transferred. */
    private static boolean isChecking(Optional<Noted> last, Report report) {
        return report.bytesPerSecond() == 0 && report.bytesDone() > 0
                && !last.flatMap(Noted::bytesDone).equals(Optional.of(report.bytesDone()));
    }

    private static long rate(Optional<Noted> last, Report report, Instant now) {
        Optional<Long> before = last.flatMap(Noted::bytesDone);
        if (report.bytesPerSecond() == 0 || before.isEmpty()) {
            return report.bytesPerSecond();
        }
        double seconds = Duration.between(last.orElseThrow().at(), now).toMillis() / 1000.0;
        return Math.max(0, Math.round((report.bytesDone() - before.get()) / seconds));
    }

    /** Of a task that is over. */
    static void forget(Transaction tx, String taskId) {
        tx.createUpdate("delete from task_rate where task_id = :id").bind("id", taskId)
                .execute();
    }
}
