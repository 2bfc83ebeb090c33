package org.gridtorrent.catalog.dataset;

import java.util.Optional;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.Database;

/**
 * Whether an account may have the content of an info-hash. Every announce asks, so nothing of a content is
 * read here that takes longer the more devices have it.
 */
public final class ContentAuthorization {
    private static final String SELECT = "select c.id, c.access_epoch, c.access_level as access,"
            + " c.state," + Contents.RELATION + " from content c"
            + " join account a on a.id = :reader where c.info_hash = :hash";

    private final Database database;

    public ContentAuthorization(Database database) {
        this.database = database;
    }

    /** A content that the account may have, and the epoch of who may. */
    public record Reading(String contentId, long accessEpoch) {}

    /** Empty when there is no such content, or none that the account may know of. */
    public Optional<Reading> find(String readerId, String infoHash) {
        return database.read(tx -> tx.createQuery(SELECT).bind("reader", readerId)
                .bind("hash", infoHash)
                .map(row -> AccessPolicy.mayRead(row.getColumn("access", Access.class),
                        row.getColumn("state", State.class), row.getRow(Relation.class))
                                ? Optional.of(new Reading(row.getColumn("id", String.class),
                                        row.getColumn("access_epoch", Long.class)))
                                : Optional.<Reading>empty())
                .findOne().flatMap(found -> found));
    }
}
