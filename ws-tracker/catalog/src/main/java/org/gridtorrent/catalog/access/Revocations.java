package org.gridtorrent.catalog.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.SharedWith;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;

/** Takes many rights away at once, and says before what that ends. */
public final class Revocations {
    public static final int MOST = 500;
    /** In place of an account's id: everybody who has an account. */
    private static final String EVERYBODY = "";

    private final Database database;

    public Revocations(Database database) {
        this.database = database;
    }

    /** What revoking these does, by title; nothing of those that there are not. INVALID over {@link #MOST}. */
    public List<RevocationEffect> review(ReportScope extent, Collection<Right.Key> keys) {
        Set<Right.Key> wanted = checked(keys);
        List<String> ids = wanted.stream().map(Right.Key::contentId).distinct().toList();
        if (ids.isEmpty()) {
            return List.of();
        }
        return database.read(tx -> {
            Map<String, List<Right>> rights = new LinkedHashMap<>();
            var query = tx.createQuery("select r.* from ("
                    + RightRows.all(" and c.id in (<ids>)" + RightRows.within(extent))
                    + ") r order by r.title, r.id, r.road, r.who").bindList("ids", ids);
            if (!extent.wholeSite()) {
                query.bind("asker", extent.accountId());
            }
            query.map(RightRows::right).forEach(right -> rights
                    .computeIfAbsent(right.key().contentId(), _ -> new ArrayList<>()).add(right));
            Map<String, Set<String>> members = members(tx, ids);
            long people = tx.createQuery("select count(*) from account where not disabled")
                    .mapTo(Long.class).one();
            return rights.values().stream().map(all -> loss(all, wanted, members, people))
                    .filter(loss -> !loss.ending().isEmpty()).toList();
        });
    }

    private static RevocationEffect loss(List<Right> all, Set<Right.Key> wanted,
            Map<String, Set<String>> members, long people) {
        Map<Boolean, List<Right>> parted = all.stream()
                .collect(Collectors.partitioningBy(right -> wanted.contains(right.key())));
        List<Right> ending = parted.getOrDefault(true, List.of());
        Right first = all.getFirst();
        Set<String> losing = reached(ending, members);
        losing.removeAll(reached(parted.getOrDefault(false, List.of()), members));
        losing.remove(first.ownerId());
        boolean ownerIsIn = all.stream().anyMatch(right -> right.key().road() == GrantType.OWNER);
        return new RevocationEffect(first.key().contentId(), first.title(), ending,
                losing.contains(EVERYBODY) ? people - (ownerIsIn ? 1 : 0) : losing.size());
    }

    private static Set<String> reached(List<Right> rights, Map<String, Set<String>> members) {
        Set<String> reached = new HashSet<>();
        for (Right right : rights) {
            switch (right.key().road()) {
                case OWNER, NAMED -> reached.add(right.key().whoId());
                case GROUP -> reached.addAll(members.getOrDefault(right.key().whoId(), Set.of()));
                case EVERYBODY -> reached.add(EVERYBODY);
            }
        }
        return reached;
    }

    /** Of each group that one of the contents is shared with, those inside who are not disabled. */
    private static Map<String, Set<String>> members(Transaction tx, List<String> contentIds) {
        Map<String, Set<String>> members = new HashMap<>();
        tx.createQuery("select m.group_id, m.account_id from membership m"
                + " join account a on a.id = m.account_id where m.group_yes and m.account_yes"
                + " and not a.disabled and m.group_id in (select group_id from content_group"
                + " where content_id in (<ids>))").bindList("ids", contentIds)
                .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
                .forEach(row -> members.computeIfAbsent(row.getKey(), _ -> new HashSet<>())
                        .add(row.getValue()));
        return members;
    }

    /**
     * Takes them away, all in one transaction; how many there were. What is gone already, is not within
     * the extent or is the owner's own is left out. INVALID over {@link #MOST}.
     */
    public int revoke(ReportScope extent, Collection<Right.Key> keys) {
        Map<String, List<Right.Key>> byContent = checked(keys).stream()
                .filter(Right.Key::isRevocable)
                .collect(Collectors.groupingBy(Right.Key::contentId, TreeMap::new,
                        Collectors.toList()));
        return database.change(tx -> {
            int ended = 0;
            for (var content : byContent.entrySet()) {
                ended += end(tx, extent, content.getKey(), content.getValue());
            }
            return ended;
        });
    }

    private int end(Transaction tx, ReportScope extent, String contentId, List<Right.Key> keys) {
        RowLocks.content(tx, contentId);
        record Found(String ownerId, Access access) {}
        Optional<Found> found = tx.createQuery("select owner_id, access_level from content"
                + " where id = :id and state = 'PUBLISHED'").bind("id", contentId)
                .map((row, _) -> new Found(row.getString(1), Access.valueOf(row.getString(2))))
                .findOne()
                .filter(one -> extent.wholeSite() || one.ownerId().equals(extent.accountId()));
        if (found.isEmpty()) {
            return 0;
        }
        AccessChange change = AccessChange.before(tx, contentId);
        SharedWith before = Contents.sharedWith(tx, contentId);
        int ended = keys.stream().mapToInt(key -> delete(tx, key)).sum();
        if (ended > 0) {
            SharedWith left = Contents.sharedWith(tx, contentId);
            List<String> gone = new ArrayList<>(before.groupNames());
            gone.addAll(before.accountNames());
            left.groupNames().forEach(gone::remove);
            left.accountNames().forEach(gone::remove);
            change.made(tx, AuditKind.REVOKED, extent.accountId(),
                    found.get().access().name() + " " + String.join(", ", gone));
        }
        return ended;
    }

    private static int delete(Transaction tx, Right.Key key) {
        return switch (key.road()) {
            case OWNER -> 0;
            case NAMED -> deleted(tx, "content_account", "account_id", key);
            case GROUP -> deleted(tx, "content_group", "group_id", key);
            // Nobody is named then: its owner alone has it.
            case EVERYBODY -> tx.createUpdate("update content set access_level = 'USER'"
                    + " where id = :id and access_level = 'PUBLIC'").bind("id", key.contentId())
                    .execute();
        };
    }

    private static int deleted(Transaction tx, String table, String column, Right.Key key) {
        return tx.createUpdate("delete from " + table + " where content_id = :id and " + column
                + " = :who").bind("id", key.contentId()).bind("who", key.whoId()).execute();
    }

    private static Set<Right.Key> checked(Collection<Right.Key> keys) {
        if (keys.size() > MOST) {
            throw CatalogException.invalid(Refused.REVOKED_TOO_MANY, MOST);
        }
        return Set.copyOf(keys);
    }
}
