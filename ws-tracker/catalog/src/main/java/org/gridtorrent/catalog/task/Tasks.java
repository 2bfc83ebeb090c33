package org.gridtorrent.catalog.task;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.catalog.task.Task.BadFile;
import org.gridtorrent.catalog.task.Task.FileState;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Task.State;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * What people told their devices to do. A final state is never left. The devices' side of it is
 * {@link Assignments}.
 */
public final class Tasks {
    private static final int PATH_LONGEST = 4096;
    private static final int LIMIT_LONGEST = 1000;
    public static final String SELECT = "select t.id, t.kind, t.state, t.paused, t.content_id,"
            + " t.title as content_title, t.device_id, d.name as device_name, t.account_id,"
            + " t.folder, t.kind = 'PUBLISH' and c.non_private as non_private, t.upload_limit,"
            + " t.download_limit, t.lease, t.attempt, t.not_before,"
            + " t.problem, t.bytes_done, t.bytes_total, t.bytes_per_second, t.peers, t.reason,"
            + " t.created, t.changed from task t join content c on c.id = t.content_id"
            + " join device d on d.id = t.device_id ";

    private final Database database;
    private final CopyWaits waits;
    private final Contents contents;

    public Tasks(Database database, Contents contents, CopyWaits waits) {
        this.database = database;
        this.waits = waits;
        this.contents = contents;
        database.mapRecord(Task.class);
    }

    /** A download into the device's own download folder; else as {@link #request}. */
    public Optional<Task> requestDownload(String accountId, String contentId, String deviceId) {
        return request(accountId, Order.of(Kind.DOWNLOAD, contentId, deviceId));
    }

    /**
     * A task for the device, or the one of this kind that it has already. What contradicts it (a
     * download what stops or removes, and the reverse) is cancelled. Empty when the content may not
     * be read, unless the account stops or removes what it had before; INVALID when the device is not the account's; CONFLICT when the content is not
     * published, the device gets it into another folder already, or its program is too old for the kind; LAST_COPY when nobody else would have
     * it then, unless the order is forced.
     */
    public Optional<Task> request(String accountId, Order order) {
        if (order.kind() == Kind.PUBLISH) {
            throw new IllegalArgumentException("publishing begins with a draft");
        }
        checkTexts(order);
        return database.change(tx -> {
            // Access cannot end before the task is there, and of two requests at once the second
            // finds the first one's task.
            RowLocks.content(tx, order.contentId());
            Optional<Content> content = contents.find(tx, accountId, order.contentId());
            if (content.isEmpty()) {
                return order.kind().ends() ? giveUp(tx, accountId, order) : Optional.empty();
            }
            if (content.get().state() != Content.State.PUBLISHED) {
                throw CatalogException.conflict(Refused.NOT_PUBLISHED_YET);
            }
            return Optional.of(request(tx, accountId, order));
        });
    }

    /** Needs no access to the content, and tells nothing of it: the title is the one of the last task. */
    private Optional<Task> giveUp(Transaction tx, String accountId, Order order) {
        Optional<Task> last = tx.createQuery(SELECT + "where t.content_id = :contentId"
                + " and t.device_id = :deviceId and t.account_id = :account"
                + " order by t.created desc, t.id limit 1").bindMethods(order)
                .bind("account", accountId).mapTo(Task.class).findOne();
        return last.map(before -> {
            Task task = request(tx, accountId, order);
            tx.createUpdate("update task set title = :title where id = :id")
                    .bind("title", before.contentTitle()).bind("id", task.id()).execute();
            return find(tx, task.id()).orElseThrow();
        });
    }

    private Task request(Transaction tx, String accountId, Order order) {
        requireDevice(tx, accountId, order.deviceId());
        if (!Kind.FIRST.contains(order.kind())) {
            requireSession(tx, order.deviceId());
        }
        Revisions.deviceChanged(tx, order.deviceId());
        Optional<Task> same = active(tx, order);
        if (same.isPresent() && order.folder().isPresent()
                && !order.folder().equals(same.get().folder())) {
            throw CatalogException.conflict(Refused.MACHINE_GETTING);
        }
        if (same.isEmpty() || !order.kind().ends()) {
            CopyLedger.ordered(tx, order, waits);
        }
        cancelOpposed(tx, order);
        return same.orElseGet(() -> add(tx, order, accountId));
    }

    /** The account's tasks, newest first. */
    public List<Task> of(String accountId, int limit) {
        return of(accountId, 0, limit).items();
    }

