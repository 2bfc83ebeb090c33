package org.gridtorrent.catalog;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.AccessPolicy.Relation;
import org.gridtorrent.catalog.Content.Access;
import org.gridtorrent.catalog.Content.State;
import org.gridtorrent.catalog.Task.Kind;
import org.gridtorrent.catalog.Task.Order;
import org.gridtorrent.catalog.people.Slice;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.result.RowView;

/**
 * Contents that their owners withdrew: nobody has access any more, and what is left is a tombstone. Of
 * those that never came to be nothing is left.
 */
public final class Withdrawals {
    private static final int REASON_LONGEST = 1000;
    private static final String SELECT = "select c.id, c.title, c.state,"
            + " c.access_level as access, c.created, c.published, o.name as owner_name,"
            + " o.full_name as owner_full_name, w.reason, w.withdrawn," + Contents.RELATION
            + " from content c join content_withdrawal w on w.content_id = c.id"
            + " join account o on o.id = c.owner_id left join account a on a.id = :reader ";
    private static final String OPEN = "state in ('WAITING', 'RUNNING')";

    private final Database database;

    Withdrawals(Database database) {
        this.database = database;
    }

    /** What is left of a content that was withdrawn, for those who could see it. */
    public record Tombstone(String id, String title, String ownerName, String ownerFullName,
            Instant published, Instant withdrawn, String reason) {}

    /**
     * Withdraws a content: nobody finds or gets it from now on, and every machine that has it is told to
     * share it no more. Again is nothing new. False when it is not the account's; INVALID without a
     * reason; CONFLICT when it is not published.
     */
    public boolean withdraw(String ownerId, String contentId, String reason) {
        String why = Texts.required(Field.REASON, reason, REASON_LONGEST);
        return database.change(tx -> {
            CopyBook.lock(tx, contentId);
            Optional<State> state = state(tx, ownerId, contentId);
            if (state.isEmpty()) {
                return false;
            }
            if (state.get() != State.WITHDRAWN) {
                if (state.get() != State.PUBLISHED) {
                    throw CatalogException.conflict(Refused.NOT_PUBLISHED);
                }
                bury(tx, contentId, why);
                Audit.note(tx, org.gridtorrent.catalog.audit.Kind.WITHDRAWN, ownerId,
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
            CopyBook.lock(tx, contentId);
            Optional<State> state = state(tx, ownerId, contentId);
            if (state.isPresent()) {
                if (state.get() != State.FAILED) {
                    throw CatalogException.conflict(Refused.PUBLISHING_NOT_FAILED);
                }
                Audit.note(tx, org.gridtorrent.catalog.audit.Kind.DISCARDED, ownerId,
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
                + " message = 'The data set was withdrawn by its owner.' where content_id = :id"
                + " and " + OPEN + " and kind not in ('STOP', 'REMOVE')")
                .bind("now", database.now()).bind("id", contentId).execute();
        holders.forEach(holder -> stop(tx, contentId, holder));
        Revisions.accessChanged(tx, contentId);
        SearchClock.changed(tx, contentId);
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
            tx.createUpdate("update task set message = 'The data set was withdrawn by its"
                    + " owner.' where id = :id").bind("id", task.id()).execute();
        } else {
            Revisions.deviceChanged(tx, holder.deviceId());
        }
    }

    /** Empty for one that was not withdrawn, and for whoever could not have read it. */
    public Optional<Tombstone> find(String readerId, String contentId) {
        return database.read(tx -> tx.createQuery(SELECT + "where c.id = :id")
                .bind("reader", readerId).bind("id", contentId)
                .map(row -> readable(row, readerId)).findOne().flatMap(found -> found));
    }

    /** An owner's, the last withdrawn first. */
    public Slice<Tombstone> of(String ownerId, int first, int most) {
        return Slice.of(database.read(tx -> tx.createQuery(SELECT
                + "where c.owner_id = :reader order by w.withdrawn desc, c.id"
                + " limit :most offset :first").bind("reader", ownerId).bind("first", first)
                .bind("most", most + 1).map(row -> readable(row, ownerId)).list().stream()
                .flatMap(Optional::stream).toList()), most);
    }

    private static Optional<Tombstone> readable(RowView row, String readerId) {
        Access access = row.getColumn("access", Access.class);
        State state = row.getColumn("state", State.class);
        boolean may = readerId.equals(Contents.ANYBODY)
                ? AccessPolicy.mayAnybodyReadTombstone(access, state)
                : AccessPolicy.mayReadTombstone(access, state, row.getRow(Relation.class));
        if (!may) {
            return Optional.empty();
        }
        Instant published = Optional.ofNullable(row.getColumn("published", Instant.class))
                .orElse(row.getColumn("created", Instant.class));
        return Optional.of(new Tombstone(row.getColumn("id", String.class),
                row.getColumn("title", String.class), row.getColumn("owner_name", String.class),
                row.getColumn("owner_full_name", String.class), published,
                row.getColumn("withdrawn", Instant.class),
                row.getColumn("reason", String.class)));
    }
}
