package org.gridtorrent.catalog.notify;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.Notice.Kind;
import org.gridtorrent.catalog.notify.Notices.Told;
import org.jdbi.v3.core.statement.Query;

/**
 * Notices about a change of access to one content, for people whom it concerns in person: whoever is named
 * newly, and whoever loses it although named or in the middle of a transfer.
 *
 * <p>{@link #before} reads what holds before the change, {@link #tell} compares. Both run inside the
 * transaction that makes the change.
 *
 * @param named accounts that may read the content because they are named
 * @param readers these, and those that may read it and have an open task for it
 */
public record AccessNotices(String contentId, Set<String> named, Set<String> readers) {
    private static final String OPEN_TASKS = "select t.account_id from task t"
            + " where t.content_id = c.id and t.state in ('WAITING', 'RUNNING')";
    private static final String NAMED = "select s.account_id from content_account s where s.content_id = c.id";

    public static AccessNotices before(Transaction tx, String contentId) {
        return new AccessNotices(contentId, readers(tx, contentId, NAMED),
                readers(tx, contentId, NAMED + " union " + OPEN_TASKS));
    }

    /** Of each content that is shared with the group and that somebody is just fetching. */
    public static List<AccessNotices> beforeGroupChange(Transaction tx, String groupId) {
        return tx.createQuery("select c.id from content c join content_group g"
                + " on g.content_id = c.id where g.group_id = :group and exists (" + OPEN_TASKS
                + ") order by c.id").bind("group", groupId).mapTo(String.class).list().stream()
                .map(id -> before(tx, id)).toList();
    }

    public void tell(Transaction tx) {
        for (String account : readers(tx, contentId, NAMED)) {
            if (!named.contains(account)) {
                add(tx, account, Kind.SHARED, "");
            }
        }
        if (readers.isEmpty()) {
            return;
        }
        Set<String> left = readers(tx, contentId, "select r.id from account r"
                + " where r.id in (<accounts>)", readers);
        Optional<String> title = tx.createQuery("select title from content where id = :id")
                .bind("id", contentId).mapTo(String.class).findOne();
        for (String account : readers) {
            if (!left.contains(account)) {
                add(tx, account, Kind.ACCESS_ENDED, title.orElse(""));
            }
        }
    }

    /** Tells those who are named that it is published, unless the version before was theirs by name too. */
    public static void published(Transaction tx, String contentId) {
        readers(tx, contentId, NAMED + " and not exists (select 1 from content_account p"
                + " where p.content_id = c.previous_id and p.account_id = s.account_id)")
                .forEach(account -> Notices.add(tx,
                        Told.ofContent(account, Kind.SHARED, contentId, "")));
    }

    private void add(Transaction tx, String accountId, Kind kind,
            String detail) {
        Notices.add(tx, Told.ofContent(accountId, kind, contentId, detail));
    }

    private static Set<String> readers(Transaction tx, String contentId, String which) {
        return readers(query(tx, contentId, which));
    }

    private static Set<String> readers(Transaction tx, String contentId, String which,
            Collection<String> accounts) {
        return readers(query(tx, contentId, which).bindList("accounts", accounts));
    }

    private static Query query(Transaction tx, String contentId, String which) {
        return tx.createQuery("select a.id, c.access_level as access, c.state,"
                + Contents.RELATION + " from content c join account a on a.id in (" + which
                + ") where c.id = :id and a.id <> c.owner_id").bind("id", contentId);
    }

    private static Set<String> readers(Query query) {
        return query.map(row -> AccessPolicy.mayRead(
                row.getColumn("access", Content.Access.class),
                row.getColumn("state", Content.State.class), row.getRow(Relation.class))
                        ? Optional.of(row.getColumn("id", String.class))
                        : Optional.<String>empty())
                .list().stream().flatMap(Optional::stream)
                .collect(Collectors.toUnmodifiableSet());
    }
}
