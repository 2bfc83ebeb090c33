package org.gridtorrent.catalog.subscription;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.gridtorrent.catalog.change.SearchClock;
import org.gridtorrent.catalog.dataset.Rights;
import org.gridtorrent.catalog.dataset.Rights.Reader;
import org.gridtorrent.catalog.dataset.Tombstones;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notices;
import org.gridtorrent.catalog.notify.Notices.Told;
import org.gridtorrent.catalog.search.IndexEntry;
import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.search.SearchHits.Hit;
import org.gridtorrent.catalog.search.SearchIndex;
import org.gridtorrent.catalog.search.SearchRows;
import org.gridtorrent.catalog.search.SearchRows.Change;
import org.gridtorrent.catalog.subscription.Subscription.Kind;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * The keeper's side of {@link Subscriptions}. It follows the contents by the {@link SearchClock}: of what
 * changed since it last looked, it asks which subscriptions name it, and puts all searches to an index
 * of that alone. What was told is noted with the telling, so nothing is told twice, by whichever node.
 */
public final class SubscriptionMatcher {
    private static final String NAME = "subscriptions";
    private static final long NEVER = -1;
    private static final String COLUMNS = "select s.id, s.account_id, s.kind, s.target,"
            + " s.content_id, s.group_id, s.owner_id, s.device_id from subscription s ";
    /** Shared or published since the subscription began, as opposed to edited. */
    private static final String SINCE = " and (c.published > s.created or exists (select 1"
            + " from audit e where e.content_id = c.id and e.kind = 'SHARED'"
            + " and e.happened > s.created))";
    private static final String ABOVE = "with recursive above (id, previous_id) as"
            + " (select id, previous_id from content where id = :id union all"
            + " select c.id, c.previous_id from above a join content c on c.id = a.previous_id)"
            + " select id from above";

    private final Database database;
    private final Tombstones tombstones;

    public SubscriptionMatcher(Database database, Tombstones tombstones) {
        this.database = database;
        this.tombstones = tombstones;
    }

    private record Subscriber(String id, String accountId, SubscriptionTarget target,
            @Nullable String deviceId) {}

    /** What somebody is to be told. */
    private record News(Subscriber subscriber, String contentId, Notice.Kind kind, String detail) {}

    /** Looks at what changed since it last did; how many were told of something. */
    public int match() {
        long number = database.read(SearchClock::number);
        long seen = database.read(SubscriptionMatcher::seen);
        if (seen == NEVER) {
            // What there is before anybody could subscribe is no news.
            note(number);
            return 0;
        }
        if (number == seen) {
            return 0;
        }
        List<Change> changes = database.snapshot(tx -> SearchRows.since(tx, seen));
        var readers = new HashMap<String, Reader>();
        List<News> hits = new ArrayList<>();
        changes.forEach(change -> hits.addAll(change.entry()
                .map(entry -> named(change.id(), entry, readers))
                .orElseGet(() -> gone(change.id()))));
        hits.addAll(searched(changes, readers));
        int told = 0;
        for (News hit : hits) {
            told += database.change(tx -> tell(tx, hit)) ? 1 : 0;
        }
        note(number);
        return told;
    }

    private static long seen(Transaction tx) {
        return tx.createQuery("select number from subscription_clock where name = :name")
                .bind("name", NAME).mapTo(Long.class).findOne().orElse(NEVER);
    }

    private void note(long number) {
        database.write(tx -> {
            tx.createUpdate("insert into subscription_clock (name, number)"
                    + " values (:name, :number) on conflict do nothing").bind("name", NAME)
                    .bind("number", number).execute();
            return tx.createUpdate("update subscription_clock set number = :number"
                    + " where name = :name and number < :number").bind("name", NAME)
                    .bind("number", number).execute();
        });
    }

    /** Those who subscribed to a version before it, to its owner, or to a group that it is shared with. */
    private List<News> named(String id, IndexEntry<Rights> entry, Map<String, Reader> readers) {
        return database.read(tx -> {
            List<Subscriber> of = new ArrayList<>(followers(tx, id, false));
            of.addAll(tx.createQuery(COLUMNS + "join content_group cg"
                    + " on cg.group_id = s.group_id join content c on c.id = cg.content_id"
                    + " where c.id = :id and c.access_level = 'GROUP'" + SINCE).bind("id", id)
                    .map(SubscriptionMatcher::subscriber).list());
            of.addAll(tx.createQuery(COLUMNS + "join content c on c.owner_id = s.owner_id"
                    + " where c.id = :id" + SINCE).bind("id", id)
                    .map(SubscriptionMatcher::subscriber).list());
            return of.stream().filter(one -> isNews(tx, one, entry.rights(), readers))
                    .map(one -> new News(one, id, kind(one), "")).toList();
        });
    }

    private static Notice.Kind kind(Subscriber one) {
        return one.target().kind() == Kind.DATASET ? Notice.Kind.NEW_VERSION : Notice.Kind.SHARED;
    }

    /** One's own is none. */
    private static boolean isNews(Transaction tx, Subscriber one, Rights rights,
            Map<String, Reader> readers) {
        return !rights.ownerId().equals(one.accountId()) && readers
                .computeIfAbsent(one.accountId(), id -> Reader.of(tx, id))
                .mayKnowOf(rights);
    }

