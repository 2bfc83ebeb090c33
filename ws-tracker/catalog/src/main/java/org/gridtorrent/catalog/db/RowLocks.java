package org.gridtorrent.catalog.db;

/**
 * Locks of single rows, held until the transaction's end. A transaction that takes several takes them in
 * this order: administrators, groups, contents, devices; rows of one table in the order of their ids.
 */
public final class RowLocks {
    private RowLocks() {}

    /** Those who change what an account says to others wait for each other here. */
    public static void account(Transaction tx, String accountId) {
        lock(tx, "account", accountId);
    }

    /** Those who change a group, or who is in it, wait for each other here. */
    public static void group(Transaction tx, String groupId) {
        lock(tx, "work_group", groupId);
    }

    /** Those who change who may read a content, or what is kept of it, wait for each other here. */
    public static void content(Transaction tx, String contentId) {
        lock(tx, "content", contentId);
    }

    /** What is read of the task from here on stays so until the transaction is over. */
    public static void task(Transaction tx, String taskId) {
        lock(tx, "task", taskId);
    }

    private static void lock(Transaction tx, String table, String id) {
        tx.createQuery("select id from " + table + " where id = :id for update").bind("id", id)
                .mapTo(String.class).findOne();
    }
}