    /** A part of them. */
    public ResultPage<Task> of(String accountId, int offset, int limit) {
        return list(accountId, "", offset, limit);
    }

    /** Those of one content. */
    public List<Task> of(String accountId, String contentId) {
        return database.read(tx -> tx.createQuery(SELECT
                + "where t.account_id = :account and t.content_id = :content"
                + " order by t.created desc, t.id").bind("account", accountId)
                .bind("content", contentId).mapTo(Task.class).list());
    }

    /** Those that are not over. */
    public ResultPage<Task> open(String accountId, int offset, int limit) {
        return list(accountId, " and t.state in ('WAITING', 'RUNNING')", offset, limit);
    }

    /** Those that are over, however they ended. */
    public ResultPage<Task> over(String accountId, int offset, int limit) {
        return list(accountId, " and t.state not in ('WAITING', 'RUNNING')", offset, limit);
    }

    /** Of these, by their ids, those whose machine was told to do the same again later. */
    public Set<String> replaced(Collection<Task> tasks) {
        List<String> ids = tasks.stream().map(Task::id).toList();
        return ids.isEmpty()
                ? Set.of()
                : database.read(tx -> tx.createQuery("select t.id from task t where t.id"
                        + " in (<ids>) and exists (select 1 from task n where n.content_id ="
                        + " t.content_id and n.device_id = t.device_id and n.kind = t.kind"
                        + " and n.created > t.created)").bindList("ids", ids)
                        .mapTo(String.class).set());
    }

    private ResultPage<Task> list(String accountId, String which, int offset, int limit) {
        return ResultPage.of(database.read(tx -> tx.createQuery(SELECT
                + "where t.account_id = :account" + which + " order by t.created desc, t.id"
                + " limit :limit offset :offset").bind("account", accountId).bind("offset", offset)
                .bind("limit", limit + 1).mapTo(Task.class).list()), limit);
    }

    public Optional<Task> find(String accountId, String taskId) {
        return database.read(tx -> find(tx, accountId, taskId));
    }

    /** The files that the task's device found not to be good; none when it is not the account's. */
    public List<BadFile> files(String accountId, String taskId) {
        return database.read(tx -> tx.createQuery("select f.path, f.state, f.reason"
                + " from task_file f join task t on t.id = f.task_id"
                + " where t.id = :id and t.account_id = :account order by f.position")
                .bind("id", taskId).bind("account", accountId)
                .map((row, _) -> new BadFile(row.getString(1),
                        FileState.valueOf(row.getString(2)), row.getString(3)))
                .list());
    }

    /** Stops a task; one that is final stays as it is. Empty when it is not the account's. */
    public Optional<Task> cancel(String accountId, String taskId) {
        return database.change(tx -> {
            RowLocks.task(tx, taskId);
            find(tx, accountId, taskId).filter(task -> !task.state().isFinal())
                    .ifPresent(task -> CopyLedger.cancelled(tx, task));
            int changed = tx.createUpdate("update task set state = 'CANCELLED',"
                    + " changed = :now, reason = :reason where id = :id"
                    + " and account_id = :account and state in ('WAITING', 'RUNNING')")
                    .bind("reason", TaskReason.of(ReasonCode.CANCELLED_BY_OWNER).encoded())
                    .bind("now", database.now()).bind("id", taskId)
                    .bind("account", accountId).execute();
            Optional<Task> task = find(tx, accountId, taskId);
            if (changed == 1) {
                ended(tx, task.orElseThrow());
                Revisions.deviceChanged(tx, task.orElseThrow().deviceId());
            }
            return task;
        });
    }

    /** Has the device leave it as it is until {@link #resume}; final ones stay as they are. */
    public Optional<Task> pause(String accountId, String taskId) {
        return setPaused(accountId, taskId, true);
    }

    public Optional<Task> resume(String accountId, String taskId) {
        return setPaused(accountId, taskId, false);
    }

    /**
     * Tries again: at once what waits for its next attempt, and with a new task what failed or was
     * cancelled. CONFLICT when there is nothing to try again.
     */
    public Optional<Task> retry(String accountId, String taskId) {
        Optional<Task> known = find(accountId, taskId);
        if (known.isEmpty() || known.get().notBefore().isPresent()) {
            return known.map(task -> database.change(tx -> tryNow(tx, task)));
        }
        Task task = known.get();
        if (task.state() != State.FAILED && task.state() != State.CANCELLED) {
            throw CatalogException.conflict(Refused.TASK_NOT_FAILED);
        }
        return task.kind() == Kind.PUBLISH
                ? Optional.of(database.change(tx -> publishAgain(tx, task)))
                : request(accountId, order(task));
    }

