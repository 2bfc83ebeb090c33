package org.gridtorrent.catalog.dataset;

import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.jdbi.v3.core.result.RowView;

/** What is left of contents that their owners withdrew. */
public final class Tombstones {
    private static final String SELECT = "select c.id, c.title, c.state,"
            + " c.access_level as access, c.created, c.published, o.name as owner_name,"
            + " o.full_name as owner_full_name, w.reason, w.withdrawn," + Contents.RELATION
            + " from content c join content_withdrawal w on w.content_id = c.id"
            + " join account o on o.id = c.owner_id left join account a on a.id = :reader ";

    private final Database database;

    public Tombstones(Database database) {
        this.database = database;
    }

    /** What is left of a content that was withdrawn, for those who could see it. */
    public record Tombstone(String id, String title, String ownerName, String ownerFullName,
            Instant published, Instant withdrawn, String reason) {}

    /** Empty for one that was not withdrawn, and for whoever could not have read it. */
    public Optional<Tombstone> find(String readerId, String contentId) {
        return database.read(tx -> tx.createQuery(SELECT + "where c.id = :id")
                .bind("reader", readerId).bind("id", contentId)
                .map(row -> readable(row, readerId)).findOne().flatMap(found -> found));
    }

    /** An owner's, the last withdrawn first. */
    public ResultPage<Tombstone> of(String ownerId, int offset, int limit) {
        return ResultPage.of(database.read(tx -> tx.createQuery(SELECT
                + "where c.owner_id = :reader order by w.withdrawn desc, c.id"
                + " limit :limit offset :offset").bind("reader", ownerId).bind("offset", offset)
                .bind("limit", limit + 1).map(row -> readable(row, ownerId)).list().stream()
                .flatMap(Optional::stream).toList()), limit);
    }

    private static Optional<Tombstone> readable(RowView row, String readerId) {
        Access access = row.getColumn("access", Access.class);
        State state = row.getColumn("state", State.class);
        boolean may = readerId.equals(Contents.ANYBODY)
                ? AccessPolicy.mayAnybodyReadTombstone(access, state)
                : AccessPolicy.mayReadTombstone(access, state, row.getRow(Relation.class));
        if (!may) {
            return Optional.empty();
        }
        Instant published = Optional.ofNullable(row.getColumn("published", Instant.class))
                .orElse(row.getColumn("created", Instant.class));
        return Optional.of(new Tombstone(row.getColumn("id", String.class),
                row.getColumn("title", String.class), row.getColumn("owner_name", String.class),
                row.getColumn("owner_full_name", String.class), published,
                row.getColumn("withdrawn", Instant.class),
                row.getColumn("reason", String.class)));
    }
}
