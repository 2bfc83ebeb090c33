package org.gridtorrent.catalog.access;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.SharedWith;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;

/** Gives groups or people a right to a content, beside those who have one or in their place. */
public final class AccessGrants {
    private static final int MOST_GRANTS = 1000;

    private final Database database;

    public AccessGrants(Database database) {
        this.database = database;
    }

    /**
     * Those who have the right already keep it; the end is theirs too, and none takes theirs back.
     * False when the content is not the account's. INVALID for an end that is over, and CONFLICT when
     * others have it by another access level.
     */
    public boolean grant(String ownerId, String contentId, Grants grants,
            Optional<Instant> until) {
        AccessExpiry.check(until, database.now());
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            Optional<Access> access = tx.createQuery("select access_level from content"
                    + " where id = :id and owner_id = :owner").bind("id", contentId)
                    .bind("owner", ownerId).mapTo(Access.class).findOne();
            access.ifPresent(now -> add(tx, ownerId, contentId, now, grants, until));
            return access.isPresent();
        });
    }

    /** Replaces who may read; who stays keeps the end of its right. False when the content is not the account's. */
    public boolean replace(String ownerId, String contentId, Grants grants) {
        return database.change(tx -> {
            AccessChange change = AccessChange.before(tx, contentId);
            int changed = tx.createUpdate("update content set access_level = :access"
                    + " where id = :id and owner_id = :owner")
                    .bind("access", grants.access()).bind("id", contentId)
                    .bind("owner", ownerId).execute();
            if (changed == 1) {
                Map<String, Optional<Instant>> ends = AccessExpiry.known(tx, contentId);
                deleteGrants(tx, contentId);
                insert(tx, ownerId, contentId, 0, grants);
                AccessExpiry.put(tx, contentId, ends);
                change.made(tx, AuditKind.SHARED, ownerId, shared(tx, contentId, grants));
            }
            return changed == 1;
        });
    }

    private void add(Transaction tx, String ownerId, String contentId, Access now, Grants grants,
            Optional<Instant> until) {
        boolean groups = grants.access() == Access.GROUP;
        AccessChange change = AccessChange.before(tx, contentId);
        if (now != grants.access()) {
            requireNobody(tx, contentId, now);
            tx.createUpdate("update content set access_level = :access where id = :id")
                    .bind("access", grants.access()).bind("id", contentId).execute();
        }
        List<String> before = ids(tx, contentId, groups);
        List<String> asked = groups ? grants.groupIds() : grants.accountIds();
        List<String> added = asked.stream().filter(id -> !before.contains(id)).toList();
        if (!added.isEmpty() || asked.isEmpty()) {
            insert(tx, ownerId, contentId, before.size(),
                    groups ? Grants.groups(added) : Grants.accounts(added));
        }
        Map<String, Optional<Instant>> ends = new LinkedHashMap<>();
        asked.forEach(id -> ends.put(id, until));
        AccessExpiry.put(tx, contentId, ends);
        if (until.isPresent()) {
            ContentChange.of(tx).note(AuditKind.END_SET, ownerId, contentId, "");
        }
        change.made(tx, AuditKind.SHARED, ownerId, shared(tx, contentId, grants));
    }

    private static String shared(Transaction tx, String contentId, Grants grants) {
        SharedWith with = Contents.sharedWith(tx, contentId);
        return grants.access().name() + " " + String.join(", ",
                grants.access() == Access.GROUP ? with.groupNames() : with.accountNames());
    }

    /** A content is shared with all, with groups or with people, never with two of them. */
    private static void requireNobody(Transaction tx, String contentId, Access now) {
        if (now == Access.PUBLIC || !ids(tx, contentId, now == Access.GROUP).isEmpty()) {
            throw CatalogException.conflict(switch (now) {
                case PUBLIC -> Refused.SHARED_WITH_ALL;
                case GROUP -> Refused.SHARED_WITH_GROUPS;
                case USER -> Refused.SHARED_WITH_PEOPLE;
            });
        }
    }

    private static List<String> ids(Transaction tx, String contentId, boolean groups) {
        return tx.createQuery(groups
                ? "select group_id from content_group where content_id = :id"
                : "select account_id from content_account where content_id = :id")
                .bind("id", contentId).mapTo(String.class).list();
    }

    /** To none who has it; {@code before} is how many have it. */
    public static void insert(Transaction tx, String ownerId, String contentId, int before,
            Grants grants) {
        boolean groups = grants.access() == Access.GROUP;
        boolean accounts = grants.access() == Access.USER;
        List<String> ids = groups ? grants.groupIds() : accounts ? grants.accountIds() : List.of();
        if ((groups || accounts) && ids.isEmpty()) {
            throw CatalogException.invalid(groups ? Refused.GROUP_NONE : Refused.USER_NONE);
        }
        if (before + ids.size() > MOST_GRANTS) {
            throw CatalogException.invalid(Refused.GRANTED_TOO_MANY, MOST_GRANTS);
        }
        // The select refuses what is unknown, or a group that the owner is not in.
        String sql = groups
                ? "insert into content_group (content_id, group_id) select :content, m.group_id"
                        + " from membership m where m.group_id = :id and m.account_id = :owner"
                        + " and m.group_yes and m.account_yes"
                : "insert into content_account (content_id, account_id) select :content, a.id"
                        + " from account a where a.id = :id and cast(:owner as varchar) <> ''";
        for (String id : ids.stream().distinct().sorted().toList()) {
            if (groups) {
                RowLocks.group(tx, id); // it may just be deleted
            }
            int added = tx.createUpdate(sql).bind("content", contentId).bind("id", id)
                    .bind("owner", ownerId).execute();
            if (added == 0) {
                throw CatalogException.invalid(
                        groups ? Refused.GROUP_NOT_OURS : Refused.USER_UNKNOWN);
            }
        }
    }

    private static void deleteGrants(Transaction tx, String contentId) {
        tx.createUpdate("delete from content_group where content_id = :id")
                .bind("id", contentId).execute();
        tx.createUpdate("delete from content_account where content_id = :id")
                .bind("id", contentId).execute();
    }
}
