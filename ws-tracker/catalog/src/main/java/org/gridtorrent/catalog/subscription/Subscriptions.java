package org.gridtorrent.catalog.subscription;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.notify.KnownGroups;
import org.gridtorrent.catalog.people.Groups;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.catalog.subscription.Subscription.Machine;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/** What people want to be told of. {@link SubscriptionMatcher} tells them. */
public final class Subscriptions {
    public static final int MOST = 200;
    /** A search that finds more today tells nobody anything. */
    public static final int MOST_FOUND = 1000;
    private static final int TARGET_LONGEST = 1000;
    private static final int HITS_AT_ONCE = 500;

    private final Database database;
    private final Contents contents;
    private final Search search;

    public Subscriptions(Database database, Contents contents, Search search) {
        this.database = database;
        this.contents = contents;
        this.search = search;
    }

    /**
     * Begins to tell of what is new from now on; the id of the subscription, which is the one that there
     * was when it was asked for before. Empty when the account may not know of the target, or the device
     * is not its own; INVALID for a search that finds too much; CONFLICT when there are {@link #MOST}.
     *
     * @param deviceId the machine that gets at once what it tells of
     */
    public Optional<String> subscribe(String accountId, SubscriptionTarget target,
            Optional<String> deviceId) {
        String text = target.text();
        if (text.length() > TARGET_LONGEST) {
            throw CatalogException.invalid(Refused.SEARCH_TOO_LONG);
        }
        List<String> found = found(accountId, target);
        return database.change(tx -> {
            RowLocks.account(tx, accountId);
            if (!mayKnow(tx, accountId, target)
                    || !deviceId.map(id -> owns(tx, accountId, id)).orElse(true)) {
                return Optional.<String>empty();
            }
            Optional<String> same = tx.createQuery("select id from subscription"
                    + " where account_id = :account and target = :target")
                    .bind("account", accountId).bind("target", text).mapTo(String.class)
                    .findOne();
            same.ifPresent(id -> put(tx, id, deviceId));
            return Optional.of(same.orElseGet(
                    () -> add(tx, accountId, target, deviceId, found)));
        });
    }

    /** What fits now, of which nothing is told later. */
    private List<String> found(String accountId, SubscriptionTarget target) {
        return switch (target) {
            case SubscriptionTarget.Dataset _ -> List.of();
            case SubscriptionTarget.OfGroup group -> database.read(tx -> tx
                    .createQuery("select content_id from content_group where group_id = :id")
                    .bind("id", group.groupId()).mapTo(String.class).list());
            case SubscriptionTarget.OfOwner owner -> database.read(tx -> readable(tx, accountId,
                    tx.createQuery("select id from content where owner_id = :id")
                            .bind("id", owner.ownerId()).mapTo(String.class).list()));
            case SubscriptionTarget.OfSearch wanted -> foundBy(accountId, wanted);
        };
    }

    private List<String> readable(Transaction tx, String accountId, List<String> ids) {
        return ids.isEmpty()
                ? List.of()
                : contents.among(tx, accountId, ids).stream().map(Content::id).toList();
    }

    private List<String> foundBy(String accountId, SubscriptionTarget.OfSearch wanted) {
        if (wanted.isAll()) {
            throw CatalogException.invalid(Refused.SEARCH_OF_ALL);
        }
        SearchQuery query = wanted.query(MOST_FOUND + 1);
        List<String> ids = search.ids(accountId, query);
        if (ids.size() > MOST_FOUND) {
            throw CatalogException.invalid(Refused.SEARCH_TOO_WIDE, MOST_FOUND);
        }
        return ids;
    }

    private boolean mayKnow(Transaction tx, String accountId, SubscriptionTarget target) {
        return switch (target) {
            case SubscriptionTarget.Dataset dataset ->
                contents.find(tx, accountId, dataset.contentId())
                        .isPresent();
            case SubscriptionTarget.OfGroup group -> Groups.find(tx, accountId, group.groupId())
                    .isPresent();
            case SubscriptionTarget.OfOwner owner -> Accounts.find(tx, owner.ownerId())
                    .filter(account -> !account.disabled()).isPresent();
            case SubscriptionTarget.OfSearch _ -> true;
        };
    }

    private static boolean owns(Transaction tx, String accountId, String deviceId) {
        return tx.createQuery("select count(*) from device where id = :id"
                + " and account_id = :account and not withdrawn").bind("id", deviceId)
                .bind("account", accountId).mapTo(Integer.class).one() == 1;
    }

    private String add(Transaction tx, String accountId, SubscriptionTarget target,
            Optional<String> deviceId,
            List<String> found) {
        int before = tx.createQuery("select count(*) from subscription"
                + " where account_id = :account").bind("account", accountId)
                .mapTo(Integer.class).one();
        if (before >= MOST) {
            throw CatalogException.conflict(Refused.SUBSCRIPTIONS_TOO_MANY, MOST);
        }
        String id = database.nextId();
        tx.createUpdate("insert into subscription (id, account_id, kind, target, content_id,"
                + " group_id, owner_id, device_id, created) values (:id, :account, :kind, :target,"
                + " :content, :group, :owner, :device, :now)").bind("id", id)
                .bind("account", accountId).bind("kind", target.kind())
                .bind("target", target.text()).bind("content", contentId(target))
                .bind("group",
                        target instanceof SubscriptionTarget.OfGroup group ? group.groupId() : null)
                .bind("owner",
                        target instanceof SubscriptionTarget.OfOwner owner ? owner.ownerId() : null)
                .bind("device", deviceId.orElse(null)).bind("now", database.now()).execute();
        for (int i = 0; i < found.size(); i += HITS_AT_ONCE) {
            noteFound(tx, id, found.subList(i, Math.min(i + HITS_AT_ONCE, found.size())));
        }
        return id;
    }