    private static List<Subscriber> followers(Transaction tx, String id, boolean itself) {
        List<String> versions = tx.createQuery(ABOVE).bind("id", id).mapTo(String.class)
                .list().stream().filter(version -> itself || !version.equals(id)).toList();
        return versions.isEmpty()
                ? List.of()
                : tx.createQuery(COLUMNS + "where s.content_id in (<ids>)")
                        .bindList("ids", versions).map(SubscriptionMatcher::subscriber).list();
    }

    /** Those who subscribed to what was withdrawn, and could see it. */
    private List<News> gone(String id) {
        return database.read(tx -> tx.createQuery("select count(*)"
                + " from content_withdrawal where content_id = :id").bind("id", id)
                .mapTo(Integer.class).one() == 0
                        ? List.<Subscriber>of()
                        : followers(tx, id, true))
                .stream()
                .flatMap(one -> tombstones.find(one.accountId(), id).stream()
                        .map(tombstone -> new News(one, id, Notice.Kind.WITHDRAWN,
                                tombstone.reason())))
                .toList();
    }

    private List<News> searched(List<Change> changes, Map<String, Reader> readers) {
        var index = new SearchIndex<Rights>();
        Map<String, Rights> rights = new HashMap<>();
        changes.forEach(change -> change.entry().ifPresent(entry -> {
            index.put(entry);
            rights.put(change.id(), entry.rights());
        }));
        if (rights.isEmpty()) {
            return List.of();
        }
        return database.read(tx -> tx.createQuery(COLUMNS + "where s.kind = 'SEARCH'")
                .map(SubscriptionMatcher::subscriber).list().stream()
                .flatMap(one -> found(tx, one, index, rights, readers)).toList());
    }

    /** The words first: whoever they do not fit is not looked up. */
    private static Stream<News> found(Transaction tx, Subscriber one, SearchIndex<Rights> index,
            Map<String, Rights> rights, Map<String, Reader> readers) {
        var search = (SubscriptionTarget.OfSearch) one.target();
        var query = search.query(rights.size());
        if (index.find(query, _ -> true).total() == 0) {
            return Stream.of();
        }
        Reader reader = readers.computeIfAbsent(one.accountId(), id -> Reader.of(tx, id));
        return index.find(Search.ofOwnGroups(query, reader.groups().keySet()),
                reader::mayKnowOf).hits().stream().map(Hit::id)
                .filter(id -> isNews(tx, one, Objects.requireNonNull(rights.get(id)),
                        readers))
                .map(id -> new News(one, id, Notice.Kind.FOUND, search.words()));
    }

    private boolean tell(Transaction tx, News hit) {
        boolean gone = hit.kind() == Notice.Kind.WITHDRAWN;
        if (isOver(tx, hit.subscriber())) {
            return false;
        }
        int fresh = tx.createUpdate("insert into subscription_hit (subscription_id,"
                + " content_id, gone, getting) values (:id, :content, :gone, :getting)"
                + " on conflict do nothing")
                .bind("id", hit.subscriber().id()).bind("content", hit.contentId())
                .bind("gone", gone)
                .bind("getting", gone || isGot(tx, hit) ? null : "WANTED")
                .execute();
        if (fresh == 1 && !isTold(tx, hit)) {
            Notices.add(tx, Told.ofContent(hit.subscriber().accountId(),
                    hit.kind(), hit.contentId(), hit.detail()));
        }
        return fresh == 1;
    }

    /**
     * Ended since it was read; one that is not stays until the telling is done, and so do all others of
     * its person: what two of them tell of is told once, by whichever node.
     */
    private static boolean isOver(Transaction tx, Subscriber subscriber) {
        return !tx.createQuery("select id from subscription where account_id = :account"
                + " order by id for update").bind("account", subscriber.accountId())
                .mapTo(String.class).list().contains(subscriber.id());
    }

    /** No machine is to get it, or this one is told to by another subscription, or was once. */
    private static boolean isGot(Transaction tx, News hit) {
        String deviceId = hit.subscriber().deviceId();
        return deviceId == null || tx.createQuery("select count(*) from content c"
                + " where c.id = :content and (exists (select 1 from task t"
                + " where t.content_id = c.id and t.device_id = :device and t.kind = 'DOWNLOAD')"
                + " or exists (select 1 from subscription_hit h join subscription s"
                + " on s.id = h.subscription_id where h.content_id = c.id"
                + " and s.device_id = :device and h.getting is not null))")
                .bind("content", hit.contentId()).bind("device", deviceId)
                .mapTo(Integer.class).one() > 0;
    }

    /** By another subscription, that it is there. */
    private static boolean isTold(Transaction tx, News hit) {
        return tx.createQuery("select count(*) from notice where account_id = :account"
                + " and content_id = :content and kind in (<kinds>)")
                .bind("account", hit.subscriber().accountId()).bind("content", hit.contentId())
                .bindList("kinds", hit.kind() == Notice.Kind.WITHDRAWN
                        ? List.of(Notice.Kind.WITHDRAWN)
                        : List.of(Notice.Kind.NEW_VERSION, Notice.Kind.SHARED,
                                Notice.Kind.FOUND))
                .mapTo(Integer.class).one() > 0;
    }

    private static Subscriber subscriber(RowView row) {
        String text = row.getColumn("target", String.class);
        return new Subscriber(row.getColumn("id", String.class),
                row.getColumn("account_id", String.class),
                Subscriptions.target(row.getColumn("kind", Kind.class), text, row),
                row.getColumn("device_id", String.class));
    }
}
