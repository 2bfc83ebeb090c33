package org.gridtorrent.catalog.dataset;

import java.time.Instant;
import java.util.List;
import org.gridtorrent.catalog.db.Database;

/** What happened to a content, for its owner: out of the audit log, and of what other tables tell. */
public final class ContentEvents {
    private final Database database;

    public ContentEvents(Database database) {
        this.database = database;
    }

    /** What happened. */
    public enum Kind {
        PUBLISHED,
        /** A machine came to have all of it; the detail is its name. */
        GOT,
        /** Its details were edited; the detail is which of them, as REST names it. */
        DESCRIBED,
        /** Who may have it was changed; the detail is the access level and the names. */
        SHARED,
        /** Rights were taken away; the detail is their access level and whose they were. */
        REVOKED,
        /** Rights ended by themselves; the detail is whose. */
        ENDED,
        /** A next version was begun; the detail is its id. */
        FOLLOWED
    }

    /** Who is a full name, empty where it is nobody's doing. */
    public record Event(Instant at, Kind kind, String who, String detail) {}

    /** The latest first; none when the content is not the account's. */
    public List<Event> of(String ownerId, String contentId, int offset, int limit) {
        return database.read(tx -> tx.createQuery("select e.* from ("
                + "select c.published as happened, 'PUBLISHED' as kind, o.full_name as who, '' as detail"
                + " from content c join account o on o.id = c.owner_id where c.id = :id"
                + " and c.published is not null"
                + " union all select t.changed, 'GOT', a.full_name, d.name from task t"
                + " join device d on d.id = t.device_id join account a on a.id = d.account_id"
                + " where t.content_id = :id and t.kind = 'DOWNLOAD' and t.state = 'DONE'"
                + " union all select v.happened, v.kind, coalesce(a.full_name, ''), v.detail"
                + " from audit v left join account a on a.id = v.account_id"
                + " where v.content_id = :id and v.kind in ('DESCRIBED', 'SHARED', 'REVOKED', 'ENDED')"
                + " union all select n.created, 'FOLLOWED', o.full_name, n.id from content n"
                + " join account o on o.id = n.owner_id where n.previous_id = :id) e"
                + " where exists (select 1 from content c where c.id = :id"
                + " and c.owner_id = :owner) order by e.happened desc, e.kind, e.detail"
                + " limit :limit offset :offset")
                .bind("id", contentId).bind("owner", ownerId).bind("offset", offset)
                .bind("limit", limit)
                .map(row -> new Event(row.getColumn("happened", Instant.class),
                        Kind.valueOf(row.getColumn("kind", String.class)),
                        row.getColumn("who", String.class),
                        row.getColumn("detail", String.class)))
                .list());
    }

}
