package org.gridtorrent.catalog;

import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * The counters by which devices learn of change. Each method is called inside the transaction that
 * makes the change, so that no device can see one without the other.
 */
final class Revisions {
    private Revisions() {}

    static void deviceChanged(Handle handle, String deviceId) {
        handle.createUpdate("update device set revision = revision + 1 where id = :id")
                .bind("id", deviceId).execute();
    }

    /** Who may read the content changed: its epoch, and each device that announced it. */
    static void accessChanged(Handle handle, String contentId) {
        handle.createUpdate("update content set access_epoch = access_epoch + 1 where id = :id")
                .bind("id", contentId).execute();
        handle.createUpdate("update device set revision = revision + 1 where id in"
                + " (select device_id from announcement where content_id = :id)")
                .bind("id", contentId).execute();
    }

    /** A group's members changed: the same for every content shared with it. */
    static void groupChanged(Handle handle, String groupId) {
        handle.createUpdate("update content set access_epoch = access_epoch + 1"
                + " where access_level = 'GROUP' and id in"
                + " (select content_id from content_group where group_id = :id)")
                .bind("id", groupId).execute();
        handle.createUpdate("update device set revision = revision + 1 where id in"
                + " (select a.device_id from announcement a"
                + " join content_group g on g.content_id = a.content_id"
                + " where g.group_id = :id)").bind("id", groupId).execute();
    }

    /** An account was disabled or enabled, or a device withdrawn: every access list may have moved. */
    static void everyAccessChanged(Handle handle) {
        handle.execute("update content set access_epoch = access_epoch + 1");
        handle.execute("update device set revision = revision + 1 where id in"
                + " (select device_id from announcement)");
    }

    /** Another number after each of these changes: revisions and epochs only grow. */
    static long sum(Handle handle) {
        return handle.createQuery("select (select coalesce(sum(revision), 0) from device)"
                + " + (select coalesce(sum(access_epoch), 0) from content)").mapTo(Long.class)
                .one();
    }

    /** Every device's revision. */
    static Map<String, Long> all(Handle handle) {
        return handle.createQuery("select id, revision from device")
                .reduceRows(new HashMap<>(), (all, row) -> {
                    all.put(row.getColumn("id", String.class),
                            row.getColumn("revision", Long.class));
                    return all;
                });
    }
}
