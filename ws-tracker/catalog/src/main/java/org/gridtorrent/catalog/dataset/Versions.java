package org.gridtorrent.catalog.dataset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;

/** Data sets that are the next version of others. */
public final class Versions {
    private static final String OLDEST = "with recursive above (origin, id, previous_id) as"
            + " (select id, id, previous_id from content where id in (<ids>) union all"
            + " select b.origin, c.id, c.previous_id from above b"
            + " join content c on c.id = b.previous_id)"
            + " select origin, id from above where previous_id is null";
    private static final String ALL = "with recursive below (oldest, id, depth) as"
            + " (select id, id, 0 from content where id in (<ids>) union all"
            + " select b.oldest, c.id, b.depth + 1 from below b"
            + " join content c on c.previous_id = b.id)"
            + " select b.oldest, c.id, c.changes, c.state from content c"
            + " join below b on b.id = c.id where c.state <> 'FAILED'"
            + " order by b.depth, c.created, c.id";

    private final Database database;
    private final Contents contents;

    public Versions(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /**
     * A content among its versions.
     *
     * @param number from 1 on, each after the one that it is the next of
     * @param changes what is new in it, in its owner's words; may be empty
     */
    public record Version(int number, Content content, String changes) {}

    /** A file or folder of a machine. */
    public record Source(String deviceId, String path) {}

    /**
     * Which of several versions a content is.
     *
     * @param newer whether one that is published comes after it
     */
    public record Mark(int number, boolean newer) {}

    /**
     * Where a content is among its versions.
     *
     * @param oldest the version that all others come after
     * @param number as of {@link Version}
     */
    record Position(String oldest, int number) {}

    private record Row(String id, String changes, State state) {}

    /** The content's versions that the reader may know of, the latest first. */
    public List<Version> of(String readerId, String contentId) {
        return database.read(tx -> {
            List<Row> all = families(tx, List.of(contentId))
                    .getOrDefault(contentId, List.of());
            return numbered(all, contents.among(tx, readerId,
                    all.stream().map(Row::id).toList()));
        });
    }

    /** The latest published version after this one that the reader may know of, also after a withdrawn one. */
    public Optional<Version> successor(String readerId, String contentId) {
        return database.read(tx -> {
            List<Row> all = families(tx, List.of(contentId))
                    .getOrDefault(contentId, List.of());
            int number = all.stream().map(Row::id).toList().indexOf(contentId) + 1;
            return numbered(all, contents.among(tx, readerId,
                    all.stream().skip(number).map(Row::id).toList())).stream()
                    .filter(version -> version.content().state() == State.PUBLISHED).findFirst();
        });
    }

    private static List<Version> numbered(List<Row> all, List<Content> readable) {
        Map<String, Content> byId = readable.stream()
                .collect(Collectors.toMap(Content::id, content -> content));
        List<Version> versions = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Content content = byId.get(all.get(i).id());
            if (content != null) {
                versions.addFirst(new Version(i + 1, content, all.get(i).changes()));
            }
        }
        return List.copyOf(versions);
    }

    /** Of those contents, by id, of which the reader may know several versions. */
    public Map<String, Mark> marks(String readerId, Collection<String> contentIds) {
        return marks(contentIds, (tx, rows) -> contents
                .among(tx, readerId, rows.stream().map(Row::id).toList()).stream()
                .map(Content::id).collect(Collectors.toSet()));
    }

    /** For a report: of its data sets all versions that are published count. */
    public Map<String, Mark> reported(Collection<String> contentIds) {
        return marks(contentIds, (_, rows) -> rows.stream()
                .filter(row -> row.state() == State.PUBLISHED).map(Row::id)
                .collect(Collectors.toSet()));
    }

    private Map<String, Mark> marks(Collection<String> contentIds,
            BiFunction<Transaction, List<Row>, Set<String>> knowing) {
        return database.read(tx -> {
            Map<String, List<Row>> families = families(tx, related(tx, contentIds));
            Set<String> known = knowing.apply(tx, families.values().stream().distinct()
                    .flatMap(List::stream).toList());
            Map<String, Mark> marks = new HashMap<>();
            families.forEach((id, rows) -> mark(id, rows, known)
                    .ifPresent(mark -> marks.put(id, mark)));
            return marks;
        });
    }

    private static Optional<Mark> mark(String id, List<Row> rows, Set<String> known) {
        int place = rows.stream().map(Row::id).toList().indexOf(id);
        if (place < 0 || rows.stream().filter(row -> known.contains(row.id())).count() < 2) {
            return Optional.empty();
        }
        return Optional.of(new Mark(place + 1, rows.stream().skip(place + 1L).anyMatch(
                row -> row.state() == State.PUBLISHED && known.contains(row.id()))));
    }

    /** Those that have another version: in most lists none, which then cost no more than this. */
    private static List<String> related(Transaction tx, Collection<String> contentIds) {
        return contentIds.isEmpty()
                ? List.of()
                : tx.createQuery("select c.id from content c where c.id in (<ids>)"
                        + " and (c.previous_id is not null or exists"
                        + " (select 1 from content n where n.previous_id = c.id))")
                        .bindList("ids", List.copyOf(contentIds)).mapTo(String.class).list();
    }

    /** Of these contents the position of each that has another version. */
    static Map<String, Position> positions(Transaction tx, Collection<String> contentIds) {
        Map<String, Position> positions = new HashMap<>();
        List<String> related = related(tx, contentIds);
        Map<String, String> oldest = oldest(tx, related);
        families(tx, related).forEach((id, rows) -> positions.put(id,
                new Position(oldest.getOrDefault(id, id),
                        rows.stream().map(Row::id).toList().indexOf(id) + 1)));
        return positions;
    }

    private static Map<String, String> oldest(Transaction tx, List<String> contentIds) {
        return contentIds.isEmpty()
                ? Map.of()
                : tx.createQuery(OLDEST).bindList("ids", contentIds)
                        .map((row, _) -> Map.entry(row.getString(1), row.getString(2))).list()
                        .stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Of each content all versions that did not fail, the oldest first. */
    private static Map<String, List<Row>> families(Transaction tx, List<String> contentIds) {
        Map<String, String> oldest = oldest(tx, contentIds);
        if (oldest.isEmpty()) {
            return Map.of();
        }
        Map<String, List<Row>> all = tx.createQuery(ALL)
                .bindList("ids", List.copyOf(Set.copyOf(oldest.values())))
                .map((row, _) -> Map.entry(row.getString(1), new Row(row.getString(2),
                        row.getString(3), State.valueOf(row.getString(4)))))
                .list().stream().collect(Collectors.groupingBy(Map.Entry::getKey,
                        Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        Map<String, List<Row>> families = new HashMap<>();
        oldest.forEach((id, first) -> families.put(id, all.getOrDefault(first, List.of())));
        return families;
    }

    /** Which of the owner's machines published it, and from where; empty for everybody else. */
    public Optional<Source> source(String ownerId, String contentId) {
        return database.read(tx -> tx.createQuery("select t.device_id, t.folder from task t"
                + " join content c on c.id = t.content_id and c.owner_id = t.account_id"
                + " where c.id = :content and c.owner_id = :owner and t.kind = 'PUBLISH'"
                + " and t.folder is not null order by t.created desc limit 1")
                .bind("content", contentId).bind("owner", ownerId)
                .map((row, _) -> new Source(row.getString(1), row.getString(2))).findOne());
    }

}
