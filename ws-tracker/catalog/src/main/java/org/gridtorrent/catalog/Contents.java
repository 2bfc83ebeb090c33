package org.gridtorrent.catalog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.gridtorrent.catalog.AccessPolicy.Relation;
import org.gridtorrent.catalog.Content.Access;
import org.gridtorrent.catalog.Content.AccessList;
import org.gridtorrent.catalog.Content.Draft;
import org.gridtorrent.catalog.Content.Grants;
import org.gridtorrent.catalog.Content.SharedWith;
import org.gridtorrent.catalog.Content.State;
import org.gridtorrent.catalog.Content.Terms;
import org.gridtorrent.catalog.Task.Order;
import org.gridtorrent.catalog.copies.CopyRule;
import org.gridtorrent.catalog.metadata.FileFormats;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.people.Slice;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/** Published data sets, and who may read them. */
public final class Contents {
    /** As whom strangers without an account read, where the site is open to them: no account's id. */
    public static final String ANYBODY = "";

    private static final int TITLE_LONGEST = 200;
    private static final int DESCRIPTION_LONGEST = 4000;
    private static final int PATH_LONGEST = 4096;
    private static final int MOST_GRANTS = 1000;
    private static final String NEVER = "timestamp with time zone '9999-01-01 00:00:00+00'";

    /** How account {@code a} stands to content {@code c}: what AccessPolicy wants to know. */
    static final String RELATION = " coalesce(not a.disabled, false) as is_active,"
            + " coalesce(c.owner_id = a.id, false) as is_owner,"
            + " exists (select 1 from content_group cg join membership m"
            + " on m.group_id = cg.group_id where cg.content_id = c.id and m.account_id = a.id"
            + " and m.group_yes and m.account_yes) as is_member,"
            + " exists (select 1 from content_account ca where ca.content_id = c.id"
            + " and ca.account_id = a.id) as is_named";
    private static final String SELECT = "select c.id, c.owner_id, o.name as owner_name, c.title,"
            + " c.description, c.access_level as access, c.state, c.info_hash, c.total_length,"
            + " c.file_count, c.non_private, c.access_epoch, c.created, (select count(*)"
            + " from announcement n"
            + " where n.content_id = c.id and n.bytes_left = 0 and n.expires > :now) as copies,"
            + RELATION + " from content c join account o on o.id = c.owner_id"
            + " left join account a on a.id = :reader ";

    private final Database database;

