package org.gridtorrent.catalog.copy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.catalog.copy.CopyFacts.Spot;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;
import org.gridtorrent.catalog.copy.CopyStatus.Line;
import org.gridtorrent.catalog.copy.CopyStatus.Named;
import org.gridtorrent.catalog.copy.CopyStatus.Rule;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.task.CopyLedger;
import org.gridtorrent.catalog.task.Tasks;
import org.jdbi.v3.core.statement.Query;

/** People's side of the rules for copies; {@link CopyReconciler} holds them. */
public final class Copies {
    private static final int MOST_PLACES = 100;

    private static final String PLACES = " where p.content_id = :content order by p.position";

    private final Database database;
    private final CopyWaits waits;
    private final Contents contents;

    public Copies(Database database, Contents contents, CopyWaits waits) {
        this.database = database;
        this.waits = waits;
        this.contents = contents;
    }

    /**
     * Replaces the content's rule. False when the content is not the account's, or withdrawn; INVALID for another
     * number than 1 to 100, a machine that is not the account's, or a group that it is not in.
     */
    public boolean keep(String ownerId, String contentId, int copies, int alwaysOn,
            List<String> deviceIds, List<String> groupIds) {
        check(copies, alwaysOn);
        if (deviceIds.size() + groupIds.size() > MOST_PLACES) {
            throw CatalogException.invalid(Refused.COPIES_PLACES, MOST_PLACES);
        }
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            boolean owned = owns(tx, ownerId, contentId);
            if (owned) {
                put(tx, contentId, new CopyRule(copies, alwaysOn));
                place(tx, ownerId, contentId, deviceIds, groupIds);
            }
            return owned;
        });
    }

    public static void check(int copies, int alwaysOn) {
        if (copies < 1 || copies > CopyRule.MOST || alwaysOn < 0 || alwaysOn > copies) {
            throw CatalogException.invalid(Refused.COPIES_NUMBER, CopyRule.MOST);
        }
    }

    /** Takes the rule back; what it made is withdrawn, but never a last copy. False as for keeping. */
    public boolean keepNone(String ownerId, String contentId) {
        return database.change(tx -> {
            RowLocks.content(tx, contentId);
            boolean owned = owns(tx, ownerId, contentId);
            if (owned) {
                tx.createUpdate("update copy_rule set copies = 0, always_on = 0, asked = true,"
                        + " changed = :now where content_id = :content")
                        .bind("now", database.now()).bind("content", contentId).execute();
                dropPlaces(tx, contentId);
            }
            return owned;
        });
    }

    /** Empty when the content may not be read, or is not published. */
    public Optional<CopyStatus> of(String readerId, String contentId) {
        return database.read(tx -> contents.find(tx, readerId, contentId)
                .flatMap(content -> CopyFacts.of(tx, contentId, waits)
                        .map(facts -> kept(tx, facts, readerId,
                                content.ownerId().equals(readerId)))));
    }

    /** Of how many contents the machine has the last verified copy. */
    public int onlyOn(String deviceId) {
        return database.read(tx -> CopyLedger.onlyOn(tx, deviceId, waits));
    }

    /**
     * What is on a machine.
     *
     * @param count how many data sets it has, of so many bytes together
     * @param byRule how many of them rules put there
     */
    public record Held(int count, long bytes, int byRule) {}

    public Held heldBy(String deviceId) {
        return database.read(tx -> tx.createQuery("select count(*),"
                + " coalesce(sum(c.total_length), 0), coalesce(sum(case when k.by_rule then 1"
                + " else 0 end), 0) from content_copy k join content c on c.id = k.content_id"
                + " where k.device_id = :device").bind("device", deviceId)
                .map((row, _) -> new Held(row.getInt(1), row.getLong(2), row.getInt(3))).one());
    }

    private static CopyStatus kept(Transaction tx, CopyFacts facts, String readerId,
            boolean owner) {
        CopyPlan plan = facts.plan(watching(tx));
        var notices = new CopyNotices(facts, plan);
        List<Line> lines = facts.spots().stream()
                .filter(spot -> spot.place().holding() != Holding.NOTHING)
                .map(spot -> line(spot, plan, facts.now())).toList();
        return new CopyStatus(rule(tx, facts, readerId), lines, count(lines, Line::counts),
                count(lines, line -> line.counts() && line.alwaysOn()),
                (int) facts.spots().stream().filter(notices::isReachable).count(),
                owner ? notices.all() : List.of());
    }

    private static int count(List<Line> lines, Predicate<Line> which) {
        return (int) lines.stream().filter(which).count();
    }

    private static Line line(Spot spot, CopyPlan plan, Instant now) {
        CopyPlace place = spot.place();
        return new Line(place.deviceId(), spot.deviceName(), spot.accountId(), spot.accountName(),
                place.holding(), place.ofRule(), plan.counts(place), plan.isAlwaysOn(place),
                place.verified(), place.missing(), place.presence().lastSeen(),
                place.presence().share(now));
    }

    /** Without a keeper that looks, silence counts as it is. */
    private static Instant watching(Transaction tx) {
        return CopyReconciler.watching(tx).orElse(Instant.EPOCH);
    }

    private static Optional<Rule> rule(Transaction tx, CopyFacts facts, String readerId) {
        if (facts.rule().copies() == 0) {
            return Optional.empty();
        }
        String from = " from copy_rule_place p join ";
        return Optional.of(new Rule(facts.rule(),
                named(tx.createQuery("select d.id, d.name" + from
                        + "device d on d.id = p.device_id" + PLACES), facts.contentId()),
                named(tx.createQuery("select g.id, case when g.listed_key is not null"
                        + " or m.account_id is not null then g.name else '' end"
                        + from + "work_group g on g.id = p.group_id left join membership m"
                        + " on m.group_id = g.id and m.account_id = :reader" + PLACES)
                        .bind("reader", readerId), facts.contentId())));
    }

    private static List<Named> named(Query places, String contentId) {
        return places.bind("content", contentId)
                .map((row, _) -> new Named(row.getString(1), row.getString(2))).list();
    }

    private static boolean owns(Transaction tx, String ownerId, String contentId) {
        return tx.createQuery("select count(*) from content where id = :id"
                + " and owner_id = :owner and state <> 'WITHDRAWN'").bind("id", contentId)
                .bind("owner", ownerId).mapTo(Integer.class).one() == 1;
    }

    public static void put(Transaction tx, String contentId, CopyRule rule) {
        for (String sql : List.of("insert into copy_rule (content_id, copies, always_on, changed)"
                + " values (:content, :copies, :alwaysOn, :now) on conflict do nothing",
                "update copy_rule set copies = :copies, always_on = :alwaysOn, changed = :now,"
                        + " asked = true where content_id = :content")) {
            tx.createUpdate(sql).bindMethods(rule).bind("content", contentId)
                    .bind("now", tx.now()).execute();
        }
    }

    private static void dropPlaces(Transaction tx, String contentId) {
        tx.createUpdate("delete from copy_rule_place where content_id = :content")
                .bind("content", contentId).execute();
    }

    private static void place(Transaction tx, String ownerId, String contentId,
            List<String> deviceIds, List<String> groupIds) {
        dropPlaces(tx, contentId);
        int position = 0;
        for (String device : deviceIds.stream().distinct().toList()) {
            Tasks.requireDevice(tx, ownerId, device);
            add(tx, contentId, position++, "device_id", device);
            // Who names it wants it there, whatever was said before.
            tx.createUpdate("delete from copy_refusal where content_id = :content"
                    + " and device_id = :device").bind("content", contentId)
                    .bind("device", device).execute();
        }
        for (String group : groupIds.stream().distinct().toList()) {
            boolean member = tx.createQuery("select count(*) from membership where group_id ="
                    + " :group and account_id = :owner and group_yes and account_yes")
                    .bind("group", group).bind("owner", ownerId).mapTo(Integer.class).one() == 1;
            if (!member) {
                throw CatalogException.invalid(Refused.COPIES_GROUP);
            }
            add(tx, contentId, position++, "group_id", group);
        }
    }

    private static void add(Transaction tx, String contentId, int position, String column,
            String id) {
        tx.createUpdate("insert into copy_rule_place (content_id, position, " + column
                + ") values (:content, :position, :id)").bind("content", contentId)
                .bind("position", position).bind("id", id).execute();
    }
}
