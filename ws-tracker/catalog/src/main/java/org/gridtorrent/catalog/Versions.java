package org.gridtorrent.catalog;

import java.util.Optional;
import org.gridtorrent.catalog.Contents.Published;
import org.gridtorrent.catalog.Task.Kind;
import org.gridtorrent.catalog.Task.Order;
import org.jdbi.v3.core.Handle;

/** Data sets that are the next version of others. */
public final class Versions {
    private static final int PATH_LONGEST = 4096;

    private final Database database;
    private final Contents contents;

    Versions(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /**
     * Makes the next version of a content, for the same people, in state PREPARING, and its PUBLISH
     * task; or the one that the device is just preparing from this folder. Empty when the content is
     * not the account's; CONFLICT when it is not published; INVALID when the device is not the
     * account's.
     */
    public Optional<Published> prepare(String ownerId, String contentId, String deviceId,
            String folder) {
        String place = Texts.required("The folder", folder, PATH_LONGEST);
        String id = database.nextId();
        return database.change(handle -> {
            Optional<Content> previous = contents.find(handle, ownerId, contentId)
                    .filter(content -> content.ownerId().equals(ownerId));
            if (previous.isEmpty()) {
                return Optional.empty();
            }
            if (previous.get().state() != Content.State.PUBLISHED) {
                throw CatalogException.conflict("This data set is not published yet.");
            }
            Tasks.requireDevice(handle, ownerId, deviceId);
            // Two calls at once meet at this row, and the second finds what the first one made.
            Revisions.deviceChanged(handle, deviceId);
            Task task = preparing(handle, contentId, deviceId, place).orElseGet(() -> {
                copy(handle, contentId, id);
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

    private void copy(Handle handle, String previous, String id) {
        handle.createUpdate("insert into content (id, owner_id, title, description, access_level,"
                + " state, created, previous_id) select :id, owner_id, title, description,"
                + " access_level, 'PREPARING', :now, id from content where id = :previous")
                .bind("id", id).bind("now", database.now()).bind("previous", previous).execute();
        Descriptions.copy(handle, previous, id);
        handle.createUpdate("insert into content_group (content_id, group_id)"
                + " select :id, group_id from content_group where content_id = :previous")
                .bind("id", id).bind("previous", previous).execute();
        handle.createUpdate("insert into content_account (content_id, account_id)"
                + " select :id, account_id from content_account where content_id = :previous")
                .bind("id", id).bind("previous", previous).execute();
    }
}
