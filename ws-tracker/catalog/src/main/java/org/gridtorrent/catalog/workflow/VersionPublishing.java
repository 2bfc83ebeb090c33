package org.gridtorrent.catalog.workflow;

import java.util.Optional;
import org.gridtorrent.catalog.account.QuotaCheck;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.metadata.Descriptions;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.catalog.workflow.Publishing.Published;

/** Publishes next versions of data sets, for the same people. */
public final class VersionPublishing {
    private static final int PATH_LONGEST = 4096;
    private static final int CHANGES_LONGEST = 4000;

    private final Database database;
    private final Contents contents;

    public VersionPublishing(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
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
        String news = TextRules.optional(Field.CHANGES, changes, CHANGES_LONGEST);
        String place = TextRules.required(Field.FOLDER, folder, PATH_LONGEST);
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
            QuotaCheck room = QuotaCheck.of(tx, ownerId);
            Tasks.requireDevice(tx, ownerId, deviceId);
            if (nonPrivate) {
                Tasks.requireNonPrivate(tx, previous.get().access(), deviceId);
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
