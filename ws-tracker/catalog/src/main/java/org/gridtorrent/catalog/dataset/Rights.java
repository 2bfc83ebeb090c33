package org.gridtorrent.catalog.dataset;

import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.Transaction;
import org.jdbi.v3.core.generic.GenericType;

/** What {@link AccessPolicy} is asked about a content that the search holds. */
public record Rights(Access access, State state, String ownerId, List<String> groupIds,
        List<String> accountIds) {

    /**
     * Whoever searches, as the database knows them now.
     *
     * @param groups names by id, of which the account is an active member
     */
    public record Reader(String id, boolean active, Map<String, String> groups) {

        public static Reader of(Transaction tx, String accountId) {
            boolean active = tx.createQuery("select not disabled from account where id = :id")
                    .bind("id", accountId).mapTo(Boolean.class).findOne().orElse(false);
            return new Reader(accountId, active, tx.createQuery("select g.id, g.name"
                    + " from membership m join work_group g on g.id = m.group_id"
                    + " where m.account_id = :id and m.group_yes and m.account_yes")
                    .bind("id", accountId).setMapKeyColumn("id").setMapValueColumn("name")
                    .collectInto(new GenericType<>() {
                    }));
        }

        public boolean mayKnowOf(Rights rights) {
            return AccessPolicy.mayRead(rights.access(), rights.state(), new Relation(active,
                    rights.ownerId().equals(id),
                    isInAny(rights.groupIds()), rights.accountIds().contains(id)));
        }

        /** Without a stream: it is asked of each content that a search's words fit. */
        private boolean isInAny(List<String> groupIds) {
            for (String groupId : groupIds) {
                if (groups.containsKey(groupId)) {
                    return true;
                }
            }
            return false;
        }
    }
}
