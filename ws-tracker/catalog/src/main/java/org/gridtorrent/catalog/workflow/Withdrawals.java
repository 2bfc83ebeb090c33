package org.gridtorrent.catalog.workflow;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * Takes contents back: nobody has access any more, and what is left is a tombstone. Of those that never
 * came to be nothing is left.
 */
public final class Withdrawals {
    private static final int REASON_LONGEST = 1000;
    private static final String OPEN = "state in ('WAITING', 'RUNNING')";

    private final Database database;

    public Withdrawals(Database database) {
        this.database = database;
    }

    /**
     * Withdraws a content: nobody finds or gets it from now on, and every machine that has it is told to
     * share it no more. Again is nothing new. False when it is not the account's; INVALID without a
     * reason; CONFLICT when it is not published.
     */
    public boolean withdraw(String ownerId, String contentId, String reason) {
        String why = TextRules.required(Field.REASON, reason, REASON_LONGEST);
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            Optional<State> state = state(tx, ownerId, contentId);
            if (state.isEmpty()) {
                return false;
            }
            if (state.get() != State.WITHDRAWN) {
                if (state.get() != State.PUBLISHED) {
                    throw CatalogException.conflict(Refused.NOT_PUBLISHED);
                }
                bury(tx, contentId, why);
                ContentChange.of(tx).access(contentId).note(AuditKind.WITHDRAWN, ownerId,
                        contentId, why);
            }
            return true;
        });
    }

    private static Optional<State> state(Transaction tx, String ownerId, String contentId) {
        return tx.createQuery("select state from content where id = :id"
                + " and owner_id = :owner").bind("id", contentId).bind("owner", ownerId)
                .mapTo(State.class).findOne();
    }

    /**
     * Deletes a content whose publishing failed, with its tasks. False when it is not the account's;
     * CONFLICT when it did not fail.
     */
    public boolean discard(String ownerId, String contentId) {
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            Optional<State> state = state(tx, ownerId, contentId);
            if (state.isPresent()) {
                if (state.get() != State.FAILED) {
                    throw CatalogException.conflict(Refused.PUBLISHING_NOT_FAILED);
                }
                Audit.note(tx, AuditKind.DISCARDED, ownerId,
                        tx.createQuery("select title from content where id = :id")
                                .bind("id", contentId).mapTo(String.class).one());
                tx.createUpdate("delete from content where id = :id").bind("id", contentId)
                        .execute();
            }
            return state.isPresent();
        });
    }

    private void bury(Transaction tx, String contentId, String reason) {
        tx.createUpdate("update content set state = 'WITHDRAWN' where id = :id")
                .bind("id", contentId).execute();
        tx.createUpdate("insert into content_withdrawal (content_id, reason, withdrawn)"
                + " values (:id, :reason, :now)").bind("id", contentId).bind("reason", reason)
                .bind("now", database.now()).execute();
        // Nothing is kept, and nobody warned that it is not.
        for (String table : List.of("copy_rule", "copy_warning", "dataset_replica")) {
            tx.createUpdate("delete from " + table + " where content_id = :id")
                    .bind("id", contentId).execute();
        }
        List<Holder> holders = holders(tx, contentId);
        tx.createUpdate("update task set state = 'CANCELLED', changed = :now,"
                + " reason = :why where content_id = :id"
                + " and " + OPEN + " and kind not in ('STOP', 'REMOVE')")
                .bind("why", TaskReason.of(ReasonCode.DATASET_WITHDRAWN).encoded())
                .bind("now", database.now()).bind("id", contentId).execute();
        holders.forEach(holder -> stop(tx, contentId, holder));
    }

    private record Holder(String deviceId, String accountId, boolean takesOrders) {}

    /** Machines that have it, get it or share it, and are not told to end that already. */
    private static List<Holder> holders(Transaction tx, String contentId) {
        return tx.createQuery("select d.id, d.account_id, d.session from device d"
                + " where not d.withdrawn and d.id in (select k.device_id from content_copy k"
                + " where k.content_id = :id and k.shared union select n.device_id"
                + " from announcement n where n.content_id = :id union select t.device_id"
                + " from task t where t.content_id = :id and t." + OPEN + ")"
                + " and not exists (select 1 from task e where e.content_id = :id"
                + " and e.device_id = d.id and e.kind in ('STOP', 'REMOVE') and e." + OPEN
                + ") order by d.id").bind("id", contentId)
                .map((row, _) -> new Holder(row.getString(1), row.getString(2),
                        row.getLong(3) > 0))
                .list();
    }

    /** A program without a session knows no such task, and goes by the access list, as all do. */
    private void stop(Transaction tx, String contentId, Holder holder) {
        if (holder.takesOrders()) {
            Task task = Tasks.add(tx,
                    Order.of(Kind.STOP, contentId, holder.deviceId()), holder.accountId());
            Tasks.giveReason(tx, task.id(), ReasonCode.DATASET_WITHDRAWN);
        } else {
            Revisions.deviceChanged(tx, holder.deviceId());
        }
    }

}
