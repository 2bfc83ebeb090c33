package org.gridtorrent.catalog.notify;

import org.gridtorrent.catalog.db.Transaction;

/** Which groups somebody may know of: open ones, and those that they are in, or on the way into. */
public final class KnownGroups {
    /** The condition that account {@code m.account_id} may know of group {@code g}; {@code m} is its membership, if any. */
    public static final String CONDITION = "(g.listed_key is not null or m.account_id is not null)";

    private KnownGroups() {}

    /** Ends subscriptions to a group of people who may not know of it any more, as it is now. */
    public static void endSubscriptions(Transaction tx, String groupId) {
        tx.createUpdate("delete from subscription where group_id = :group"
                + " and exists (select 1 from work_group g where g.id = :group"
                + " and g.listed_key is null)"
                + " and not exists (select 1 from membership m where m.group_id = :group"
                + " and m.account_id = subscription.account_id)").bind("group", groupId).execute();
    }
}