    Contents(Database database) {
        this.database = database;
        database.mapRecord(Relation.class, "is");
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
        PublishKeys.check(key);
        Supplier<Optional<Published>> before = () -> key.flatMap(text -> database.read(
                tx -> PublishKeys.contentId(tx, draft.ownerId(), text)
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
        return PublishKeys.isKey(key)
                ? database.read(tx -> PublishKeys.contentId(tx, ownerId, key))
                : Optional.empty();
    }

    private Published again(Transaction tx, Draft draft, Terms terms, String contentId) {
        Optional<Content> content = find(tx, draft.ownerId(), contentId)
                .filter(one -> one.nonPrivate() == terms.nonPrivate());
        Optional<Task> task = PublishKeys.task(tx, contentId)
                .filter(one -> one.deviceId().equals(draft.deviceId())
                        && one.folder().equals(Optional.of(draft.folder().strip())));
        if (content.isEmpty() || task.isEmpty()) {
            throw CatalogException.conflict(Refused.KEY_USED);
        }
        return new Published(content.get(), task.get());
    }

    private Published publishNew(Draft draft, Metadata metadata, Terms terms,
            Optional<String> key) {
        AccessEnds.check(terms.ends(), database.now());
        if (terms.copies() != 0 || terms.alwaysOn() != 0) {
            Copies.check(terms.copies(), terms.alwaysOn());
        }
        String title = title(draft.title());
        String about = description(draft.description());
        Metadata checked = MetadataRules.checked(metadata);
        String folder = Texts.required(Field.FOLDER, draft.folder(), PATH_LONGEST);
        String id = database.nextId();
        return database.change(tx -> {
            PublishRoom.of(tx, draft.ownerId()).requireAnother();
            Tasks.requireDevice(tx, draft.ownerId(), draft.deviceId());
            if (terms.nonPrivate()) {
                Registering.requireNonPrivate(tx, draft.grants().access(), draft.deviceId());
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
            grant(tx, draft.ownerId(), id, 0, draft.grants());
            terms.ends().ifPresent(
                    end -> AccessEnds.put(tx, id, AccessEnds.all(draft.grants(), end)));
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
            return new Published(find(tx, draft.ownerId(), id).orElseThrow(), task);
        });
    }

    /** As it is kept; INVALID for one that no content may have. */
    public static String title(String typed) {
        return Texts.required(Field.TITLE, typed, TITLE_LONGEST);
    }

    /** As it is kept; INVALID for one that no content may have. */
    public static String description(String typed) {
        return Texts.optional(Field.DESCRIPTION, typed, DESCRIPTION_LONGEST);
    }

    /** Replaces who may read; who stays keeps the end of its right. False when the content is not the account's. */
    public boolean changeAccess(String ownerId, String contentId, Grants grants) {
        return database.change(tx -> {
            AccessNotices notices = AccessNotices.before(tx, contentId);
            Set<String> grantees = LostRights.grantees(tx, contentId);
            int changed = tx.createUpdate("update content set access_level = :access"
                    + " where id = :id and owner_id = :owner")
                    .bind("access", grants.access()).bind("id", contentId)
                    .bind("owner", ownerId).execute();
            if (changed == 1) {
                Map<String, Optional<Instant>> ends = AccessEnds.known(tx, contentId);
                deleteGrants(tx, contentId);
                grant(tx, ownerId, contentId, 0, grants);
                AccessEnds.put(tx, contentId, ends);
                LostRights.note(tx, contentId, grantees);
                SharedWith with = sharedWith(tx, contentId);
                ContentEvents.shared(tx, contentId, ownerId, grants,
                        grants.access() == Access.GROUP ? with.groupNames() : with.accountNames());
                Replicas.accessChanged(tx, ownerId, contentId);
                Revisions.accessChanged(tx, contentId);
                SearchClock.changed(tx, contentId);
                notices.tell(tx);
            }
            return changed == 1;
        });
    }

    public Optional<Content> find(String readerId, String contentId) {
        return database.read(tx -> find(tx, readerId, contentId));
    }

    public Optional<Content> findByInfoHash(String readerId, String infoHash) {
        return database.read(tx -> first(tx, "where c.info_hash = :key", readerId,
                infoHash));
    }

    /**
     * An owner's contents but those that were withdrawn, newest first. By the bound and the owner in the
     * order H2 finds the index that has them so, and reads no more rows than are wanted.
     */
    public Slice<Content> ownedBy(String ownerId, int first, int most) {
        return Slice.of(database.read(tx -> among(tx, ownerId, tx
                .createQuery("select id from content where owner_id = :owner"
                        + " and state <> 'WITHDRAWN' and created < " + NEVER
                        + " order by owner_id, created desc, id"
                        + " limit :most offset :first")
                .bind("owner", ownerId)
                .bind("first", first).bind("most", most + 1).mapTo(String.class).list())), most);
    }

    /** Whom the content is shared with; empty unless the account owns it. */
    public Optional<SharedWith> sharedWith(String ownerId, String contentId) {
        return database.read(tx -> find(tx, ownerId, contentId)
                .filter(content -> content.ownerId().equals(ownerId))
                .map(_ -> sharedWith(tx, contentId)));
    }

    static SharedWith sharedWith(Transaction tx, String contentId) {
        return new SharedWith(
                names(tx, "select g.name from content_group s join work_group g"
                        + " on g.id = s.group_id where s.content_id = :id order by 1", contentId),
                names(tx, "select a.name from content_account s join account a"
                        + " on a.id = s.account_id where s.content_id = :id order by 1",
                        contentId));
    }

    /** The .torrent file's bytes of a published content. */
    public Optional<byte[]> metainfo(String readerId, String contentId) {
        return database.read(tx -> find(tx, readerId, contentId)
                .flatMap(_ -> Registering.metainfo(tx, contentId)));
    }

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
                Tasks.lock(tx, taskId); // a task that is just being cancelled publishes nothing
                return Tasks.find(tx, taskId)
                        .filter(task -> task.deviceId().equals(deviceId)
                                && task.kind() == Task.Kind.PUBLISH)
                        .flatMap(task -> {
                            if (Registering.record(tx, task, lease, made)) {
                                published(tx, task.contentId(), formats);
                            }
                            return find(tx, task.accountId(), task.contentId());
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
        SearchClock.changed(tx, contentId);
    }

    /** The metainfo of a content and what was read in it; totalLength in bytes, nonPrivate as of {@link Content}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    public record Registration(String infoHash, byte[] metainfo, long totalLength,
            int fileCount, boolean nonPrivate) {}

    /** The accounts that may read a content, for a device whose account may. */
    public Optional<AccessList> accessList(String readerId, String infoHash) {
        return database.read(tx -> first(tx, "where c.info_hash = :key", readerId,
                infoHash).map(content -> accessList(tx, content)));
    }

    private AccessList accessList(Transaction tx, Content content) {
        List<String> readers = tx.createQuery("select a.id," + RELATION + " from account a"
                + " join content c on c.id = :id order by a.id").bind("id", content.id())
                .map(row -> Map.entry(row.getColumn("id", String.class), row.getRow(Relation.class))).stream()
                .filter(account -> AccessPolicy.mayRead(content.access(), content.state(),
                        account.getValue()))
                .map(Map.Entry::getKey).toList();
        // Whoever is new may have it too, and is on no list yet.
        boolean everyone = AccessPolicy.mayRead(content.access(), content.state(),
                new AccessPolicy.Relation(true, false, false, false));
        List<String> withdrawn = new ArrayList<>(
                Devices.latelyWithdrawn(tx, database.now(), Set.copyOf(readers)));
        if (everyone) {
            withdrawn.addAll(Devices.ofDisabled(tx, database.now()));
        }
        return new AccessList(content.accessEpoch(), everyone,
                AccessPolicy.mayAnybodyRead(content.access(), content.state()),
                everyone ? List.of() : readers, List.copyOf(withdrawn));
    }

    /** To none who has it; {@code before} is how many have it. */
    void grant(Transaction tx, String ownerId, String contentId, int before, Grants grants) {
        boolean groups = grants.access() == Access.GROUP;
        boolean accounts = grants.access() == Access.USER;
        List<String> ids = groups ? grants.groupIds() : accounts ? grants.accountIds() : List.of();
        if ((groups || accounts) && ids.isEmpty()) {
            throw CatalogException.invalid(groups ? Refused.GROUP_NONE : Refused.USER_NONE);
        }
        if (before + ids.size() > MOST_GRANTS) {
            throw CatalogException.invalid(Refused.GRANTED_TOO_MANY, MOST_GRANTS);
        }
        // The select refuses what is unknown, or a group that the owner is not in.
        String sql = groups
                ? "insert into content_group (content_id, group_id) select :content, m.group_id"
                        + " from membership m where m.group_id = :id and m.account_id = :owner"
                        + " and m.group_yes and m.account_yes"
                : "insert into content_account (content_id, account_id) select :content, a.id"
                        + " from account a where a.id = :id and cast(:owner as varchar) <> ''";
        for (String id : ids.stream().distinct().sorted().toList()) {
            if (groups) {
                Groups.lock(tx, id); // it may just be deleted
            }
            int added = tx.createUpdate(sql).bind("content", contentId).bind("id", id)
                    .bind("owner", ownerId).execute();
            if (added == 0) {
                throw CatalogException.invalid(
                        groups ? Refused.GROUP_NOT_OURS : Refused.USER_UNKNOWN);
            }
        }
    }

    private static void deleteGrants(Transaction tx, String contentId) {
        tx.createUpdate("delete from content_group where content_id = :id")
                .bind("id", contentId).execute();
        tx.createUpdate("delete from content_account where content_id = :id")
                .bind("id", contentId).execute();
    }

    /** Those of the contents that the reader may know of. */
    List<Content> among(Transaction tx, String readerId, List<String> contentIds) {
        if (contentIds.isEmpty()) {
            return List.of();
        }
        return query(tx, "where c.id in (<ids>)", readerId).bindList("ids", contentIds)
                .map(row -> readable(row, readerId)).list().stream().flatMap(Optional::stream)
                .toList();
    }

    Optional<Content> find(Transaction tx, String readerId, String contentId) {
        return first(tx, "where c.id = :key", readerId, contentId);
    }

    private Optional<Content> first(Transaction tx, String where, String readerId, String key) {
        return query(tx, where, readerId).bind("key", key)
                .map(row -> readable(row, readerId)).findOne().flatMap(found -> found);
    }

    private Query query(Transaction tx, String where, String readerId) {
        return tx.createQuery(SELECT + where + " order by c.created desc, c.id")
                .bind("reader", readerId).bind("now", database.now());
    }

    /** Every row on its way out passes here: what AccessPolicy refuses does not exist. */
    private static Optional<Content> readable(RowView row, String readerId) {
        Content content = new Content(row.getColumn("id", String.class),
                row.getColumn("owner_id", String.class),
                row.getColumn("owner_name", String.class), row.getColumn("title", String.class),
                row.getColumn("description", String.class),
                row.getColumn("access", Access.class), row.getColumn("state", State.class),
                Optional.ofNullable(row.getColumn("info_hash", String.class)),
                row.getColumn("total_length", Long.class),
                row.getColumn("file_count", Integer.class),
                row.getColumn("non_private", Boolean.class),
                row.getColumn("access_epoch", Long.class),
                row.getColumn("created", Instant.class), row.getColumn("copies", Integer.class));
        boolean may = readerId.equals(ANYBODY)
                ? AccessPolicy.mayAnybodyRead(content.access(), content.state())
                : AccessPolicy.mayRead(content.access(), content.state(), row.getRow(Relation.class));
        return may ? Optional.of(content) : Optional.empty();
    }

    private static List<String> names(Transaction tx, String sql, String contentId) {
        return tx.createQuery(sql).bind("id", contentId).mapTo(String.class).list();
    }
}
