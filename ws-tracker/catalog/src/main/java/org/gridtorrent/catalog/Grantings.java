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
import org.jdbi.v3.core.Handle;

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
        return database.change(handle -> {
            CopyBook.lock(handle, contentId);
            Optional<Access> access = handle.createQuery("select access_level from content"
                    + " where id = :id and owner_id = :owner").bind("id", contentId)
                    .bind("owner", ownerId).mapTo(Access.class).findOne();
            access.ifPresent(now -> add(handle, ownerId, contentId, now, grants, until));
            return access.isPresent();
        });
    }

    private void add(Handle handle, String ownerId, String contentId, Access now, Grants grants,
            Optional<Instant> until) {
        boolean groups = grants.access() == Access.GROUP;
        AccessNotices notices = AccessNotices.before(handle, contentId);
        if (now != grants.access()) {
            requireNobody(handle, contentId, now);
            handle.createUpdate("update content set access_level = :access where id = :id")
                    .bind("access", grants.access()).bind("id", contentId).execute();
        }
        List<String> before = ids(handle, contentId, groups);
        List<String> asked = groups ? grants.groupIds() : grants.accountIds();
        List<String> added = asked.stream().filter(id -> !before.contains(id)).toList();
        if (!added.isEmpty() || asked.isEmpty()) {
            contents.grant(handle, ownerId, contentId, before.size(),
                    groups ? Grants.groups(added) : Grants.accounts(added));
        }
        Map<String, Optional<Instant>> ends = new LinkedHashMap<>();
        asked.forEach(id -> ends.put(id, until));
        AccessEnds.put(handle, contentId, ends);
        if (until.isPresent()) {
            Audit.note(handle, database, Kind.END_SET, ownerId, contentId, "");
        }
        SharedWith with = Contents.sharedWith(handle, contentId);
        ContentEvents.shared(handle, database, contentId, ownerId, grants,
                groups ? with.groupNames() : with.accountNames());
        Revisions.accessChanged(handle, contentId);
        SearchClock.changed(handle, contentId);
        notices.tell(handle, database);
    }

    /** A content is shared with all, with groups or with people, never with two of them. */
    private static void requireNobody(Handle handle, String contentId, Access now) {
        if (now == Access.PUBLIC || !ids(handle, contentId, now == Access.GROUP).isEmpty()) {
            throw CatalogException.conflict(switch (now) {
                case PUBLIC -> Refused.SHARED_WITH_ALL;
                case GROUP -> Refused.SHARED_WITH_GROUPS;
                case USER -> Refused.SHARED_WITH_PEOPLE;
            });
        }
    }

    private static List<String> ids(Handle handle, String contentId, boolean groups) {
        return handle.createQuery(groups
                ? "select group_id from content_group where content_id = :id"
                : "select account_id from content_account where content_id = :id")
                .bind("id", contentId).mapTo(String.class).list();
    }
}
