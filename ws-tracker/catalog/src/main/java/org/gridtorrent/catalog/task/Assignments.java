package org.gridtorrent.catalog.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.device.PresenceRows;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.catalog.task.Task.BadFile;
import org.gridtorrent.catalog.task.Task.Problem;
import org.gridtorrent.catalog.task.Task.Report;
import org.gridtorrent.catalog.task.Task.State;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * The devices' side of {@link Tasks}: a device's session, what it is to do, and its word on how
 * that stands.
 *
 * <p>Of two daemons with one identity, such as a copied home, the one that opened its session last
 * is served, and the other fenced off: neither its polls nor its reports count. A task's lease does
 * the same for reports of an attempt that is over.
 */
public final class Assignments {
    /** A device not heard of for so long has let go of its tasks, until it is back. */
    public static final Duration SILENCE = Duration.ofMinutes(4);

    static final int MOST_ATTEMPTS = 8;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    /** A cancelled task is shown to its device for a day, so that it surely stops. */
    private static final Duration CANCELLED_SHOWN = Duration.ofDays(1);
    private static final int MOST_FOR_DEVICE = 1000;
    private static final int MOST_FILES = 1000;
    private static final int REASON_STORED_LONGEST = 20_000;
    private static final int PATH_LONGEST = 4096;
    private static final int REASON_LONGEST = 200;

    private final Database database;
    private final CopyWaits waits;

    public Assignments(Database database, CopyWaits waits) {
        this.database = database;
        this.waits = waits;
    }

    /** A daemon begins: earlier ones of this device are fenced off, their leases over. */
    public long openSession(String deviceId, String clientVersion) {
        String version = TextRules.optional(Field.CLIENT_VERSION, clientVersion, 200);
        return database.change(tx -> {
            tx.createUpdate("update device set session = session + 1,"
                    + " revision = revision + 1, client_version = :version where id = :id")
                    .bind("version", version).bind("id", deviceId).execute();
            PresenceRows.seen(tx, deviceId, waits);
            tx.createUpdate("update task set lease = lease + 1 where device_id = :id"
                    + " and state in ('WAITING', 'RUNNING')").bind("id", deviceId).execute();
            return session(tx, deviceId);
        });
    }

    /** FENCED unless this is the device's latest session. */
    public void requireSession(String deviceId, long session) {
        if (database.read(tx -> session(tx, deviceId)) != session) {
            throw CatalogException.fenced("Another daemon with this machine's identity has begun"
                    + " since, as happens when its home was copied; this one is served no more."
                    + " Stop one of them, and enrol it anew if it is another machine.");
        }
    }

    /** A device's tasks that are not final, and those cancelled within the last day. */
    public List<Task> of(String deviceId) {
        return database.read(tx -> tx.createQuery(Tasks.SELECT
                + "where t.device_id = :device"
                + " and (t.state in ('WAITING', 'RUNNING')"
                + " or (t.state = 'CANCELLED' and t.changed > :since))"
                + " order by case when t.state = 'CANCELLED' then 1 else 0 end, t.created, t.id"
                + " limit :limit").bind("device", deviceId)
                .bind("since", database.now().minus(CANCELLED_SHOWN))
                .bind("limit", MOST_FOR_DEVICE).mapTo(Task.class).list());
    }

    /**
     * The same, and notes whether the device's client can make non-private torrents. If it cannot, tasks to make one
     * fail before anything is hashed, and none is among the answer's.
     */
    public List<Task> of(String deviceId, boolean nonPrivate) {
        note(deviceId, nonPrivate);
        List<Task> all = of(deviceId);
        if (nonPrivate) {
            return all;
        }
        all.stream().filter(task -> task.nonPrivate() && !task.state().isFinal())
                .forEach(task -> report(deviceId, task.id(), OptionalLong.of(task.lease()),
                        new Report(State.FAILED, 0, 0, 0, 0,
                                Optional.of(TaskReason.of(ReasonCode.CLIENT_WITHOUT_NON_PRIVATE)),
                                Optional.of(Problem.NOT_ALLOWED), List.of())));
        return all.stream().filter(task -> !task.nonPrivate()).toList();
    }

    private void note(String deviceId, boolean nonPrivate) {
        boolean noted = database.read(tx -> tx
                .createQuery("select non_private from device where id = :id").bind("id", deviceId)
                .mapTo(Boolean.class).one());
        if (noted != nonPrivate) {
            database.write(tx -> tx
                    .createUpdate("update device set non_private = :able where id = :id")
                    .bind("able", nonPrivate).bind("id", deviceId).execute());
        }
    }

    /** Those of them that a device without a session can do. */
    public List<Task> withoutSession(String deviceId) {
        return of(deviceId).stream().filter(
                task -> Task.Kind.FIRST.contains(task.kind()) && !task.nonPrivate())
                .toList();
    }

    /** A report without a lease, from a device that never began a session; else as the other form. */
    public Optional<Task> report(String deviceId, String taskId, Report report) {
        return report(deviceId, taskId, OptionalLong.empty(), report);
    }

