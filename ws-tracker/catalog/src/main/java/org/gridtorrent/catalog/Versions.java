package org.gridtorrent.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.Contents.Published;
import org.gridtorrent.catalog.Task.Kind;
import org.gridtorrent.catalog.Task.Order;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.Handle;

/** Data sets that are the next version of others. */
public final class Versions {
    private static final int PATH_LONGEST = 4096;
    private static final int CHANGES_LONGEST = 4000;
    private static final String FIRST = "with recursive above (id, previous_id) as"
            + " (select id, previous_id from content where id = :id union all"
            + " select c.id, c.previous_id from above a join content c on c.id = a.previous_id)"
            + " select id from above where previous_id is null";
    private static final String ALL = "with recursive below (id, depth) as"
            + " (select id, 0 from content where id = :first union all"
            + " select c.id, b.depth + 1 from below b join content c on c.previous_id = b.id)"
            + " select c.id, c.changes from content c join below b on b.id = c.id"
            + " where c.state <> 'FAILED' order by b.depth, c.created, c.id";

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

    /** The content's versions that the reader may know of, the latest first. */
    public List<Version> of(String readerId, String contentId) {
        return database.read(handle -> {
            Optional<String> first = handle.createQuery(FIRST).bind("id", contentId)
                    .mapTo(String.class).findOne();
            if (first.isEmpty()) {
                return List.of();
            }
            List<Map.Entry<String, String>> all = handle.createQuery(ALL)
                    .bind("first", first.get())
                    .map((row, _) -> Map.entry(row.getString(1), row.getString(2))).list();
            return numbered(all, contents.among(handle, readerId,
                    all.stream().map(Map.Entry::getKey).toList()));
        });
    }

    private static List<Version> numbered(List<Map.Entry<String, String>> all,
            List<Content> readable) {
        Map<String, Content> byId = readable.stream()
                .collect(Collectors.toMap(Content::id, content -> content));
        List<Version> versions = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Content content = byId.get(all.get(i).getKey());
            if (content != null) {
                versions.addFirst(new Version(i + 1, content, all.get(i).getValue()));
            }
        }
        return List.copyOf(versions);
    }

    /** The same as the other form, with nothing said of what is new. */
    public Optional<Published> prepare(String ownerId, String contentId, String deviceId,
            String folder) {
        return prepare(ownerId, contentId, deviceId, folder, "");
    }

    /**
     * Makes the next version of a content, for the same people, in state PREPARING, and its PUBLISH
     * task; or the one that the device is just preparing from this folder. Empty when the content is
     * not the account's; CONFLICT when it is not published, or the account may publish no more; INVALID when the device is not the
     * account's.
     */
    public Optional<Published> prepare(String ownerId, String contentId, String deviceId,
            String folder, String changes) {
        String news = Texts.optional(Field.CHANGES, changes, CHANGES_LONGEST);
        String place = Texts.required(Field.FOLDER, folder, PATH_LONGEST);
        String id = database.nextId();
        return database.change(handle -> {
            Optional<Content> previous = contents.find(handle, ownerId, contentId)
                    .filter(content -> content.ownerId().equals(ownerId));
            if (previous.isEmpty()) {
                return Optional.empty();
            }
            if (previous.get().state() != Content.State.PUBLISHED) {
                throw CatalogException.conflict(Refused.NOT_PUBLISHED_YET);
            }
            PublishRoom room = PublishRoom.of(handle, ownerId);
            Tasks.requireDevice(handle, ownerId, deviceId);
            // Two calls at once meet at this row, and the second finds what the first one made.
            Revisions.deviceChanged(handle, deviceId);
            Task task = preparing(handle, contentId, deviceId, place).orElseGet(() -> {
                room.requireAnother();
                copy(handle, contentId, id, news);
                Audit.note(handle, database, org.gridtorrent.catalog.audit.Kind.PUBLISH_ORDERED,
                        ownerId, id, previous.get().title());
                return Tasks.add(handle, database,
                        Order.of(Kind.PUBLISH, id, deviceId).in(place), ownerId);
            });
            return Optional.of(new Published(
                    contents.find(handle, ownerId, task.contentId()).orElseThrow(), task));
        });
    }

    private static Optional<Task> preparing(Handle handle, String contentId, String deviceId,
            String folder) {
        return handle.createQuery(Tasks.SELECT + "where c.previous_id = :content"
                + " and c.state = 'PREPARING' and t.device_id = :device and t.kind = 'PUBLISH'"
                + " and t.folder = :folder and t.state in ('WAITING', 'RUNNING') limit 1")
                .bind("content", contentId).bind("device", deviceId).bind("folder", folder)
                .mapTo(Task.class).findOne();
    }

    private void copy(Handle handle, String previous, String id, String changes) {
        handle.createUpdate("insert into content (id, owner_id, title, description, access_level,"
                + " state, created, previous_id, changes) select :id, owner_id, title, description,"
                + " access_level, 'PREPARING', :now, id, :changes from content where id = :previous")
                .bind("id", id).bind("changes", changes).bind("now", database.now())
                .bind("previous", previous).execute();
        Descriptions.copy(handle, previous, id);
        handle.createUpdate("insert into content_group (content_id, group_id, ends)"
                + " select :id, group_id, ends from content_group where content_id = :previous")
                .bind("id", id).bind("previous", previous).execute();
        handle.createUpdate("insert into content_account (content_id, account_id, ends)"
                + " select :id, account_id, ends from content_account"
                + " where content_id = :previous")
                .bind("id", id).bind("previous", previous).execute();
    }
}
