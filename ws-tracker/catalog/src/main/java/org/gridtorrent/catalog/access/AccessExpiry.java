package org.gridtorrent.catalog.access;

import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;

/**
 * End dates of grants. Every node removes expired grants once a second and before the catalog is used, in
 * transactions that wake devices and searches as every other change does. Safe for use by many threads.
 */
public final class AccessExpiry {
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final List<String> TABLES = List.of("content_group", "content_account");

    private final Database database;

    public AccessExpiry(Database database) {
        this.database = database;
    }

    /**
     * A group or a person with whom a content is shared.
     *
     * @param ends empty for a right without an end
     */
    public record Entry(String id, String name, boolean group, Optional<Instant> ends) {}

    public void schedule(Ticker ticker) {
        endDue();
        ticker.every(Duration.ofSeconds(1), "catalog-access-expiry",
                "no right ends by itself until the database answers", this::endDue);
    }

    /** Groups first, each kind by name; none when the content is not the account's. */
    public List<Entry> of(String ownerId, String contentId) {
        return database.read(tx -> tx.createQuery("select g.id, g.name, true as is_group,"
                + " s.ends from content_group s join work_group g on g.id = s.group_id"
                + " join content c on c.id = s.content_id where c.id = :id and c.owner_id = :owner"
                + " union all select a.id, a.name, false, s.ends from content_account s"
                + " join account a on a.id = s.account_id join content c on c.id = s.content_id"
                + " where c.id = :id and c.owner_id = :owner order by 3 desc, 2")
                .bind("id", contentId).bind("owner", ownerId)
                .map(row -> new Entry(row.getColumn("id", String.class),
                        row.getColumn("name", String.class),
                        row.getColumn("is_group", Boolean.class),
                        Optional.ofNullable(row.getColumn("ends", Instant.class))))
                .list());
    }

    /**
     * Says when the rights of these groups and people (ids) end; others keep theirs. INVALID for an end
     * that is over. False when the content is not the account's.
     */
    public boolean change(String ownerId, String contentId, Map<String, Optional<Instant>> ends) {
        Instant now = database.now();
        ends.values().forEach(end -> check(end, now));
        return database.change(tx -> {
            boolean owned = tx.createQuery("select count(*) from content where id = :id"
                    + " and owner_id = :owner").bind("id", contentId).bind("owner", ownerId)
                    .mapTo(Integer.class).one() == 1;
            if (owned) {
                put(tx, contentId, ends);
                ContentChange.of(tx).note(AuditKind.END_SET, ownerId, contentId, "");
            }
            return owned;
        });
    }

    /** INVALID for an end that is over, or further away than a database can say. */
    public static void check(Optional<Instant> end, Instant now) {
        if (end.isPresent() && end.get().isAfter(LATEST)) {
            throw CatalogException.invalid(Refused.END_FAR);
        }
        if (end.isPresent() && !end.get().isAfter(now)) {
            throw CatalogException.invalid(Refused.END_OVER);
        }
    }

    /** One end for all that are granted something. */
    public static Map<String, Optional<Instant>> all(Grants grants, Instant end) {
        return Stream.concat(grants.groupIds().stream(), grants.accountIds().stream()).distinct()
                .collect(Collectors.toMap(id -> id, _ -> Optional.of(end)));
    }

    /** The ends that there are, by the ids of groups and people. */
    static Map<String, Optional<Instant>> known(Transaction tx, String contentId) {
        return tx.createQuery("select group_id as id, ends from content_group"
                + " where content_id = :id and ends is not null union all select account_id, ends"
                + " from content_account where content_id = :id and ends is not null")
                .bind("id", contentId)
                .map(row -> Map.entry(row.getColumn("id", String.class),
                        Optional.of(row.getColumn("ends", Instant.class))))
                .list().stream().collect(
                        Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    public static void put(Transaction tx, String contentId, Map<String, Optional<Instant>> ends) {
        ends.forEach((who, end) -> {
            for (String table : TABLES) {
                var update = tx.createUpdate("update " + table + " set ends = :end"
                        + " where content_id = :id and " + column(table) + " = :who")
                        .bind("id", contentId).bind("who", who);
                end.ifPresentOrElse(at -> update.bind("end", at),
                        () -> update.bindNull("end", Types.TIMESTAMP_WITH_TIMEZONE));
                update.execute();
            }
        });
    }

    private static String column(String table) {
        return table.equals("content_group") ? "group_id" : "account_id";
    }

    /** Takes away the rights that have come to their end; of how many contents. */
    public int endDue() {
        Instant now = database.now();
        List<String> contents = database.read(tx -> tx
                .createQuery("select content_id from content_group where ends <= :now"
                        + " union select content_id from content_account where ends <= :now"
                        + " order by 1")
                .bind("now", now).mapTo(String.class).list());
        contents.forEach(content -> database.changeOnly(tx -> end(tx, content, now)));
        return contents.size();
    }

    /** Of two nodes that look at once, the second finds nothing left. */
    private void end(Transaction tx, String contentId, Instant now) {
        RowLocks.content(tx, contentId);
        List<String> names = tx.createQuery("select g.name from content_group s"
                + " join work_group g on g.id = s.group_id where s.content_id = :id"
                + " and s.ends <= :now union all select a.name from content_account s"
                + " join account a on a.id = s.account_id where s.content_id = :id"
                + " and s.ends <= :now order by 1").bind("id", contentId).bind("now", now)
                .mapTo(String.class).list();
        if (names.isEmpty()) {
            return;
        }
        AccessChange change = AccessChange.before(tx, contentId);
        for (String table : TABLES) {
            tx.createUpdate("delete from " + table + " where content_id = :id"
                    + " and ends <= :now").bind("id", contentId).bind("now", now).execute();
        }
        change.made(tx, AuditKind.ENDED, Audit.NOBODY, String.join(", ", names));
    }
}
