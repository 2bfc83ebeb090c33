package org.gridtorrent.catalog.db;

import java.util.HashMap;
import java.util.Map;

/**
 * The counters by which devices learn of change. Each method is called inside the transaction that
 * makes the change, so that no device can see one without the other.
 */
public final class Revisions {
    private Revisions() {}

    public static void deviceChanged(Transaction tx, String deviceId) {
        tx.createUpdate("update device set revision = revision + 1 where id = :id")
                .bind("id", deviceId).execute();
    }

    /** Who may read the content changed: its epoch, and each device that announced it. */
    public static void accessChanged(Transaction tx, String contentId) {
        tx.createUpdate("update content set access_epoch = access_epoch + 1 where id = :id")
                .bind("id", contentId).execute();
        tx.createUpdate("update device set revision = revision + 1 where id in"
                + " (select device_id from announcement where content_id = :id)")
                .bind("id", contentId).execute();
    }

    /** An account was disabled or enabled, or a device withdrawn: every access list may have moved. */
    public static void everyAccessChanged(Transaction tx) {
        tx.execute("update content set access_epoch = access_epoch + 1");
        tx.execute("update device set revision = revision + 1 where id in"
                + " (select device_id from announcement)");
    }

    /**
     * How a device stands.
     *
     * @param talk grows with each question that is put to it, and that it answers
     */
    public record Standing(long revision, long talk) {
        private static final Standing UNKNOWN = new Standing(0, 0);

        /** Another number when either is another: both only grow. */
        public long sum() {
            return revision + talk;
        }
    }

    /** Another number after each of these changes: revisions, epochs and talk only grow. */
    public static long sum(Transaction tx) {
        return tx.createQuery("select (select coalesce(sum(revision + talk), 0) from device)"
                + " + (select coalesce(sum(access_epoch), 0) from content)").mapTo(Long.class)
                .one();
    }

    public static Standing of(Transaction tx, String deviceId) {
        return tx.createQuery("select revision, talk from device where id = :id")
                .bind("id", deviceId)
                .map((row, _) -> new Standing(row.getLong(1), row.getLong(2))).findOne()
                .orElse(Standing.UNKNOWN);
    }

    /** How every device stands. */
    static Map<String, Standing> all(Transaction tx) {
        return tx.createQuery("select id, revision, talk from device")
                .reduceRows(new HashMap<>(), (all, row) -> {
                    all.put(row.getColumn("id", String.class),
                            new Standing(row.getColumn("revision", Long.class),
                                    row.getColumn("talk", Long.class)));
                    return all;
                });
    }
}
