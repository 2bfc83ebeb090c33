package org.gridtorrent.catalog.workflow;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.catalog.account.QuotaCheck;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.metadata.Descriptions;
import org.gridtorrent.catalog.metadata.FileFormats;
import org.gridtorrent.catalog.notify.AccessNotices;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.task.Assignments;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Tasks;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/** Takes what PUBLISH tasks made: the metainfo, with which a content is published. */
public final class Registrations {
    private final Database database;
    private final Contents contents;

    public Registrations(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /** The metainfo of a content and what was read in it; totalLength in bytes, nonPrivate as of {@link Content}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    public record Registration(String infoHash, byte[] metainfo, long totalLength,
            int fileCount, boolean nonPrivate) {}

    /** From a device that was given no lease; else as the other form. */
    public Optional<Content> register(String deviceId, String taskId, Registration made) {
        return register(deviceId, taskId, OptionalLong.empty(), made);
    }

    /**
     * Records what a PUBLISH task made, once: the same bytes again are accepted, others are
     * CONFLICT, and so are more than the owner may publish, and a non-private torrent of a content that is public no
     * more. INVALID when it is private and was not to be, or the reverse. FENCED when the lease is not the task's.
     * Empty when the task is not one of this device's PUBLISH tasks.
     */
    public Optional<Content> register(String deviceId, String taskId, OptionalLong lease,
            Registration made) {
        List<String> formats = FileFormats.of(made.metainfo());
        try {
            return database.change(tx -> {
                RowLocks.task(tx, taskId); // a task that is just being cancelled publishes nothing
                return Tasks.find(tx, taskId)
                        .filter(task -> task.deviceId().equals(deviceId)
                                && task.kind() == Task.Kind.PUBLISH)
                        .flatMap(task -> {
                            if (record(tx, task, lease, made)) {
                                published(tx, task.contentId(), formats);
                            }
                            return contents.find(tx, task.accountId(), task.contentId());
                        });
            });
        } catch (UnableToExecuteStatementException e) {
            throw Database.whenTaken(e, CatalogException.conflict(
                    "Exactly these files were published before."));
        }
    }

    private void published(Transaction tx, String contentId, List<String> formats) {
        tx.createUpdate("update content set published = :now where id = :id")
                .bind("now", database.now()).bind("id", contentId).execute();
        Descriptions.putFormats(tx, contentId, formats);
        AccessNotices.published(tx, contentId);
        ContentChange.of(tx).words(contentId);
    }

    /**
     * The task is locked. False when the content was registered with the same before; CONFLICT and
     * FENCED as {@link #register} says.
     */
    private static boolean record(Transaction tx, Task task, OptionalLong lease,
            Registration made) {
        State state = tx.createQuery("select state from content where id = :id for update")
                .bind("id", task.contentId()).mapTo(State.class).one();
        boolean published = state == State.PUBLISHED;
        if (published && Arrays.equals(made.metainfo(),
                Contents.metainfo(tx, task.contentId()).orElseThrow())) {
            return false;
        }
        if (lease.isPresent() && lease.getAsLong() != task.lease()) {
            throw Assignments.handedOutAnew();
        }
        if (published) {
            throw CatalogException.conflict("This content was registered with other metainfo"
                    + " before; publish the changed files as a new data set.");
        }
        if (task.state().isFinal() || state == State.FAILED) {
            throw CatalogException.conflict("The task is over; nothing more can be registered.");
        }
        checkPrivacy(tx, task.contentId(), made);
        QuotaCheck.of(tx, task.accountId())
                .requirePublished(task.contentId(), made.totalLength());
        store(tx, task.contentId(), made);
        return true;
    }

    /** Its privacy is as it was ordered, and what is not private is still public. */
    private static void checkPrivacy(Transaction tx, String contentId, Registration made) {
        record Ordered(boolean nonPrivate, Access access) {}
        Ordered ordered = tx.createQuery("select non_private, access_level from content"
                + " where id = :id").bind("id", contentId)
                .map((row, _) -> new Ordered(row.getBoolean(1), Access.valueOf(row.getString(2))))
                .one();
        if (made.nonPrivate() != ordered.nonPrivate()) {
            throw CatalogException.invalid(ordered.nonPrivate()
                    ? "The metainfo is private, but a non-private torrent was ordered."
                    : "The metainfo is not private, but a private torrent was ordered.");
        }
        if (made.nonPrivate() && ordered.access() != Access.PUBLIC) {
            throw CatalogException.conflict(Refused.NON_PRIVATE_NARROWED);
        }
    }

    private static void store(Transaction tx, String contentId, Registration made) {
        tx.createUpdate("update content set state = 'PUBLISHED', info_hash = :infoHash,"
                + " total_length = :totalLength, file_count = :fileCount where id = :id")
                .bindMethods(made).bind("id", contentId).execute();
        tx.createUpdate("insert into content_metainfo (content_id, metainfo)"
                + " values (:id, :metainfo)").bind("id", contentId)
                .bind("metainfo", made.metainfo()).execute();
    }
}
