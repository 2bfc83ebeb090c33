package org.gridtorrent.catalog.access;

import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Transaction;

/** The published data sets that others gave somebody, by name or through a group: not what is everybody's. */
public final class SharedWithMe {
    private static final String RIGHTS = "select r.* from ("
            + RightRows.ofPerson(" and c.owner_id <> :person and c.access_level <> 'PUBLIC'")
            + ") r";

    private final Database database;
    private final Contents contents;

    public SharedWithMe(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /**
     * A data set of somebody else's.
     *
     * @param rights by which the reader may have it; of groups, only those that the reader is in
     */
    public record Item(Content content, List<Right> rights) {
        public Item {
            rights = List.copyOf(rights);
        }
    }

    /** The newest first. */
    public ResultPage<Item> of(String readerId, int offset, int limit) {
        return database.read(tx -> {
            ResultPage<String> ids = ResultPage.of(tx.createQuery("select c.id from content c"
                    + " where c.id in (select r.id from (" + RIGHTS + ") r)"
                    + " order by c.created desc, c.id limit :limit offset :offset")
                    .bind("person", readerId).bind("offset", offset).bind("limit", limit + 1)
                    .mapTo(String.class).list(), limit);
            Map<String, List<Right>> rights = rights(tx, readerId, ids.items());
            return new ResultPage<>(contents.among(tx, readerId, ids.items()).stream()
                    .map(content -> new Item(content,
                            rights.getOrDefault(content.id(), List.of())))
                    .toList(), ids.more());
        });
    }

    private static Map<String, List<Right>> rights(Transaction tx, String readerId,
            List<String> ids) {
        return ids.isEmpty()
                ? Map.of()
                : tx.createQuery(RIGHTS + " where r.id in (<ids>) order by r.road, r.who")
                        .bind("person", readerId).bindList("ids", ids).map(RightRows::right)
                        .list().stream().collect(groupingBy(right -> right.key().contentId()));
    }
}
