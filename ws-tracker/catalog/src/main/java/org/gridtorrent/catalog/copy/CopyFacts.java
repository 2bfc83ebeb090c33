package org.gridtorrent.catalog.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.device.Presence;
import org.gridtorrent.catalog.device.PresenceRows;
import org.gridtorrent.catalog.task.Task.Kind;
import org.jdbi.v3.core.result.RowView;

/**
 * What is known of a content's copies at one moment: its rule, and each machine that holds it, is told
 * anything about it, or offers room.
 */
record CopyFacts(String contentId, String title, long length, CopyRule rule, List<Spot> spots,
        Instant now, CopyWaits waits) {
    private static final Duration FAILED_LATELY = Duration.ofDays(1);
    private static final String OPEN = "state in ('WAITING', 'RUNNING')";
    private static final String SPOTS = "select d.id, d.name, d.account_id,"
            + " a.name as account_name, d.always_on, d.offered_bytes, d.free_bytes, d.session,"
            + PresenceRows.COLUMNS + ", c.access_level as access, c.state as content_state,"
            + Contents.RELATION + ", k.verified, k.shared, k.damaged, k.by_rule, k.missing,"
            + " exists (select 1 from copy_refusal r where r.content_id = c.id"
            + " and r.device_id = d.id) as is_refused, exists (select 1 from task f"
            + " where f.content_id = c.id and f.device_id = d.id and f.for_rule"
            + " and f.kind in ('DOWNLOAD', 'REPAIR') and f.state = 'FAILED'"
            + " and f.changed > :lately) as has_failed,"
            + " (not exists (select 1 from copy_rule_place p where p.content_id = c.id)"
            + " or exists (select 1 from copy_rule_place p left join membership m"
            + " on m.group_id = p.group_id and m.account_id = a.id and m.group_yes"
            + " and m.account_yes where p.content_id = c.id"
            + " and (p.device_id = d.id or m.group_id is not null))) as is_placed,"
            + " (select coalesce(sum(x.total_length), 0) from content x where x.id in"
            + " (select y.content_id from content_copy y where y.device_id = d.id and y.by_rule"
            + " union select z.content_id from task z where z.device_id = d.id and z.for_rule"
            + " and z.kind = 'DOWNLOAD' and z." + OPEN + ")) as filled"
            + " from content c join device d on not d.withdrawn"
            + " join account a on a.id = d.account_id left join content_copy k"
            + " on k.content_id = c.id and k.device_id = d.id where c.id = :content"
            + " and (d.offered_bytes > 0 or k.device_id is not null or d.id in"
            + " (select o.device_id from task o where o.content_id = :content and o." + OPEN
            + ")) order by d.name, d.id";

    /**
     * A machine with what people call it.
     *
     * @param mayRead its user may have the content; another's machine serves it to nobody
     */
    record Spot(CopyPlace place, String deviceName, String accountId, String accountName,
            boolean mayRead) {}

    private record Open(Kind kind, boolean paused, boolean forRule) {}

    private record Head(String title, long length, CopyRule rule) {}

    /** Empty when the content is not published. */
    static Optional<CopyFacts> of(Transaction tx, String contentId, CopyWaits waits) {
        Instant now = tx.now();
        return tx.createQuery("select c.title, c.total_length, coalesce(r.copies, 0),"
                + " coalesce(r.always_on, 0) from content c left join copy_rule r"
                + " on r.content_id = c.id where c.id = :id and c.state = 'PUBLISHED'")
                .bind("id", contentId)
                .map((row, _) -> new Head(row.getString(1), row.getLong(2),
                        new CopyRule(row.getInt(3), row.getInt(4))))
                .findOne().map(head -> new CopyFacts(contentId, head.title(), head.length(),
                        head.rule(), spots(tx, contentId, now), now, waits));
    }

    CopyPlan plan(Instant watching) {
        return new CopyPlan(rule, length, spots.stream().map(Spot::place).toList(), now, watching,
                waits);
    }

    /** The owner of a machine, in whose name the rule's tasks for it are. */
    String accountOf(String deviceId) {
        return spots.stream().filter(spot -> spot.place().deviceId().equals(deviceId)).findFirst()
                .orElseThrow().accountId();
    }

    private static List<Spot> spots(Transaction tx, String contentId, Instant now) {
        Map<String, List<Open>> open = new HashMap<>();
        tx.createQuery("select device_id, kind, paused, for_rule from task"
                + " where content_id = :content and " + OPEN).bind("content", contentId)
                .map((row, _) -> Map.entry(row.getString(1), new Open(
                        Kind.valueOf(row.getString(2)), row.getBoolean(3), row.getBoolean(4))))
                .forEach(task -> open.computeIfAbsent(task.getKey(), _ -> new ArrayList<>())
                        .add(task.getValue()));
        return tx.createQuery(SPOTS).bind("content", contentId)
                .bind("lately", now.minus(FAILED_LATELY))
                .map(row -> spot(row, open.getOrDefault(row.getColumn("id", String.class),
                        List.of())))
                .list();
    }

    private static Spot spot(RowView row, List<Open> open) {
        Optional<Instant> verified = Optional.ofNullable(row.getColumn("verified", Instant.class));
        Holding holding = holding(row, verified.isPresent(), open);
        boolean ofRule = verified.isPresent()
                ? row.getColumn("by_rule", Boolean.class)
                : open.stream().anyMatch(task -> task.kind() == Kind.DOWNLOAD && task.forRule());
        long offered = row.getColumn("offered_bytes", Long.class);
        long room = Math.min(offered - row.getColumn("filled", Long.class),
                row.getColumn("free_bytes", Long.class));
        boolean mayRead = AccessPolicy.mayRead(row.getColumn("access", Access.class),
                row.getColumn("content_state", Content.State.class), row.getRow(Relation.class));
        boolean eligible = row.getColumn("is_placed", Boolean.class) && mayRead;
        CopyPlace place = new CopyPlace(row.getColumn("id", String.class),
                row.getRow(Presence.class),
                row.getColumn("always_on", Boolean.class), room, eligible,
                row.getColumn("is_refused", Boolean.class)
                        || row.getColumn("has_failed", Boolean.class)
                        || row.getColumn("session", Long.class) == 0,
                holding, ofRule, verified,
                Optional.ofNullable(row.getColumn("missing", Instant.class)),
                open.stream().anyMatch(
                        task -> task.kind() == Kind.VERIFY || task.kind() == Kind.REPAIR));
        return new Spot(place, row.getColumn("name", String.class),
                row.getColumn("account_id", String.class),
                row.getColumn("account_name", String.class), mayRead);
    }

    private static Holding holding(RowView row, boolean known, List<Open> open) {
        if (open.stream().anyMatch(task -> task.kind().ends())) {
            return Holding.LEAVING;
        }
        if (known) {
            boolean shared = row.getColumn("shared", Boolean.class);
            boolean damaged = row.getColumn("damaged", Boolean.class);
            return !shared ? Holding.STOPPED : damaged ? Holding.DAMAGED : Holding.VERIFIED;
        }
        List<Open> bringing = open.stream().filter(task -> task.kind() != Kind.LIMIT
                && task.kind() != Kind.VERIFY).toList();
        return bringing.isEmpty()
                ? Holding.NOTHING
                : bringing.stream().allMatch(Open::paused) ? Holding.PAUSED : Holding.COMING;
    }
}
