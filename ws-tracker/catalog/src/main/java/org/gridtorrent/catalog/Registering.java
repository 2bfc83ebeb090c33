package org.gridtorrent.catalog;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.catalog.Content.Access;
import org.gridtorrent.catalog.Content.State;
import org.gridtorrent.catalog.Contents.Registration;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;

/** What a PUBLISH task made becomes its content's, once. Each method is called inside a transaction. */
final class Registering {
    private Registering() {}

    /**
     * The task is locked. False when the content was registered with the same before; CONFLICT and
     * FENCED as {@link Contents#register} says.
     */
    static boolean record(Transaction tx, Task task, OptionalLong lease, Registration made) {
        State state = tx.createQuery("select state from content where id = :id for update")
                .bind("id", task.contentId()).mapTo(State.class).one();
        boolean published = state == State.PUBLISHED;
        if (published && Arrays.equals(made.metainfo(),
                metainfo(tx, task.contentId()).orElseThrow())) {
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
        PublishRoom.of(tx, task.accountId())
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

    /** Refuses to order a non-private torrent that may not be, or that the device's client cannot make. */
    static void requireNonPrivate(Transaction tx, Access access, String deviceId) {
        if (access != Access.PUBLIC) {
            throw CatalogException.invalid(Refused.NON_PRIVATE_ACCESS);
        }
        boolean able = tx.createQuery("select non_private from device where id = :id")
                .bind("id", deviceId).mapTo(Boolean.class).one();
        if (!able) {
            throw CatalogException.conflict(Refused.NON_PRIVATE_CLIENT);
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

    static Optional<byte[]> metainfo(Transaction tx, String contentId) {
        return tx.createQuery("select metainfo from content_metainfo where content_id = :id")
                .bind("id", contentId).mapTo(byte[].class).findOne()
                .map(Registering::infoOnly);
    }

    /** Earlier programs stored what devices sent, trackers of anybody's included. */
    private static byte[] infoOnly(byte[] stored) {
        try {
            return Metainfo.parse(stored).infoOnly().encoded();
        } catch (MetainfoException e) {
            return stored; // refused by whoever reads it
        }
    }
}