    public static Optional<Task> find(Transaction tx, String taskId) {
        return tx.createQuery(SELECT + "where t.id = :id").bind("id", taskId)
                .mapTo(Task.class).findOne();
    }

    public static void requireDevice(Transaction tx, String accountId, String deviceId) {
        boolean owned = tx.createQuery("select count(*) from device where id = :id"
                + " and account_id = :account and not withdrawn").bind("id", deviceId)
                .bind("account", accountId).mapTo(Integer.class).one() == 1;
        if (!owned) {
            throw CatalogException.invalid(Refused.MACHINE_NOT_YOURS);
        }
    }

    /** Refuses to order a non-private torrent that may not be, or that the device's client cannot make. */
    public static void requireNonPrivate(Transaction tx, Content.Access access, String deviceId) {
        if (access != Content.Access.PUBLIC) {
            throw CatalogException.invalid(Refused.NON_PRIVATE_ACCESS);
        }
        boolean able = tx.createQuery("select non_private from device where id = :id")
                .bind("id", deviceId).mapTo(Boolean.class).one();
        if (!able) {
            throw CatalogException.conflict(Refused.NON_PRIVATE_CLIENT);
        }
    }

    public static Task add(Transaction tx, Order order, String accountId) {
        String id = tx.nextId();
        Instant now = tx.now();
        tx.createUpdate("insert into task (id, kind, state, content_id, title, device_id,"
                + " account_id, folder, upload_limit, download_limit, created, changed)"
                + " select :id, :kind, 'WAITING', c.id, c.title, :deviceId, :account, :folder,"
                + " :uploadLimit, :downloadLimit, :now, :now from content c"
                + " where c.id = :contentId").bindMethods(order)
                .bind("id", id).bind("account", accountId)
                .bind("now", now).execute();
        Revisions.deviceChanged(tx, order.deviceId());
        return find(tx, id).orElseThrow();
    }

    /** The same, for the content's rule for copies, in the name of the device's owner. */
    public static Task addForRule(Transaction tx, Order order, String accountId) {
        Task task = add(tx, order, accountId);
        tx.createUpdate("update task set for_rule = true where id = :id").bind("id", task.id())
                .execute();
        giveReason(tx, task.id(), ReasonCode.COPY_RULE_REQUIRES);
        return task;
    }

    /** The site's word on the task, until its device says something. */
    public static void giveReason(Transaction tx, String taskId, ReasonCode why) {
        tx.createUpdate("update task set reason = :reason where id = :id")
                .bind("reason", TaskReason.of(why).encoded()).bind("id", taskId).execute();
    }

    /** The content is called otherwise now, for those who may know of it. */
    public static void retitle(Transaction tx, String contentId) {
        List<String> readers = tx.createQuery("select a.id, c.access_level as access, c.state,"
                + Contents.RELATION + " from content c join account a on a.id in"
                + " (select t.account_id from task t where t.content_id = c.id)"
                + " where c.id = :id").bind("id", contentId)
                .map(row -> AccessPolicy.mayRead(row.getColumn("access", Content.Access.class),
                        row.getColumn("state", Content.State.class), row.getRow(Relation.class))
                                ? Optional.of(row.getColumn("id", String.class))
                                : Optional.<String>empty())
                .list().stream().flatMap(Optional::stream).toList();
        if (!readers.isEmpty()) {
            tx.createUpdate("update task set title = (select c.title from content c"
                    + " where c.id = :id) where content_id = :id and account_id in (<readers>)")
                    .bind("id", contentId).bindList("readers", readers).execute();
        }
    }

    /** A content whose publishing ended without metainfo can never be had. */
    static void ended(Transaction tx, Task task) {
        TaskRates.forget(tx, task.id());
        if (task.kind() == Kind.PUBLISH) {
            tx.createUpdate("update content set state = 'FAILED'"
                    + " where id = :id and state = 'PREPARING'").bind("id", task.contentId())
                    .execute();
        }
    }

