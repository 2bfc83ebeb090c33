package org.gridtorrent.catalog.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.copy.CopyPlan.Decision;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LeaderLease;
import org.gridtorrent.catalog.db.Revisions;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notices;
import org.gridtorrent.catalog.notify.Notices.Told;
import org.gridtorrent.catalog.task.CopyHolders;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Tasks;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * The keeper's side of {@link Copies}. What is decided for a content is done in one transaction that
 * has locked it, so neither a second keeper nor a killed one does anything twice; the lease only
 * spares the work.
 */
public final class CopyReconciler {
    /** To be renewed within it. */
    public static final Duration LEASE = LeaderLease.LEASE;
    private static final String NAME = "copies";
    private static final String OPEN = "state in ('WAITING', 'RUNNING')";

    private final Database database;
    private final CopyWaits waits;
    private final LeaderLease keeper;

    public CopyReconciler(Database database, CopyWaits waits) {
        this.database = database;
        this.waits = waits;
        this.keeper = new LeaderLease(database, NAME);
    }

    /** Few copies of a content can be reached, or, without a number, enough again. */
    public record Warning(String contentId, String title, Optional<Integer> reachable) {}

    /** True when this node is the one that looks, for as long as the lease is. */
    public boolean lead(String node) {
        return keeper.lead(node);
    }

    static Optional<Instant> watching(Transaction tx) {
        return LeaderLease.watching(tx, NAME);
    }

    /** Contents with a rule of which something moved. */
    public List<String> asked() {
        return database.read(tx -> tx
                .createQuery("select content_id from copy_rule where asked order by content_id")
                .mapTo(String.class).list());
    }

    /** All contents with a rule. */
    public List<String> all() {
        return database.read(tx -> tx
                .createQuery("select content_id from copy_rule order by content_id")
                .mapTo(String.class).list());
    }

