package org.gridtorrent.catalog.dataset;

import java.util.HashSet;
import java.util.Set;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.db.Transaction;

/**
 * Rights to contents that were taken away, so that {@link ReadableDatasets} tells of the loss those who had
 * them, and nobody else. Called inside the transaction that makes the change.
 */
public final class RevokedRights {
    /** In place of an id: everybody who has an account. */
    private static final String EVERYBODY = "";

    /** The condition that account {@code a} once had a right to content {@code c} that was taken away. */
    static final String IS_LOST = "exists (select 1 from lost_right l where l.content_id = c.id"
            + " and (l.grantee_id = '" + EVERYBODY + "' or l.grantee_id = a.id"
            + " or l.grantee_id in (select m.group_id from membership m where m.account_id = a.id"
            + " and m.group_yes and m.account_yes)))";

    private RevokedRights() {}

    /** Who has a right to the content: the ids of groups or people, or everybody. */
    public static Set<String> grantees(Transaction tx, String contentId) {
        return tx.createQuery("select c.access_level, g.group_id, a.account_id from content c"
                + " left join content_group g on g.content_id = c.id"
                + " left join content_account a on a.content_id = c.id where c.id = :id")
                .bind("id", contentId).reduceRows(new HashSet<>(), (grantees, row) -> {
                    String id = switch (row.getColumn("access_level", Access.class)) {
                        case PUBLIC -> EVERYBODY;
                        case GROUP -> row.getColumn("group_id", String.class);
                        case USER -> row.getColumn("account_id", String.class);
                    };
                    if (id != null) {
                        grantees.add(id);
                    }
                    return grantees;
                });
    }

    /** Notes those of the earlier grantees who have none now. */
    public static void note(Transaction tx, String contentId, Set<String> before) {
        Set<String> lost = new HashSet<>(before);
        lost.removeAll(grantees(tx, contentId));
        for (String grantee : lost) {
            tx.createUpdate("insert into lost_right (content_id, grantee_id)"
                    + " values (:content, :grantee) on conflict do nothing")
                    .bind("content", contentId).bind("grantee", grantee).execute();
        }
    }
}