    private static @Nullable String contentId(SubscriptionTarget target) {
        return target instanceof SubscriptionTarget.Dataset dataset ? dataset.contentId() : null;
    }

    /** Those that are there yet. */
    private static void noteFound(Transaction tx, String subscriptionId, List<String> contentIds) {
        tx.createUpdate("insert into subscription_hit (subscription_id, content_id, gone)"
                + " select s.id, c.id, false from subscription s, content c where s.id = :id"
                + " and c.id in (<contents>)")
                .bind("id", subscriptionId).bindList("contents", contentIds).execute();
    }

    private static void put(Transaction tx, String id, Optional<String> deviceId) {
        tx.createUpdate("update subscription set device_id = :device where id = :id")
                .bind("device", deviceId.orElse(null)).bind("id", id).execute();
    }

    /** Which machine gets at once what it tells of; false when one of them is not the account's. */
    public boolean changeDevice(String accountId, String subscriptionId,
            Optional<String> deviceId) {
        return database.change(tx -> {
            if (deviceId.isPresent() && !owns(tx, accountId, deviceId.get())) {
                return false;
            }
            return tx.createUpdate("update subscription set device_id = :device"
                    + " where id = :id and account_id = :account")
                    .bind("device", deviceId.orElse(null)).bind("id", subscriptionId)
                    .bind("account", accountId).execute() == 1;
        });
    }

    /** Tells of it no more; false when it is not the account's. */
    public boolean end(String accountId, String subscriptionId) {
        return database.change(tx -> tx.createUpdate("delete from subscription"
                + " where id = :id and account_id = :account").bind("id", subscriptionId)
                .bind("account", accountId).execute() == 1);
    }

    /** The account's subscription to this, if it has one. */
    public Optional<String> find(String accountId, SubscriptionTarget target) {
        return database.read(tx -> tx.createQuery("select id from subscription"
                + " where account_id = :account and target = :target").bind("account", accountId)
                .bind("target", target.text()).mapTo(String.class).findOne());
    }

    /** All of an account's, the latest first; there are at most {@link #MOST}. */
    public List<Subscription> of(String accountId) {
        return database.read(tx -> {
            List<Row> rows = tx.createQuery("select s.id, s.kind, s.target, s.content_id,"
                    + " s.group_id, s.owner_id, s.device_id, d.name as device_name, s.created,"
                    + " case when " + KnownGroups.CONDITION
                    + " then g.name else '' end as group_name,"
                    + " o.full_name from subscription s"
                    + " left join device d on d.id = s.device_id"
                    + " left join work_group g on g.id = s.group_id left join membership m"
                    + " on m.group_id = g.id and m.account_id = s.account_id"
                    + " left join account o on o.id = s.owner_id where s.account_id = :account"
                    + " order by s.created desc, s.id").bind("account", accountId)
                    .map(Subscriptions::row).list();
            List<String> datasets = rows.stream().flatMap(row -> row.contentId().stream())
                    .toList();
            Map<String, String> titles = datasets.isEmpty()
                    ? Map.of()
                    : contents.among(tx, accountId, datasets).stream().collect(
                            Collectors.toMap(Content::id, Content::title));
            return rows.stream().map(row -> row.named(titles)).toList();
        });
    }

    private record Row(Subscription subscription, Optional<String> contentId) {
        Subscription named(Map<String, String> titles) {
            return contentId.isEmpty()
                    ? subscription
                    : new Subscription(subscription.id(), subscription.kind(),
                            subscription.target(), titles.getOrDefault(contentId.get(), ""),
                            subscription.device(), subscription.created());
        }
    }

    private static Row row(RowView row) {
        Subscription.Kind kind = row.getColumn("kind", Subscription.Kind.class);
        String text = row.getColumn("target", String.class);
        SubscriptionTarget target = target(kind, text, row);
        String name = switch (target) {
            case SubscriptionTarget.Dataset _ -> "";
            case SubscriptionTarget.OfGroup _ -> row.getColumn("group_name", String.class);
            case SubscriptionTarget.OfOwner _ -> row.getColumn("full_name", String.class);
            case SubscriptionTarget.OfSearch search -> search.words();
        };
        Optional<Machine> device = Optional.ofNullable(row.getColumn("device_id", String.class))
                .map(id -> new Machine(id, row.getColumn("device_name", String.class)));
        return new Row(new Subscription(row.getColumn("id", String.class), kind, target, name,
                device, row.getColumn("created", Instant.class)),
                Optional.ofNullable(row.getColumn("content_id", String.class)));
    }

    static SubscriptionTarget target(Subscription.Kind kind, String text, RowView row) {
        return switch (kind) {
            case DATASET ->
                new SubscriptionTarget.Dataset(row.getColumn("content_id", String.class));
            case GROUP -> new SubscriptionTarget.OfGroup(row.getColumn("group_id", String.class));
            case OWNER -> new SubscriptionTarget.OfOwner(row.getColumn("owner_id", String.class));
            case SEARCH -> SubscriptionTarget.OfSearch.read(text);
        };
    }
}
