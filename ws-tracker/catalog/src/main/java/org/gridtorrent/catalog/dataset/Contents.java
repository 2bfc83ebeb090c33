package org.gridtorrent.catalog.dataset;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.AccessList;
import org.gridtorrent.catalog.dataset.Content.SharedWith;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;

/** Published data sets, and who may read them. */
public final class Contents {
    /** As whom strangers without an account read, where the site is open to them: no account's id. */
    public static final String ANYBODY = "";

    private static final int TITLE_LONGEST = 200;
    private static final int DESCRIPTION_LONGEST = 4000;
    private static final String NEVER = "timestamp with time zone '9999-01-01 00:00:00+00'";

    /** How account {@code a} stands to content {@code c}: what AccessPolicy wants to know. */
    public static final String RELATION = " coalesce(not a.disabled, false) as is_active,"
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

    public Contents(Database database) {
        this.database = database;
        database.mapRecord(Relation.class, "is");
    }

    /** As it is kept; INVALID for one that no content may have. */
    public static String title(String typed) {
        return TextRules.required(Field.TITLE, typed, TITLE_LONGEST);
    }

    /** As it is kept; INVALID for one that no content may have. */
    public static String description(String typed) {
        return TextRules.optional(Field.DESCRIPTION, typed, DESCRIPTION_LONGEST);
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
    public ResultPage<Content> ownedBy(String ownerId, int offset, int limit) {
        return ResultPage.of(database.read(tx -> among(tx, ownerId, tx
                .createQuery("select id from content where owner_id = :owner"
                        + " and state <> 'WITHDRAWN' and created < " + NEVER
                        + " order by owner_id, created desc, id"
                        + " limit :limit offset :offset")
                .bind("owner", ownerId)
                .bind("offset", offset).bind("limit", limit + 1).mapTo(String.class).list())),
                limit);
    }

    /** Whom the content is shared with; empty unless the account owns it. */
    public Optional<SharedWith> sharedWith(String ownerId, String contentId) {
        return database.read(tx -> find(tx, ownerId, contentId)
                .filter(content -> content.ownerId().equals(ownerId))
                .map(_ -> sharedWith(tx, contentId)));
    }

    public static SharedWith sharedWith(Transaction tx, String contentId) {
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
                .flatMap(_ -> metainfo(tx, contentId)));
    }

    public static Optional<byte[]> metainfo(Transaction tx, String contentId) {
        return tx.createQuery("select metainfo from content_metainfo where content_id = :id")
                .bind("id", contentId).mapTo(byte[].class).findOne()
                .map(Contents::infoOnly);
    }

    /** Earlier programs stored what devices sent, trackers of anybody's included. */
    private static byte[] infoOnly(byte[] stored) {
        try {
            return Metainfo.parse(stored).infoOnly().encoded();
        } catch (MetainfoException e) {
            return stored; // refused by whoever reads it
        }
    }

    /** The accounts that may read a content, for a device whose account may. */
    public Optional<AccessList> accessList(String readerId, String infoHash) {
        return database.read(tx -> first(tx, "where c.info_hash = :key", readerId,
                infoHash).map(content -> accessList(tx, content)));
    }

    private AccessList accessList(Transaction tx, Content content) {
        List<String> readers = tx.createQuery("select a.id," + RELATION + " from account a"
                + " join content c on c.id = :id order by a.id").bind("id", content.id())
                .map(row -> Map
                        .entry(row.getColumn("id", String.class), row.getRow(Relation.class)))
                .stream()
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

    /** Those of the contents that the reader may know of. */
    public List<Content> among(Transaction tx, String readerId, List<String> contentIds) {
        if (contentIds.isEmpty()) {
            return List.of();
        }
        return query(tx, "where c.id in (<ids>)", readerId).bindList("ids", contentIds)
                .map(row -> readable(row, readerId)).list().stream().flatMap(Optional::stream)
                .toList();
    }

    public Optional<Content> find(Transaction tx, String readerId, String contentId) {
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
                : AccessPolicy.mayRead(content.access(), content.state(),
                        row.getRow(Relation.class));
        return may ? Optional.of(content) : Optional.empty();
    }

    private static List<String> names(Transaction tx, String sql, String contentId) {
        return tx.createQuery(sql).bind("id", contentId).mapTo(String.class).list();
    }
}
