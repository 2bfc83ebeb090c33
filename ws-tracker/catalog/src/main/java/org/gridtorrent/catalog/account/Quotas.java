package org.gridtorrent.catalog.account;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.generic.GenericType;
import org.jspecify.annotations.Nullable;

/**
 * How much people may have published: one quota for all, and others for some. What is published already
 * stays when a quota gets less; {@link QuotaCheck} refuses more.
 */
public final class Quotas {
    private static final String DATASETS = "quota-datasets";
    private static final String BYTES = "quota-bytes";
    private static final String NO_LIMIT = "";

    private final Database database;

    public Quotas(Database database) {
        this.database = database;
    }

    /** Of whoever has none of their own. */
    public Quota site() {
        return database.read(Quotas::site);
    }

    static Quota site(Transaction tx) {
        Map<String, String> known = tx.createQuery("select name, setting from site_setting"
                + " where name in (:datasets, :bytes)").bind("datasets", DATASETS)
                .bind("bytes", BYTES).setMapKeyColumn("name").setMapValueColumn("setting")
                .collectInto(new GenericType<>() {
                });
        return new Quota(number(known.getOrDefault(DATASETS, NO_LIMIT)),
                number(known.getOrDefault(BYTES, NO_LIMIT)));
    }

    private static OptionalLong number(String setting) {
        return setting.equals(NO_LIMIT)
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(setting));
    }

    /** False when the actor is no administrator. */
    public boolean changeSite(String actorId, Quota quota) {
        check(quota);
        return database.change(tx -> {
            if (!Administrators.isOne(tx, actorId)) {
                return false;
            }
            Settings.put(tx, DATASETS, text(quota.datasets()));
            Settings.put(tx, BYTES, text(quota.bytes()));
            Audit.note(tx, AuditKind.QUOTA_CHANGED, actorId, words(quota));
            return true;
        });
    }

    private static void check(Quota quota) {
        if (quota.datasets().orElse(0) < 0 || quota.bytes().orElse(0) < 0) {
            throw CatalogException.invalid(Refused.QUOTA);
        }
    }

    private static String text(OptionalLong number) {
        return number.isPresent() ? String.valueOf(number.getAsLong()) : NO_LIMIT;
    }

    private static String words(Quota quota) {
        return (quota.datasets().isPresent() ? text(quota.datasets()) : "any number of")
                + " data sets, "
                + (quota.bytes().isPresent() ? text(quota.bytes()) : "any number of")
                + " bytes";
    }

    /** The person's own; empty for whoever has that of the site. */
    static Optional<Quota> own(Transaction tx, String accountId) {
        return tx.createQuery("select datasets, bytes from publish_quota"
                + " where account_id = :id and own").bind("id", accountId)
                .map((row, _) -> new Quota(nullable(row.getObject(1)), nullable(row.getObject(2))))
                .findOne();
    }

    private static OptionalLong nullable(@Nullable Object column) {
        return column instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }

    public QuotaUsage of(String accountId) {
        return database.read(tx -> QuotaCheck.allowance(tx, accountId));
    }

    /** A person's own from now on. False when the actor may not, or there is no such account. */
    public boolean give(String actorId, String accountId, Quota quota) {
        check(quota);
        return put(actorId, accountId, true, quota, words(quota));
    }

    /** From now on that of the site. False when the actor may not, or there is no such account. */
    public boolean takeBack(String actorId, String accountId) {
        return put(actorId, accountId, false, Quota.NONE, "as for all");
    }

    private boolean put(String actorId, String accountId, boolean own, Quota quota,
            String words) {
        return database.change(tx -> {
            if (!Administrators.isOne(tx, actorId)
                    || Accounts.find(tx, accountId).isEmpty()) {
                return false;
            }
            tx.createUpdate("insert into publish_quota (account_id) values (:id)"
                    + " on conflict do nothing").bind("id", accountId).execute();
            tx.createUpdate("update publish_quota set own = :own, datasets = :datasets,"
                    + " bytes = :bytes where account_id = :id").bind("own", own)
                    .bind("datasets", orNull(quota.datasets()))
                    .bind("bytes", orNull(quota.bytes())).bind("id", accountId).execute();
            Audit.noteAbout(tx, AuditKind.QUOTA_CHANGED, actorId, accountId, words);
            return true;
        });
    }

    private static @Nullable Long orNull(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    /** How many people have published as much as they may. */
    public long full() {
        return database.read(tx -> {
            Quota site = site(tx);
            return tx.createQuery("select count(*) from (select q.own, q.datasets, q.bytes,"
                    + " count(c.id) as published, coalesce(sum(c.total_length), 0) as lengths"
                    + " from account a left join publish_quota q on q.account_id = a.id"
                    + " left join content c on c.owner_id = a.id and c.state = 'PUBLISHED'"
                    + " where not a.disabled group by a.id, q.own, q.datasets, q.bytes) people"
                    + " where published >= case when own then datasets"
                    + " else cast(:datasets as bigint) end"
                    + " or lengths >= case when own then bytes else cast(:bytes as bigint) end")
                    .bind("datasets", orNull(site.datasets())).bind("bytes", orNull(site.bytes()))
                    .mapTo(Long.class).one();
        });
    }
}