    /** Looks at a content's rule and does what it asks for; how many tasks were made or cancelled. */
    public int hold(String contentId) {
        // First, so that what moves from here on is asked about again.
        database.write(tx -> tx.createUpdate("update copy_rule set asked = false"
                + " where content_id = :id and asked").bind("id", contentId).execute());
        if (database.read(tx -> decision(tx, contentId)).isEmpty()) {
            forgetOver(contentId);
            return 0;
        }
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            return decision(tx, contentId).map(what -> act(tx, what)).orElse(0);
        });
    }

    private record What(CopyFacts facts, Decision decision) {}

    private Optional<What> decision(Transaction tx, String contentId) {
        Instant watching = watching(tx).orElse(database.now());
        return CopyFacts.of(tx, contentId, waits)
                .map(facts -> new What(facts, facts.plan(watching).decide()))
                .filter(what -> !what.decision().isEmpty());
    }

    private int act(Transaction tx, What what) {
        Decision decision = what.decision();
        decision.cancel().forEach(device -> cancel(tx, what.facts(), device));
        add(tx, what.facts(), Kind.REMOVE, decision.withdraw());
        add(tx, what.facts(), Kind.DOWNLOAD, decision.make());
        add(tx, what.facts(), Kind.VERIFY, decision.verify());
        add(tx, what.facts(), Kind.REPAIR, decision.repair());
        return decision.cancel().size() + decision.withdraw().size() + decision.make().size()
                + decision.verify().size() + decision.repair().size();
    }

    private void add(Transaction tx, CopyFacts facts, Kind kind, List<String> devices) {
        for (String device : devices) {
            Tasks.addForRule(tx, Order.of(kind, facts.contentId(), device),
                    facts.accountOf(device));
        }
    }

    private void cancel(Transaction tx, CopyFacts facts, String device) {
        tx.createUpdate("update task set state = 'CANCELLED', changed = :now, reason = :reason"
                + " where content_id = :content and device_id = :device and for_rule"
                + " and kind = 'DOWNLOAD' and " + OPEN).bind("now", database.now())
                .bind("reason", TaskReason.of(ReasonCode.COPY_RULE_ENDED).encoded())
                .bind("content", facts.contentId()).bind("device", device).execute();
        Revisions.deviceChanged(tx, device);
    }

    /** A rule that was removed is forgotten when nothing of what it made is left. */
    private void forgetOver(String contentId) {
        database.write(tx -> tx.createUpdate("delete from copy_rule where content_id = :id"
                + " and copies = 0 and not exists (select 1 from content_copy k"
                + " where k.content_id = :id and k.by_rule) and not exists (select 1 from task t"
                + " where t.content_id = :id and t.for_rule and t." + OPEN + ")")
                .bind("id", contentId).execute());
    }

    /**
     * Notes which copies are not announced, though their machines are there. The note stays while a machine is away
     * only when it was there for an hour without announcing: one that was shut down is not to blame.
     */
    public void noteMissing() {
        Instant now = database.now();
        String announced = "exists (select 1 from announcement n"
                + " where n.content_id = content_copy.content_id"
                + " and n.device_id = content_copy.device_id and n.bytes_left = 0"
                + " and n.expires > :now)";
        database.write(tx -> {
            tx.createUpdate("update content_copy set missing = null"
                    + " where missing is not null and (" + announced
                    + " or exists (select 1 from device d where d.id = content_copy.device_id"
                    + " and d.last_seen <= :here"
                    + " and content_copy.missing > d.last_seen - interval '1' hour))")
                    .bind("now", now).bind("here", now.minus(CopyPlan.HERE)).execute();
            return tx.createUpdate("update content_copy set missing = :now"
                    + " where missing is null and shared"
                    + " and device_id in (select id from device where last_seen > :here)"
                    + " and not " + announced).bind("now", now)
                    .bind("here", now.minus(CopyPlan.HERE)).execute();
        });
    }

    /**
     * What changed since it was last asked: contents of which no verified copy can be reached, or one
     * where a rule asks for more.
     */
    public List<Warning> news() {
        Instant now = database.now();
        return database.write(tx -> {
            Map<String, Integer> said = new HashMap<>();
            tx.createQuery("select content_id, reachable from copy_warning")
                    .map((row, _) -> Map.entry(row.getString(1), row.getInt(2)))
                    .forEach(each -> said.put(each.getKey(), each.getValue()));
            List<Warning> news = new ArrayList<>();
            for (Warning few : few(tx, now)) {
                Integer before = said.remove(few.contentId());
                if (!few.reachable().equals(Optional.ofNullable(before))) {
                    say(tx, few, now);
                    news.add(few);
                }
            }
            said.keySet().forEach(id -> over(tx, id).ifPresent(news::add));
            return List.copyOf(news);
        });
    }

    private List<Warning> few(Transaction tx, Instant now) {
        Map<String, Integer> reachable = CopyHolders.counts(tx,
                now.minus(waits.unreachable()));
        return tx.createQuery("select c.id, c.title, coalesce(r.copies, 0) as copies"
                + " from content c left join copy_rule r on r.content_id = c.id"
                + " where c.state = 'PUBLISHED' and not exists (select 1 from task p"
                + " where p.content_id = c.id and p.kind = 'PUBLISH' and p." + OPEN
                + ") order by c.id")
                .map((row, _) -> {
                    int count = reachable.getOrDefault(row.getString(1), 0);
                    boolean few = count == 0 || (count < 2 && row.getInt(3) >= 2);
                    return few
                            ? Optional.of(new Warning(row.getString(1), row.getString(2),
                                    Optional.of(count)))
                            : Optional.<Warning>empty();
                }).list().stream().flatMap(Optional::stream).toList();
    }

    private void say(Transaction tx, Warning few, Instant now) {
        for (String sql : List.of("delete from copy_warning where content_id = :contentId",
                "insert into copy_warning (content_id, reachable, since)"
                        + " values (:contentId, :reachable, :now) on conflict do nothing")) {
            tx.createUpdate(sql).bindMethods(few).bind("now", now).execute();
        }
        tx.createQuery("select owner_id from content where id = :id")
                .bind("id", few.contentId()).mapTo(String.class).findOne()
                .ifPresent(owner -> Notices.add(tx, Told.ofContent(owner,
                        Notice.Kind.FEW_COPIES, few.contentId(),
                        few.reachable().map(String::valueOf).orElse(""))));
    }

    private static Optional<Warning> over(Transaction tx, String contentId) {
        tx.createUpdate("delete from copy_warning where content_id = :id")
                .bind("id", contentId).execute();
        return tx.createQuery("select title from content where id = :id").bind("id", contentId)
                .mapTo(String.class).findOne()
                .map(title -> new Warning(contentId, title, Optional.empty()));
    }
}
