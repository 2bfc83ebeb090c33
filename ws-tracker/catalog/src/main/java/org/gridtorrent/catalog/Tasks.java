package org.gridtorrent.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.Task.Kind;
import org.jdbi.v3.core.Handle;

/** What devices were told to do. A final state is never left. */
public final class Tasks {
    /** A cancelled task is shown to its device for a day, so that it surely stops. */
    private static final Duration CANCELLED_SHOWN = Duration.ofDays(1);
    private static final int MOST_FOR_DEVICE = 1000;
    private static final int MESSAGE_LONGEST = 4000;
    private static final int PATH_LONGEST = 4096;
    private static final String SELECT = "select t.id, t.kind, t.state, t.content_id,"
            + " c.title as content_title, t.device_id, d.name as device_name, t.account_id,"
            + " t.folder, t.bytes_done, t.bytes_total, t.bytes_per_second, t.peers, t.message,"
            + " t.created, t.changed from task t join content c on c.id = t.content_id"
            + " join device d on d.id = t.device_id ";

    private final Database database;
    private final Contents contents;

    Tasks(Database database) {
        this.database = database;
        this.contents = new Contents(database);
    }

    /** A download into the device's own download folder; else as the other form. */
    public Optional<Task> requestDownload(String accountId, String contentId, String deviceId) {
        return request(accountId, contentId, deviceId, Optional.empty());
    }

    /**
     * A task for the device to fetch a content, or the one that it has already. Empty when the
     * content may not be read; INVALID when the device is not the account's.
     */
    public Optional<Task> requestDownload(String accountId, String contentId, String deviceId,
            String folder) {
        return request(accountId, contentId, deviceId,
                Optional.of(Texts.required("The folder", folder, PATH_LONGEST)));
    }

    /** The account's tasks, newest first. */
    public List<Task> of(String accountId, int most) {
        return database.read(handle -> handle.createQuery(SELECT
                + "where t.account_id = :account order by t.created desc, t.id limit :most")
                .bind("account", accountId).bind("most", most).mapTo(Task.class).list());
    }

    public Optional<Task> find(String accountId, String taskId) {
        return database.read(handle -> find(handle, taskId)
                .filter(task -> task.accountId().equals(accountId)));
    }

    /** A device's tasks that are not final, and those cancelled within the last day. */
    public List<Task> forDevice(String deviceId) {
        return database.read(handle -> handle.createQuery(SELECT + "where t.device_id = :device"
                + " and (t.state in ('WAITING', 'RUNNING')"
                + " or (t.state = 'CANCELLED' and t.changed > :since))"
                + " order by case when t.state = 'CANCELLED' then 1 else 0 end, t.created, t.id"
                + " limit :most").bind("device", deviceId)
                .bind("since", database.now().minus(CANCELLED_SHOWN))
                .bind("most", MOST_FOR_DEVICE).mapTo(Task.class).list());
    }

    /** Records a device's word, unless the task is final; the task as it now stands. */
    public Optional<Task> report(String deviceId, String taskId, Task.Report report) {
        String message = report.message().substring(0,
                Math.min(report.message().length(), MESSAGE_LONGEST));
        return database.write(handle -> {
            int changed = handle.createUpdate("update task set state = :state,"
                    + " bytes_done = :bytesDone, bytes_total = :bytesTotal,"
                    + " bytes_per_second = :bytesPerSecond, peers = :peers, message = :text,"
                    + " changed = :now where id = :id and device_id = :device"
                    + " and state in ('WAITING', 'RUNNING')").bindMethods(report)
                    .bind("text", message).bind("now", database.now())
                    .bind("id", taskId).bind("device", deviceId).execute();
            Optional<Task> task = find(handle, taskId)
                    .filter(found -> found.deviceId().equals(deviceId));
            if (changed == 1 && report.state().isFinal()) {
                ended(handle, task.orElseThrow());
            }
            return task;
        });
    }

    /** Stops a task; one that is final stays as it is. Empty when it is not the account's. */
    public Optional<Task> cancel(String accountId, String taskId) {
        return database.change(handle -> {
            int changed = handle.createUpdate("update task set state = 'CANCELLED',"
                    + " changed = :now, message = 'Cancelled by its owner.' where id = :id"
                    + " and account_id = :account and state in ('WAITING', 'RUNNING')")
                    .bind("now", database.now()).bind("id", taskId)
                    .bind("account", accountId).execute();
            Optional<Task> task = find(handle, taskId)
                    .filter(found -> found.accountId().equals(accountId));
            if (changed == 1) {
                ended(handle, task.orElseThrow());
                Revisions.deviceChanged(handle, task.orElseThrow().deviceId());
            }
            return task;
        });
    }

    static Optional<Task> find(Handle handle, String taskId) {
        return handle.createQuery(SELECT + "where t.id = :id").bind("id", taskId)
                .mapTo(Task.class).findOne();
    }

    static void requireDevice(Handle handle, String accountId, String deviceId) {
        boolean owned = handle.createQuery("select count(*) from device where id = :id"
                + " and account_id = :account and not withdrawn").bind("id", deviceId)
                .bind("account", accountId).mapTo(Integer.class).one() == 1;
        if (!owned) {
            throw CatalogException.invalid("This is not one of your machines.");
        }
    }

    static Task add(Handle handle, Database database, Kind kind, String contentId,
            String deviceId, String accountId, Optional<String> folder) {
        String id = database.nextId();
        Instant now = database.now();
        handle.createUpdate("insert into task"
                + " (id, kind, state, content_id, device_id, account_id, folder, created, changed)"
                + " values (:id, :kind, 'WAITING', :content, :device, :account, :folder, :now,"
                + " :now)").bind("id", id).bind("kind", kind).bind("content", contentId)
                .bind("device", deviceId).bind("account", accountId)
                .bind("folder", folder.orElse(null)).bind("now", now).execute();
        Revisions.deviceChanged(handle, deviceId);
        return find(handle, id).orElseThrow();
    }

    private Optional<Task> request(String accountId, String contentId, String deviceId,
            Optional<String> folder) {
        Optional<Content> content = contents.find(accountId, contentId);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        if (content.get().state() != Content.State.PUBLISHED) {
            throw CatalogException.conflict("This data set is not published yet.");
        }
        return Optional.of(database.change(handle -> {
            requireDevice(handle, accountId, deviceId);
            // Two requests at once meet at this row, and the second finds the first one's task.
            Revisions.deviceChanged(handle, deviceId);
            return active(handle, contentId, deviceId).orElseGet(() -> add(handle, database,
                    Kind.DOWNLOAD, contentId, deviceId, accountId, folder));
        }));
    }

    private static Optional<Task> active(Handle handle, String contentId, String deviceId) {
        return handle.createQuery(SELECT + "where t.content_id = :content"
                + " and t.device_id = :device and t.kind = 'DOWNLOAD'"
                + " and t.state in ('WAITING', 'RUNNING') limit 1").bind("content", contentId)
                .bind("device", deviceId).mapTo(Task.class).findOne();
    }

    /** A content whose publishing ended without metainfo can never be had. */
    private static void ended(Handle handle, Task task) {
        if (task.kind() == Kind.PUBLISH) {
            handle.createUpdate("update content set state = 'FAILED'"
                    + " where id = :id and state = 'PREPARING'").bind("id", task.contentId())
                    .execute();
        }
    }
}
