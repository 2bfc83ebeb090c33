package org.gridtorrent.catalog.dataset;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;

/**
 * What people typed of data sets that they have not published yet. A draft has the key by which it is
 * published, which ends it; else it is gone {@link #LIFE} after its last change.
 */
public final class Drafts {
    public static final Duration LIFE = Duration.ofDays(30);
    /** Of one account. */
    public static final int MOST = 50;
    private static final int TITLE_LONGEST = 200;
    private static final int FIELDS_LONGEST = 400_000;
    /** Publishing may have overtaken what was typed last. */
    private static final String OPEN = " account_id = :account and changed > :since and not exists"
            + " (select 1 from content c where c.owner_id = :account"
            + " and c.request_key = publish_draft.draft_key)";

    private final Database database;

    public Drafts(Database database) {
        this.database = database;
    }

    /** A draft in a list; its title may be empty. */
    public record Draft(String key, String title, Instant changed) {}

    /**
     * Keeps the fields in place of those of before. False when they are too long, or the account has
     * {@link #MOST} others.
     */
    public boolean keep(String accountId, String key, String title, String fields) {
        IdempotencyKeys.check(Optional.of(key));
        if (fields.length() > FIELDS_LONGEST) {
            return false;
        }
        String shown = shown(title);
        return database.write(tx -> {
            Instant now = database.now();
            tx.createUpdate("delete from publish_draft where changed < :old")
                    .bind("old", now.minus(LIFE)).execute();
            tx.createUpdate("insert into publish_draft (account_id, draft_key, title, fields,"
                    + " changed) select :account, :key, '', '', :now from account a"
                    + " where a.id = :account and (select count(*) from publish_draft"
                    + " where account_id = :account) < :most on conflict do nothing")
                    .bind("account", accountId).bind("key", key).bind("now", now)
                    .bind("most", MOST).execute();
            return tx.createUpdate("update publish_draft set title = :title, fields = :fields,"
                    + " changed = :now where account_id = :account and draft_key = :key")
                    .bind("title", shown).bind("fields", fields).bind("now", now)
                    .bind("account", accountId).bind("key", key).execute() == 1;
        });
    }

    /** Nothing that a table could not have, since nobody is told of it here. */
    private static String shown(String title) {
        return title.codePoints()
                .filter(letter -> !Character.isISOControl(letter)
                        && Character.getType(letter) != Character.SURROGATE)
                .limit(TITLE_LONGEST)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint,
                        StringBuilder::append)
                .toString();
    }

    /** The fields; empty when there is no such draft of the account. */
    public Optional<String> find(String accountId, String key) {
        return database.read(tx -> tx.createQuery("select fields from publish_draft where"
                + OPEN + " and draft_key = :key").bind("account", accountId).bind("key", key)
                .bind("since", database.now().minus(LIFE)).mapTo(String.class).findOne());
    }

    /** The last one changed first. */
    public List<Draft> of(String accountId) {
        return database.read(tx -> tx.createQuery("select draft_key, title, changed"
                + " from publish_draft where" + OPEN + " order by changed desc, draft_key")
                .bind("account", accountId).bind("since", database.now().minus(LIFE))
                .map(row -> new Draft(row.getColumn("draft_key", String.class),
                        row.getColumn("title", String.class),
                        row.getColumn("changed", Instant.class)))
                .list());
    }

    /** False when there is no such draft of the account. */
    public boolean delete(String accountId, String key) {
        return database.write(tx -> end(tx, accountId, key));
    }

    /** Inside the transaction that publishes it. */
    public static boolean end(Transaction tx, String accountId, String key) {
        return tx.createUpdate("delete from publish_draft where account_id = :account"
                + " and draft_key = :key").bind("account", accountId).bind("key", key)
                .execute() == 1;
    }
}
