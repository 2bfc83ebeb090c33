package org.gridtorrent.catalog.workflow;

import java.util.Optional;
import java.util.function.Supplier;
import org.gridtorrent.catalog.access.AccessExpiry;
import org.gridtorrent.catalog.access.AccessGrants;
import org.gridtorrent.catalog.account.QuotaCheck;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.copy.Copies;
import org.gridtorrent.catalog.copy.CopyRule;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Terms;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.dataset.Drafts;
import org.gridtorrent.catalog.dataset.IdempotencyKeys;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.metadata.Descriptions;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.MetadataRules;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Tasks;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/** Publishes data sets: makes a content, and the task by which a machine prepares it. */
public final class Publishing {
    private static final int PATH_LONGEST = 4096;

    private final Database database;
    private final Contents contents;

    public Publishing(Database database, Contents contents) {
        this.database = database;
        this.contents = contents;
    }

    /** A content with the task that is to prepare it. */
    public record Published(Content content, Task task) {}

    /**
     * Makes a content in state PREPARING and its PUBLISH task. INVALID when the device is not the
     * owner's, or a group is not one that the owner is in; CONFLICT when it is more than the owner may
     * publish.
     */
    public Published publish(Draft draft) {
        return publish(draft, Metadata.NONE);
    }

    /** The same, with its metadata. */
    public Published publish(Draft draft, Metadata metadata) {
        return publish(draft, metadata, Terms.NONE);
    }

    /**
     * The same, with what is to hold from the beginning. INVALID for an end that is over, a rule that cannot be, or a
     * non-private torrent of a content that is not public; CONFLICT when the device's client cannot make one.
     */
    public Published publish(Draft draft, Metadata metadata, Terms terms) {
        return publish(draft, metadata, terms, Optional.empty());
    }

    /**
     * The same; asked for again with the owner's same key, it is the one that there is. CONFLICT when
     * that was another machine's or folder's, differs in being non-private, or was withdrawn since.
     */
    public Published publish(Draft draft, Metadata metadata, Terms terms,
            Optional<String> key) {
        IdempotencyKeys.check(key);
        Supplier<Optional<Published>> before = () -> key.flatMap(text -> database.read(
                tx -> IdempotencyKeys.contentId(tx, draft.ownerId(), text)
                        .map(id -> again(tx, draft, terms, id))));
        try {
            return before.get().orElseGet(() -> publishNew(draft, metadata, terms, key));
        } catch (UnableToExecuteStatementException e) {
            // Of two that ask at once, the other was first.
            return before.get().orElseThrow(() -> e);
        }
    }

    /** The id of what the owner published with this key. */
    public Optional<String> published(String ownerId, String key) {
        return IdempotencyKeys.isKey(key)
                ? database.read(tx -> IdempotencyKeys.contentId(tx, ownerId, key))
                : Optional.empty();
    }

    private Published again(Transaction tx, Draft draft, Terms terms, String contentId) {
        Optional<Content> content = contents.find(tx, draft.ownerId(), contentId)
                .filter(one -> one.nonPrivate() == terms.nonPrivate());
        Optional<Task> task = task(tx, contentId)
                .filter(one -> one.deviceId().equals(draft.deviceId())
                        && one.folder().equals(Optional.of(draft.folder().strip())));
        if (content.isEmpty() || task.isEmpty()) {
            throw CatalogException.conflict(Refused.KEY_USED);
        }
        return new Published(content.get(), task.get());
    }

    private Published publishNew(Draft draft, Metadata metadata, Terms terms,
            Optional<String> key) {
        AccessExpiry.check(terms.ends(), database.now());
        if (terms.copies() != 0 || terms.alwaysOn() != 0) {
            Copies.check(terms.copies(), terms.alwaysOn());
        }
        String title = Contents.title(draft.title());
        String about = Contents.description(draft.description());
        Metadata checked = MetadataRules.checked(metadata);
        String folder = TextRules.required(Field.FOLDER, draft.folder(), PATH_LONGEST);
        String id = database.nextId();
        return database.change(tx -> {
            QuotaCheck.of(tx, draft.ownerId()).requireAnother();
            Tasks.requireDevice(tx, draft.ownerId(), draft.deviceId());
            if (terms.nonPrivate()) {
                Tasks.requireNonPrivate(tx, draft.grants().access(), draft.deviceId());
            }
            tx.createUpdate("insert into content"
                    + " (id, owner_id, title, description, access_level, state, created,"
                    + " request_key, non_private)"
                    + " values (:id, :owner, :title, :about, :access, 'PREPARING', :now, :key,"
                    + " :nonPrivate)").bind("nonPrivate", terms.nonPrivate())
                    .bind("key", key.orElse(null))
                    .bind("id", id).bind("owner", draft.ownerId()).bind("title", title)
                    .bind("about", about).bind("access", draft.grants().access())
                    .bind("now", database.now()).execute();
            AccessGrants.insert(tx, draft.ownerId(), id, 0, draft.grants());
            terms.ends().ifPresent(
                    end -> AccessExpiry.put(tx, id, AccessExpiry.all(draft.grants(), end)));
            if (terms.copies() > 0) {
                Copies.put(tx, id, new CopyRule(terms.copies(), terms.alwaysOn()));
            }
            Descriptions.put(tx, id, checked);
            key.ifPresent(text -> Drafts.end(tx, draft.ownerId(), text));
            Task task = Tasks.add(tx,
                    Order.of(Task.Kind.PUBLISH, id, draft.deviceId()).in(folder),
                    draft.ownerId());
            Audit.publishOrdered(tx, draft.ownerId(), id, title,
                    terms.nonPrivate());
            return new Published(contents.find(tx, draft.ownerId(), id).orElseThrow(), task);
        });
    }

    /** The last by which a machine was told to publish it. */
    private static Optional<Task> task(Transaction tx, String contentId) {
        return tx.createQuery("select id from task where content_id = :id"
                + " and kind = 'PUBLISH' order by created desc, id limit 1")
                .bind("id", contentId).mapTo(String.class).findOne()
                .flatMap(id -> Tasks.find(tx, id));
    }
}
