package org.gridtorrent.catalog.dataset;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.change.SearchClock;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Rights.Reader;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.identity.Digests;
import org.jdbi.v3.core.result.RowView;

/**
 * The published contents that an account may read, followed from one state to the next. Safe for use by many
 * threads; it keeps nothing between two calls, so each may come to another node.
 *
 * <p>What changes of a content takes a number of the {@link SearchClock}, so a follower reads what was numbered
 * since. A change of the reader's groups changes no content: the cursor has a digest of the groups, and when they
 * are others the list begins anew. Of a content that the reader may not know of, only those hear whose right to it
 * was taken away ({@link RevokedRights}).
 */
public final class ReadableDatasets {
    private static final String ROWS = "select c.id, c.info_hash, c.title, c.total_length,"
            + " c.published, c.created, c.search_number, c.access_level as access, c.state,"
            + " o.name as owner_name, " + RevokedRights.IS_LOST + " as is_lost," + Contents.RELATION
            + " from content c join account o on o.id = c.owner_id join account a on a.id = :reader"
            + " where c.search_number > :number or (c.search_number = :number and c.id > :id)"
            + " order by c.search_number, c.id limit :limit";

    private final Database database;

    public ReadableDatasets(Database database) {
        this.database = database;
    }

    /**
     * A content that the account may read.
     *
     * @param groups names of the account's groups that it is shared with
     * @param versions the same for all versions of a data set; no content's id
     * @param version its number among them, from 1 on
     * @param totalLength in bytes
     */
    public record Dataset(String id, String infoHash, String title, String ownerName,
            List<String> groups, String versions, int version, long totalLength,
            Instant published) {}

    /** A content that the account could read before: withdrawn by its owner, or not the account's to read any more. */
    public record Gone(String id, boolean withdrawn) {}

    /**
     * What is new since a cursor.
     *
     * @param restart the list begins with this page: what is not in it, or in those that follow, is gone
     * @param more whether there is more already
     */
    public record Page(boolean restart, List<Dataset> datasets, List<Gone> gone, String cursor,
            boolean more) {}

    /**
     * How far a follower has read: all contents before this number and id.
     *
     * @param groups digest of the reader's groups
     */
    private record Cursor(String groups, long number, String id) {
        /** Behind every id, in whatever order of letters the database has. */
        private static final String LAST_ID = "z".repeat(40);
        private static final Pattern FORM = Pattern
                .compile("([0-9a-f]{16}) (-?\\d{1,18}) ([0-9a-z]{0,40})");

        static Cursor beginning(String groups) {
            return new Cursor(groups, -1, "");
        }

        boolean isOf(String digest, long latest) {
            return groups.equals(digest) && number <= latest;
        }

        @Override
        public String toString() {
            return groups + " " + number + " " + id;
        }
    }

    /** The page after the cursor; an empty or unknown one stands for the beginning. */
    public Page after(String readerId, String cursor, int limit) {
        return database.snapshot(tx -> after(tx, readerId, cursor, limit));
    }

    private static Page after(Transaction tx, String readerId, String text, int limit) {
        long latest = SearchClock.number(tx);
        Reader reader = Reader.of(tx, readerId);
        String groups = digest(reader);
        Matcher form = Cursor.FORM.matcher(text);
        Cursor known = form.matches()
                ? new Cursor(form.group(1), Long.parseLong(form.group(2)), form.group(3))
                : Cursor.beginning("");
        boolean restart = !known.isOf(groups, latest);
        Cursor from = restart ? Cursor.beginning(groups) : known;
        List<Row> rows = from.number == latest && from.id.equals(Cursor.LAST_ID)
                ? List.of()
                : rows(tx, readerId, from, limit);
        boolean more = rows.size() == limit;
        Cursor next = more
                ? new Cursor(groups, rows.getLast().number, rows.getLast().id)
                : new Cursor(groups, latest, Cursor.LAST_ID);
        return new Page(restart, datasets(tx, reader, rows),
                rows.stream().filter(row -> row.reading == Reading.WITHDRAWN
                        || row.reading == Reading.LOST)
                        .map(row -> new Gone(row.id, row.reading == Reading.WITHDRAWN)).toList(),
                next.toString(), more);
    }

