package org.gridtorrent.catalog.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Task.Problem;
import org.gridtorrent.catalog.task.Task.Report;
import org.gridtorrent.catalog.task.Task.State;

/**
 * Which devices hold all of a content, every piece checked. Each method is called inside the
 * transaction that ends a task, or gives one.
 */
public final class CopyLedger {
    private static final String OPEN = "state in ('WAITING', 'RUNNING')";

    private CopyLedger() {}

    /** What a device's last word on a task says about the copy there. */
    static void ended(Transaction tx, Task task, Report report, Instant now) {
        if (report.state() == State.DONE) {
            done(tx, task, now);
        } else if (report.state() == State.FAILED) {
            failed(tx, task, report);
        }
        ContentChange.of(tx).copies(task.contentId());
    }

    private static void done(Transaction tx, Task task, Instant now) {
        switch (task.kind()) {
            case PUBLISH, DOWNLOAD, REPAIR -> verified(tx, task, true, now);
            case VERIFY -> verified(tx, task, false, now);
            case SEED -> {
                if (task.folder().isPresent()) {
                    verified(tx, task, true, now); // hashed before it is shared
                } else {
                    share(tx, task, true);
                }
            }
            case STOP -> share(tx, task, false);
            case REMOVE -> forget(tx, task);
            case LIMIT -> {
            }
        }
    }

    private static void failed(Transaction tx, Task task, Report report) {
        boolean looked = task.kind() == Kind.VERIFY || task.kind() == Kind.REPAIR;
        if (looked && report.problem().equals(Optional.of(Problem.NOT_FOUND))) {
            forget(tx, task);
        } else if (looked && (!report.files().isEmpty()
                || report.problem().equals(Optional.of(Problem.DAMAGED)))) {
            tx.createUpdate("update content_copy set damaged = true"
                    + " where content_id = :content and device_id = :device")
                    .bind("content", task.contentId()).bind("device", task.deviceId()).execute();
        }
    }

    private static void verified(Transaction tx, Task task, boolean shares, Instant now) {
        int known = tx.createUpdate("update content_copy set verified = :now, missing = null,"
                + " damaged = false, shared = shared or :shares"
                + " where content_id = :content and device_id = :device").bind("now", now)
                .bind("shares", shares).bind("content", task.contentId())
                .bind("device", task.deviceId()).execute();
        if (known == 0) {
            tx.createUpdate("insert into content_copy (content_id, device_id, verified,"
                    + " by_rule) select t.content_id, t.device_id, :now,"
                    + " t.for_rule and t.kind = 'DOWNLOAD' from task t"
                    + " join content c on c.id = t.content_id where t.id = :task"
                    + " and c.state = 'PUBLISHED' on conflict do nothing")
                    .bind("now", now).bind("task", task.id()).execute();
        }
        askForReplicaChecks(tx, task.contentId(), task.deviceId());
    }

    /** A machine that has the content now asks for checks, if any wait for a machine. */
    private static void askForReplicaChecks(Transaction tx, String contentId, String deviceId) {
        tx.createUpdate("update device set revision = revision + 1 where id = :device"
                + " and exists (select 1 from dataset_replica r join content c"
                + " on c.id = r.content_id where c.id = :content and r.state = 'PROPOSED'"
                + " and r.device_id is null and c.owner_id = device.account_id)")
                .bind("device", deviceId).bind("content", contentId).execute();
    }

    private static void share(Transaction tx, Task task, boolean shared) {
        tx.createUpdate("update content_copy set shared = :shared, missing = null"
                + " where content_id = :content and device_id = :device").bind("shared", shared)
                .bind("content", task.contentId()).bind("device", task.deviceId()).execute();
    }

    private static void forget(Transaction tx, Task task) {
        tx.createUpdate("delete from content_copy"
                + " where content_id = :content and device_id = :device")
                .bind("content", task.contentId()).bind("device", task.deviceId()).execute();
    }

    /** A machine that is withdrawn holds nothing for anybody. */
    public static void forgetDevice(Transaction tx, String deviceId) {
        tx.createUpdate("update copy_rule set asked = true where content_id in"
                + " (select content_id from content_copy where device_id = :device)")
                .bind("device", deviceId).execute();
        tx.createUpdate("delete from content_copy where device_id = :device")
                .bind("device", deviceId).execute();
    }