    private static void checkTexts(Order order) {
        order.folder().ifPresent(folder -> TextRules.required(Field.FOLDER, folder, PATH_LONGEST));
        order.uploadLimit()
                .ifPresent(rate -> TextRules.required(Field.UPLOAD_LIMIT, rate, LIMIT_LONGEST));
        order.downloadLimit()
                .ifPresent(rate -> TextRules.required(Field.DOWNLOAD_LIMIT, rate, LIMIT_LONGEST));
        if (order.kind() == Kind.LIMIT && order.uploadLimit().isEmpty()
                && order.downloadLimit().isEmpty()) {
            throw CatalogException.invalid(Refused.LIMIT_NONE);
        }
    }

    private static void requireSession(Transaction tx, String deviceId) {
        long session = tx.createQuery("select session from device where id = :id")
                .bind("id", deviceId).mapTo(Long.class).one();
        if (session == 0) {
            throw CatalogException.conflict(Refused.MACHINE_TOO_OLD);
        }
    }

    private static Optional<Task> find(Transaction tx, String accountId, String taskId) {
        return find(tx, taskId).filter(task -> task.accountId().equals(accountId));
    }

    private static Optional<Task> active(Transaction tx, Order order) {
        return tx.createQuery(SELECT + "where t.content_id = :contentId"
                + " and t.device_id = :deviceId and t.kind = :kind"
                + " and t.state in ('WAITING', 'RUNNING') limit 1").bindMethods(order)
                .mapTo(Task.class).findOne()
                .filter(task -> order.kind() != Kind.LIMIT || order(task).equals(order));
    }

    /** Of what stops and what begins, only the later is meant. */
    private void cancelOpposed(Transaction tx, Order order) {
        List<Task> open = tx.createQuery(SELECT + "where t.content_id = :contentId"
                + " and t.device_id = :deviceId and t.state in ('WAITING', 'RUNNING')")
                .bindMethods(order).mapTo(Task.class).list();
        for (Task task : open) {
            boolean opposed = order.kind() == Kind.LIMIT
                    ? task.kind() == Kind.LIMIT && !order(task).equals(order)
                    : task.kind().ends() != order.kind().ends();
            if (opposed && task.kind() == Kind.PUBLISH) {
                throw CatalogException.conflict(Refused.MACHINE_PUBLISHING);
            }
            if (opposed) {
                // It may have ended between the two statements.
                CopyLedger.stopped(tx, task);
                tx.createUpdate("update task set state = 'CANCELLED', changed = :now,"
                        + " reason = :reason where id = :id"
                        + " and state in ('WAITING', 'RUNNING')")
                        .bind("reason", TaskReason.of(ReasonCode.SUPERSEDED).encoded())
                        .bind("now", database.now()).bind("id", task.id()).execute();
            }
        }
    }

    private static Order order(Task task) {
        return new Order(task.kind(), task.contentId(), task.deviceId(), task.folder(),
                task.uploadLimit(), task.downloadLimit(), false);
    }

    private Optional<Task> setPaused(String accountId, String taskId, boolean paused) {
        return database.change(tx -> {
            Optional<Task> task = find(tx, accountId, taskId);
            task.filter(found -> !found.state().isFinal()).ifPresent(found -> {
                requireSession(tx, found.deviceId());
                tx.createUpdate("update task set paused = :paused, changed = :now"
                        + " where id = :id and state in ('WAITING', 'RUNNING')")
                        .bind("paused", paused).bind("now", database.now())
                        .bind("id", taskId).execute();
                Revisions.deviceChanged(tx, found.deviceId());
            });
            return find(tx, accountId, taskId);
        });
    }

    private static Task tryNow(Transaction tx, Task task) {
        tx.createUpdate("update task set not_before = null where id = :id")
                .bind("id", task.id()).execute();
        Revisions.deviceChanged(tx, task.deviceId());
        return find(tx, task.id()).orElseThrow();
    }

    private Task publishAgain(Transaction tx, Task task) {
        int changed = tx.createUpdate("update content set state = 'PREPARING'"
                + " where id = :id and state = 'FAILED'").bind("id", task.contentId()).execute();
        if (changed == 0) {
            throw CatalogException.conflict(Refused.PUBLISHED_MEANWHILE);
        }
        requireDevice(tx, task.accountId(), task.deviceId());
        if (task.nonPrivate()) {
            requireNonPrivate(tx, access(tx, task.contentId()),
                    task.deviceId());
        }
        return add(tx, order(task), task.accountId());
    }

    private static Content.Access access(Transaction tx, String contentId) {
        return tx.createQuery("select access_level from content where id = :id")
                .bind("id", contentId).mapTo(Content.Access.class).one();
    }
}