    /** Names count too: they are what a follower shows. */
    private static String digest(Reader reader) {
        return Digests.hex((reader.active() + new TreeMap<>(reader.groups()).toString())
                .getBytes(StandardCharsets.UTF_8)).substring(0, 16);
    }

    /** How the reader stands to a content. */
    private enum Reading {
        ALLOWED, WITHDRAWN, LOST, NONE
    }

    private record Row(String id, long number, Reading reading, String infoHash, String title,
            String ownerName, long totalLength, Instant published, boolean isOfGroups) {}

    private static List<Row> rows(Transaction tx, String readerId, Cursor from, int limit) {
        return tx.createQuery(ROWS).bind("reader", readerId).bind("number", from.number)
                .bind("id", from.id).bind("limit", limit).map(ReadableDatasets::row).list();
    }

    private static Row row(RowView row) {
        Instant published = row.getColumn("published", Instant.class);
        String infoHash = row.getColumn("info_hash", String.class);
        return new Row(row.getColumn("id", String.class),
                row.getColumn("search_number", Long.class), reading(row),
                infoHash == null ? "" : infoHash, row.getColumn("title", String.class),
                row.getColumn("owner_name", String.class),
                row.getColumn("total_length", Long.class),
                published == null ? row.getColumn("created", Instant.class) : published,
                row.getColumn("access", Access.class) == Access.GROUP);
    }

    private static Reading reading(RowView row) {
        Access access = row.getColumn("access", Access.class);
        State state = row.getColumn("state", State.class);
        AccessPolicy.Relation relation = row.getRow(Relation.class);
        if (state == State.PUBLISHED && AccessPolicy.mayRead(access, state, relation)) {
            return Reading.ALLOWED;
        }
        if (AccessPolicy.mayReadTombstone(access, state, relation)) {
            return Reading.WITHDRAWN;
        }
        return row.getColumn("is_lost", Boolean.class) ? Reading.LOST : Reading.NONE;
    }

    private static List<Dataset> datasets(Transaction tx, Reader reader, List<Row> rows) {
        List<Row> allowed = rows.stream().filter(row -> row.reading == Reading.ALLOWED).toList();
        List<String> ids = allowed.stream().map(Row::id).toList();
        Map<String, Versions.Position> positions = Versions.positions(tx, ids);
        Map<String, List<String>> groups = groups(tx, reader,
                allowed.stream().filter(Row::isOfGroups).map(Row::id).toList());
        return allowed.stream().map(row -> {
            var position = positions.getOrDefault(row.id, new Versions.Position(row.id, 1));
            return new Dataset(row.id, row.infoHash, row.title, row.ownerName,
                    groups.getOrDefault(row.id, List.of()), hidden(position.oldest()),
                    position.number(), row.totalLength, row.published);
        }).toList();
    }

    /** The oldest version may be one that the reader may not know of. */
    private static String hidden(String contentId) {
        return Digests.hex(("versions of " + contentId).getBytes(StandardCharsets.UTF_8))
                .substring(0, 40);
    }

    private static Map<String, List<String>> groups(Transaction tx, Reader reader,
            List<String> contentIds) {
        Map<String, List<String>> groups = new HashMap<>();
        if (!contentIds.isEmpty()) {
            tx.createQuery("select content_id, group_id from content_group"
                    + " where content_id in (<ids>)").bindList("ids", contentIds)
                    .map((row, _) -> Map.entry(row.getString(1), row.getString(2))).list().stream()
                    .filter(row -> reader.groups().containsKey(row.getValue()))
                    .forEach(row -> groups.computeIfAbsent(row.getKey(), _ -> new ArrayList<>())
                            .add(reader.groups().getOrDefault(row.getValue(), "")));
        }
        groups.values().forEach(names -> names.sort(null));
        return groups;
    }
}
