package org.gridtorrent.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.Content.State;
import org.gridtorrent.catalog.Contents.Published;
import org.gridtorrent.catalog.Task.Kind;
import org.gridtorrent.catalog.Task.Order;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;

/** Data sets that are the next version of others. */
public final class Versions {
    private static final int PATH_LONGEST = 4096;
    private static final int CHANGES_LONGEST = 4000;
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

    Versions(Database database, Contents contents) {
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

    /** The same as the other form, with nothing said of what is new, and private. */
    public Optional<Published> prepare(String ownerId, String contentId, String deviceId,
            String folder) {
        return prepare(ownerId, contentId, deviceId, folder, "", false);
    }

    /**
     * Makes the next version of a content, for the same people, in state PREPARING, and its PUBLISH
     * task; or the one that the device is just preparing from this folder. Whether its torrent is private is chosen
     * anew. Empty when the content is not the account's; CONFLICT when it is not published, the account may publish
     * no more, or the device's client cannot make a non-private torrent; INVALID when the device is not the
     * account's, or the torrent is not to be private and the content is not public.
     */
    public Optional<Published> prepare(String ownerId, String contentId, String deviceId,
            String folder, String changes, boolean nonPrivate) {
        String news = Texts.optional(Field.CHANGES, changes, CHANGES_LONGEST);
        String place = Texts.required(Field.FOLDER, folder, PATH_LONGEST);
        String id = database.nextId();
        return database.change(tx -> {
            Optional<Content> previous = contents.find(tx, ownerId, contentId)
                    .filter(content -> content.ownerId().equals(ownerId));
            if (previous.isEmpty()) {
                return Optional.empty();
            }
            if (previous.get().state() != State.PUBLISHED) {
                throw CatalogException.conflict(Refused.NOT_PUBLISHED_YET);
            }
            PublishRoom room = PublishRoom.of(tx, ownerId);
            Tasks.requireDevice(tx, ownerId, deviceId);
            if (nonPrivate) {
                Registering.requireNonPrivate(tx, previous.get().access(), deviceId);
            }
            // Two calls at once meet at this row, and the second finds what the first one made.
            Revisions.deviceChanged(tx, deviceId);
            Task task = preparing(tx, contentId, deviceId, place, nonPrivate).orElseGet(() -> {
                room.requireAnother();
                copy(tx, contentId, id, news, nonPrivate);
                Audit.publishOrdered(tx, ownerId, id, previous.get().title(),
                        nonPrivate);
                return Tasks.add(tx,
                        Order.of(Kind.PUBLISH, id, deviceId).in(place), ownerId);
            });
            return Optional.of(new Published(
                    contents.find(tx, ownerId, task.contentId()).orElseThrow(), task));
        });
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

    private static Optional<Task> preparing(Transaction tx, String contentId, String deviceId,
            String folder, boolean nonPrivate) {
        return tx.createQuery(Tasks.SELECT + "where c.previous_id = :content"
                + " and c.state = 'PREPARING' and t.device_id = :device and t.kind = 'PUBLISH'"
                + " and t.folder = :folder and c.non_private = :nonPrivate"
                + " and t.state in ('WAITING', 'RUNNING') limit 1").bind("nonPrivate", nonPrivate)
                .bind("content", contentId).bind("device", deviceId).bind("folder", folder)
                .mapTo(Task.class).findOne();
    }

    private void copy(Transaction tx, String previous, String id, String changes,
            boolean nonPrivate) {
        tx.createUpdate("insert into content (id, owner_id, title, description, access_level,"
                + " state, created, previous_id, changes, non_private) select :id, owner_id, title,"
                + " description, access_level, 'PREPARING', :now, id, :changes, :nonPrivate"
                + " from content where id = :previous").bind("nonPrivate", nonPrivate)
                .bind("id", id).bind("changes", changes).bind("now", database.now())
                .bind("previous", previous).execute();
        Descriptions.copy(tx, previous, id);
        tx.createUpdate("insert into content_group (content_id, group_id, ends)"
                + " select :id, group_id, ends from content_group where content_id = :previous")
                .bind("id", id).bind("previous", previous).execute();
        tx.createUpdate("insert into content_account (content_id, account_id, ends)"
                + " select :id, account_id, ends from content_account"
                + " where content_id = :previous")
                .bind("id", id).bind("previous", previous).execute();
    }
}
