package org.gridtorrent.catalog.account;

import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.ByteCount;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;

/**
 * How much more somebody may publish. Where there is a limit, all that publish for this person wait for
 * each other until their transactions' ends, on all nodes; so what is counted holds.
 */
public final class QuotaCheck {
    private static final String NONE = "";

    private final Transaction tx;
    private final String ownerId;
    private final Quota quota;

    private QuotaCheck(Transaction tx, String ownerId, Quota quota) {
        this.tx = tx;
        this.ownerId = ownerId;
        this.quota = quota;
    }

    /** Before anything of the transaction that others may wait for. */
    public static QuotaCheck of(Transaction tx, String ownerId) {
        if (quota(tx, ownerId).limits()) {
            tx.createUpdate("insert into publish_quota (account_id) values (:id)"
                    + " on conflict do nothing").bind("id", ownerId).execute();
            tx.createQuery("select account_id from publish_quota where account_id = :id"
                    + " for update").bind("id", ownerId).mapTo(String.class).one();
        }
        return new QuotaCheck(tx, ownerId, quota(tx, ownerId));
    }

    private static Quota quota(Transaction tx, String ownerId) {
        return Quotas.own(tx, ownerId).orElseGet(() -> Quotas.site(tx));
    }

    static QuotaUsage allowance(Transaction tx, String accountId) {
        Optional<Quota> own = Quotas.own(tx, accountId);
        Used used = used(tx, accountId, "('PUBLISHED')", NONE);
        return new QuotaUsage(own.orElseGet(() -> Quotas.site(tx)), own.isPresent(),
                used.datasets(), used.bytes());
    }

    /** CONFLICT when another data set would be one too many, with those that are being prepared. */
    public void requireAnother() {
        if (quota.limits()) {
            Used used = used(tx, ownerId, "('PREPARING', 'PUBLISHED')", NONE);
            requireDatasets(used);
            requireBytes(used, 1);
        }
    }

    /** CONFLICT when this one, of so many bytes, would be too much beside those that are published. */
    public void requirePublished(String contentId, long bytes) {
        if (quota.limits()) {
            Used used = used(tx, ownerId, "('PUBLISHED')", contentId);
            requireDatasets(used);
            requireBytes(used, bytes);
        }
    }

    private void requireDatasets(Used used) {
        OptionalLong most = quota.datasets();
        if (most.isPresent() && used.datasets() >= most.getAsLong()) {
            throw CatalogException.conflict(Refused.QUOTA_DATASETS, most.getAsLong());
        }
    }

    private void requireBytes(Used used, long more) {
        OptionalLong most = quota.bytes();
        if (most.isPresent() && used.bytes() > most.getAsLong() - more) {
            throw CatalogException.conflict(Refused.QUOTA_BYTES, new ByteCount(most.getAsLong()),
                    new ByteCount(Math.max(0, most.getAsLong() - used.bytes())));
        }
    }

    private record Used(long datasets, long bytes) {}

    private static Used used(Transaction tx, String ownerId, String states, String except) {
        return tx.createQuery("select count(*), cast(coalesce(sum(case when state = 'PUBLISHED'"
                + " then total_length else 0 end), 0) as bigint) from content"
                + " where owner_id = :owner and id <> :except and state in " + states)
                .bind("owner", ownerId).bind("except", except)
                .map((row, _) -> new Used(row.getLong(1), row.getLong(2))).one();
    }
}