    /** A group that is deleted is no place for copies; a rule that named no other ends. */
    public static void forgetGroup(Transaction tx, String groupId, Instant now) {
        String ruled = "content_id in"
                + " (select content_id from copy_rule_place where group_id = :group)";
        tx.createUpdate("update copy_rule set asked = true where " + ruled)
                .bind("group", groupId).execute();
        tx.createUpdate("update copy_rule set copies = 0, always_on = 0, changed = :now where "
                + ruled + " and not exists (select 1 from copy_rule_place o"
                + " where o.content_id = copy_rule.content_id"
                + " and (o.group_id is null or o.group_id <> :group))").bind("group", groupId)
                .bind("now", now).execute();
        tx.createUpdate("delete from copy_rule_place where group_id = :group")
                .bind("group", groupId).execute();
    }

    /**
     * What a person orders: a copy asked for by a person is not the rule's any more, and one that a
     * person sends away is not put there again. LAST_COPY when this order would leave no verified
     * one. The content is locked.
     */
    static void ordered(Transaction tx, Order order, CopyWaits waits) {
        if (order.kind().ends()) {
            if (!order.forced()) {
                requireAnother(tx, order, waits);
            }
            refuse(tx, order.contentId(), order.deviceId());
        } else if (order.kind() == Kind.DOWNLOAD || order.kind() == Kind.SEED) {
            adopt(tx, order);
        }
        ContentChange.of(tx).copies(order.contentId());
    }

    /** A task that its owner cancels: what a rule began is not begun again, what it took away stays. */
    static void cancelled(Transaction tx, Task task) {
        if (task.kind() == Kind.DOWNLOAD) {
            refuse(tx, task.contentId(), task.deviceId());
        } else if (task.kind() == Kind.REMOVE) {
            tx.createUpdate("update content_copy set by_rule = false"
                    + " where content_id = :content and device_id = :device")
                    .bind("content", task.contentId()).bind("device", task.deviceId()).execute();
        }
        stopped(tx, task);
        ContentChange.of(tx).copies(task.contentId());
    }

    /** Forgets a copy that was being deleted: nobody knows what is left of it. */
    static void stopped(Transaction tx, Task task) {
        if (task.kind() == Kind.REMOVE && task.state() == Task.State.RUNNING) {
            forget(tx, task);
        }
    }

    /** Notes that the device's owner does not want what the rule put, or is putting, there. */
    private static void refuse(Transaction tx, String contentId, String deviceId) {
        boolean ofRule = tx.createQuery("select count(*) from (select 1 as one"
                + " from content_copy where content_id = :content and device_id = :device"
                + " and by_rule union all select 1 from task where content_id = :content"
                + " and device_id = :device and for_rule and kind = 'DOWNLOAD' and " + OPEN
                + ") made").bind("content", contentId).bind("device", deviceId)
                .mapTo(Integer.class).one() > 0;
        if (ofRule) {
            tx.createUpdate("insert into copy_refusal (content_id, device_id)"
                    + " values (:content, :device) on conflict do nothing")
                    .bind("content", contentId).bind("device", deviceId).execute();
        }
    }

    private static void adopt(Transaction tx, Order order) {
        for (String sql : List.of("update content_copy set by_rule = false where",
                "update task set for_rule = false where kind = 'DOWNLOAD' and " + OPEN + " and",
                "delete from copy_refusal where")) {
            tx.createUpdate(sql + " content_id = :contentId and device_id = :deviceId")
                    .bindMethods(order).execute();
        }
    }

    /** Of how many contents this device's copy is the last that can be had. */
    public static int onlyOn(Transaction tx, String deviceId, CopyWaits waits) {
        return CopyHolders.onlyOn(tx, deviceId, tx.now().minus(waits.lost()))
                .size();
    }

    private static void requireAnother(Transaction tx, Order order, CopyWaits waits) {
        Duration lost = waits.lost();
        List<String> holders = CopyHolders.of(tx, order.contentId(), order.deviceId(),
                tx.now().minus(lost));
        if (holders.equals(List.of(order.deviceId()))) {
            throw CatalogException.lastCopy(lost);
        }
    }
}