    /**
     * Records a device's word, unless the task is final; the task as it now stands. A failure that
     * may pass makes it wait for another attempt. FENCED when the lease is not the task's; INVALID
     * without a lease, of a device that began a session and so was given one.
     */
    public Optional<Task> report(String deviceId, String taskId, OptionalLong lease,
            Report report) {
        return database.write(tx -> {
            Optional<Task> known = found(tx, deviceId, taskId);
            if (known.isEmpty() || known.get().state().isFinal()) {
                return known;
            }
            long held = lease.orElseGet(() -> withoutSession(tx, known.get()));
            if (!record(tx, known.get(), held, report)) {
                Task now = found(tx, deviceId, taskId).orElseThrow();
                if (now.state().isFinal()) {
                    return Optional.of(now);
                }
                throw handedOutAnew();
            }
            return found(tx, deviceId, taskId);
        });
    }

    /** Hands out what waited for its next attempt long enough; how many. */
    public int handOutDue() {
        Instant now = database.now();
        List<String> devices = database.read(tx -> tx
                .createQuery("select device_id from task where not_before <= :now")
                .bind("now", now).mapTo(String.class).list());
        if (!devices.isEmpty()) {
            database.changeOnly(tx -> {
                tx.createUpdate("update task set not_before = null where not_before <= :now")
                        .bind("now", now).execute();
                devices.stream().distinct().sorted()
                        .forEach(device -> Revisions.deviceChanged(tx, device));
            });
        }
        return devices.size();
    }

    /** Shows tasks as waiting whose devices fell silent; how many. */
    public int noteSilent() {
        return database.write(tx -> tx.createUpdate("update task set state = 'WAITING',"
                + " bytes_per_second = 0, peers = 0, changed = :now, reason = :reason"
                + " where state = 'RUNNING'"
                + " and device_id in (select id from device where last_seen < :since)")
                .bind("reason", TaskReason.of(ReasonCode.MACHINE_OFFLINE).encoded())
                .bind("now", database.now()).bind("since", database.now().minus(SILENCE))
                .execute());
    }

    private static long session(Transaction tx, String deviceId) {
        return tx.createQuery("select session from device where id = :id")
                .bind("id", deviceId).mapTo(Long.class).findOne().orElse(-1L);
    }

    private static long withoutSession(Transaction tx, Task task) {
        if (session(tx, task.deviceId()) > 0) {
            throw CatalogException.invalid("This machine began a session: each of its reports has"
                    + " to name the lease under which it was given the task.");
        }
        return task.lease();
    }

    public static CatalogException handedOutAnew() {
        return CatalogException.fenced("This task was handed out anew since.");
    }

    private static Optional<Task> found(Transaction tx, String deviceId, String taskId) {
        return Tasks.find(tx, taskId).filter(task -> task.deviceId().equals(deviceId));
    }

    /** False when the lease is not, or no longer, the task's. */
    private boolean record(Transaction tx, Task task, long lease, Report report) {
        boolean again = report.mayPass() && task.attempt() < MOST_ATTEMPTS;
        Instant now = database.now();
        int changed = tx.createUpdate("update task set state = :recorded,"
                + " bytes_done = :bytesDone, bytes_total = :bytesTotal,"
                + " bytes_per_second = :bytesPerSecond, peers = :peers, reason = :stored,"
                + " problem = :problem, attempt = :attempt, not_before = :notBefore,"
                + " lease = lease + :renewed, changed = :now"
                + " where id = :id and lease = :lease and state in ('WAITING', 'RUNNING')")
                .bindMethods(report)
                .bind("recorded", again ? State.WAITING : report.state())
                .bind("stored", cut(report.reason().map(TaskReason::encoded).orElse(""),
                        REASON_STORED_LONGEST))
                .bind("attempt", again ? task.attempt() + 1 : task.attempt())
                .bind("notBefore", again
                        ? Optional.of(now.plus(wait(task.attempt())))
                        : Optional.<Instant>empty())
                .bind("renewed", again ? 1 : 0).bind("now", now).bind("id", task.id())
                .bind("lease", lease).execute();
        if (changed == 1) {
            TaskRates.note(tx, task.id(), report, now);
            if (report.state().isFinal()) {
                replaceFiles(tx, task.id(), report.files());
            }
            if (report.state().isFinal() && !again) {
                Tasks.ended(tx, task);
                CopyLedger.ended(tx, task, report, now);
            }
        }
        return changed == 1;
    }

    /** Doubling, and spread by a quarter so that what failed together is not tried together. */
    private Duration wait(int attempt) {
        long longest = Math.min(LONGEST_WAIT.toMillis(), FIRST_WAIT.toMillis() << (attempt - 1));
        return Duration.ofMillis(longest - database.random.nextLong(longest / 4));
    }

    private static void replaceFiles(Transaction tx, String taskId, List<BadFile> files) {
        tx.createUpdate("delete from task_file where task_id = :id").bind("id", taskId)
                .execute();
        if (files.isEmpty()) {
            return;
        }
        var batch = tx.prepareBatch("insert into task_file (task_id, position, path, state,"
                + " reason) values (:id, :position, :path, :state, :reason)");
        for (int i = 0; i < Math.min(files.size(), MOST_FILES); i++) {
            BadFile file = files.get(i);
            batch.bind("id", taskId).bind("position", i)
                    .bind("path", cut(file.path(), PATH_LONGEST))
                    .bind("state", file.state()).bind("reason", cut(file.reason(), REASON_LONGEST))
                    .add();
        }
        batch.execute();
    }

    private static String cut(String text, int longest) {
        return text.substring(0, Math.min(text.length(), longest));
    }
}
