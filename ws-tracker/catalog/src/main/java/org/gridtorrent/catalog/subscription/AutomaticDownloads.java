package org.gridtorrent.catalog.subscription;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.Notice.Kind;
import org.gridtorrent.catalog.notify.Notices;
import org.gridtorrent.catalog.notify.Notices.Told;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;

/**
 * What subscriptions have machines get. Ordering is a transaction of its own, after the telling: one
 * that was cut off is ordered again, and finds the task that there is.
 */
public final class AutomaticDownloads {
    private final Database database;
    private final Tasks tasks;

    public AutomaticDownloads(Database database, Tasks tasks) {
        this.database = database;
        this.tasks = tasks;
    }

    private record Wanted(String subscriptionId, String contentId, String accountId,
            @Nullable String deviceId, String deviceName) {}

    private record Over(String subscriptionId, String contentId, String accountId,
            Task.State state, String reason, String deviceName) {}

    /** Orders what is wanted, and tells of what is over; how much there was of both. */
    public int look() {
        List<Wanted> wanted = database.read(tx -> tx.createQuery("select"
                + " h.subscription_id, h.content_id, s.account_id, s.device_id, d.name"
                + " from subscription_hit h join subscription s on s.id = h.subscription_id"
                + " left join device d on d.id = s.device_id where h.getting = 'WANTED'")
                .map((row, _) -> new Wanted(row.getString(1), row.getString(2), row.getString(3),
                        row.getString(4), row.getString(5)))
                .list());
        wanted.forEach(this::order);
        List<Over> over = database.read(tx -> tx.createQuery("select h.subscription_id,"
                + " h.content_id, s.account_id, t.state, t.reason, d.name"
                + " from subscription_hit h join subscription s on s.id = h.subscription_id"
                + " join task t on t.id = h.task_id join device d on d.id = t.device_id"
                + " where h.getting = 'RUNNING'"
                + " and t.state in ('DONE', 'FAILED', 'CANCELLED')")
                .map((row, _) -> new Over(row.getString(1), row.getString(2), row.getString(3),
                        Task.State.valueOf(row.getString(4)), row.getString(5),
                        row.getString(6)))
                .list());
        over.forEach(this::end);
        return wanted.size() + over.size();
    }

    /** Nothing when the machine was left out since, or the data set may not be read any more. */
    private void order(Wanted wanted) {
        Optional<Task> task = Optional.empty();
        Optional<Told> told = Optional.empty();
        if (wanted.deviceId() != null) {
            try {
                task = tasks.requestDownload(wanted.accountId(), wanted.contentId(),
                        wanted.deviceId());
                told = task.map(_ -> told(wanted.accountId(), Kind.GET_BEGUN,
                        wanted.contentId(), wanted.deviceName()));
            } catch (CatalogException refused) {
                told = Optional.of(told(wanted.accountId(), Kind.GET_FAILED, wanted.contentId(),
                        failure(wanted.deviceName(), reason(refused))));
            }
        }
        Optional<String> id = task.map(Task::id);
        Optional<Told> words = told;
        database.changeOnly(tx -> {
            if (move(tx, wanted.subscriptionId(), wanted.contentId(), "WANTED",
                    id.orElse(null))) {
                words.ifPresent(say -> Notices.add(tx, say));
            }
        });
    }

    private static TaskReason reason(CatalogException refused) {
        return refused.translatable()
                .map(words -> TaskReason.of(ReasonCode.ORDER_REFUSED, words.refused().name()))
                .orElseGet(() -> TaskReason.sentence(refused.getMessage()));
    }

    private static String failure(String deviceName, TaskReason why) {
        return TaskReason.of(ReasonCode.ON_MACHINE, deviceName, why).encoded();
    }

    private static Told told(String accountId, Kind kind, String contentId, String detail) {
        return Told.ofContent(accountId, kind, contentId, detail);
    }

    /** Of what was cancelled nobody is told: somebody did that. */
    private void end(Over over) {
        database.changeOnly(tx -> {
            boolean moved = move(tx, over.subscriptionId(), over.contentId(), "RUNNING",
                    null);
            if (moved && over.state() == Task.State.DONE) {
                Notices.add(tx, told(over.accountId(), Kind.GET_DONE,
                        over.contentId(), over.deviceName()));
            } else if (moved && over.state() == Task.State.FAILED) {
                Notices.add(tx, told(over.accountId(), Kind.GET_FAILED,
                        over.contentId(), failure(over.deviceName(),
                                TaskReason.decoded(over.reason()).orElseGet(
                                        () -> TaskReason.sentence("")))));
            }
        });
    }

    /** Whether it was so until now; it goes on with the task, or is over. */
    private static boolean move(Transaction tx, String subscriptionId, String contentId,
            String from, @Nullable String taskId) {
        return tx.createUpdate("update subscription_hit set getting = :to, task_id = :task"
                + " where subscription_id = :id and content_id = :content and not gone"
                + " and getting = :from").bind("to", taskId == null ? null : "RUNNING")
                .bind("task", taskId).bind("id", subscriptionId).bind("content", contentId)
                .bind("from", from).execute() == 1;
    }
}
