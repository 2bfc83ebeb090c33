package org.gridtorrent.catalog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Content.Access;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Content.SharedWith;
import org.gridtorrent.catalog.audit.Kind;
import org.gridtorrent.catalog.refusal.Refused;

/** Gives groups or people a right to a content, beside those who have one. */
public final class Grantings {
    private final Database database;
    private final Contents contents;

    Grantings(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /**
     * Those who have the right already keep it; the end is theirs too, and none takes theirs back.
     * False when the content is not the account's. INVALID for an end that is over, and CONFLICT when
     * others have it by another access level.
     */
    public boolean grant(String ownerId, String contentId, Grants grants,
            Optional<Instant> until) {
        AccessEnds.check(until, database.now());
        return database.change(tx -> {
            CopyBook.lock(tx, contentId);
            Optional<Access> access = tx.createQuery("select access_level from content"
                    + " where id = :id and owner_id = :owner").bind("id", contentId)
                    .bind("owner", ownerId).mapTo(Access.class).findOne();
            access.ifPresent(now -> add(tx, ownerId, contentId, now, grants, until));
            return access.isPresent();
        });
    }

    private void add(Transaction tx, String ownerId, String contentId, Access now, Grants grants,
            Optional<Instant> until) {
        boolean groups = grants.access() == Access.GROUP;
        AccessNotices notices = AccessNotices.before(tx, contentId);
        if (now != grants.access()) {
            requireNobody(tx, contentId, now);
            tx.createUpdate("update content set access_level = :access where id = :id")
                    .bind("access", grants.access()).bind("id", contentId).execute();
        }
        List<String> before = ids(tx, contentId, groups);
        List<String> asked = groups ? grants.groupIds() : grants.accountIds();
        List<String> added = asked.stream().filter(id -> !before.contains(id)).toList();
        if (!added.isEmpty() || asked.isEmpty()) {
            contents.grant(tx, ownerId, contentId, before.size(),
                    groups ? Grants.groups(added) : Grants.accounts(added));
        }
        Map<String, Optional<Instant>> ends = new LinkedHashMap<>();
        asked.forEach(id -> ends.put(id, until));
        AccessEnds.put(tx, contentId, ends);
        if (until.isPresent()) {
            Audit.note(tx, Kind.END_SET, ownerId, contentId, "");
        }
        SharedWith with = Contents.sharedWith(tx, contentId);
        ContentEvents.shared(tx, contentId, ownerId, grants,
                groups ? with.groupNames() : with.accountNames());
        Revisions.accessChanged(tx, contentId);
        SearchClock.changed(tx, contentId);
        notices.tell(tx);
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
}
