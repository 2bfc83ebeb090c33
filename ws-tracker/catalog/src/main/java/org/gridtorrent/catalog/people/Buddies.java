package org.gridtorrent.catalog.people;

import java.util.Optional;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * Each account's list of people whom it picks from when it gives access by name. Both sides say yes;
 * either ends it alone. Whom somebody blocked is not told, and asks without ever being heard.
 */
public final class Buddies {
    private static final String YES = "YES";
    private static final String BLOCK = "BLOCK";
    private static final String SELECT = "select a.id, a.name, a.full_name, mine.word as mine,"
            + " theirs.word as theirs from buddy mine join account a on a.id = mine.other_id"
            + " left join buddy theirs on theirs.account_id = a.id"
            + " and theirs.other_id = mine.account_id where mine.account_id = :account ";

    private final Database database;

    public Buddies(Database database) {
        this.database = database;
    }

    /** The account's buddies by name. */
    public ResultPage<BuddyRelation> of(String accountId, int offset, int limit) {
        return list(accountId, "and mine.word = 'YES' and theirs.word = 'YES'", offset, limit);
    }

    /** Whom the account blocked, by name. */
    public ResultPage<BuddyRelation> blockedBy(String accountId, int offset, int limit) {
        return list(accountId, "and mine.word = 'BLOCK'", offset, limit);
    }

    public BuddyStatus bond(String accountId, String otherId) {
        return database.read(tx -> bond(tx, accountId, otherId));
    }

    /**
     * Says yes to somebody: BUDDY when they have said it too, else ASKED. Empty when there is no such
     * person; INVALID for oneself, CONFLICT for whom one blocked.
     */
    public Optional<BuddyStatus> ask(String accountId, String otherId) {
        if (accountId.equals(otherId)) {
            throw CatalogException.invalid(Refused.OWN_BUDDY);
        }
        return database.change(tx -> {
            lock(tx, accountId, otherId);
            if (Accounts.find(tx, otherId).filter(other -> !other.disabled()).isEmpty()) {
                return Optional.empty();
            }
            if (bond(tx, accountId, otherId) == BuddyStatus.BLOCKED) {
                throw CatalogException.conflict(Refused.BUDDY_BLOCKED);
            }
            say(tx, accountId, otherId, YES);
            return Optional.of(bond(tx, accountId, otherId));
        });
    }

    /** Says yes to whoever asks; true also when both have said it before. */
    public boolean accept(String accountId, String otherId) {
        return database.change(tx -> {
            lock(tx, accountId, otherId);
            BuddyStatus bond = bond(tx, accountId, otherId);
            if (bond == BuddyStatus.ASKS) {
                say(tx, accountId, otherId, YES);
            }
            return bond == BuddyStatus.ASKS || bond == BuddyStatus.BUDDY;
        });
    }

    /** Declines what the other asks, or withdraws what one asked; false when nothing waits. */
    public boolean callOff(String accountId, String otherId) {
        return database.change(tx -> {
            lock(tx, accountId, otherId);
            BuddyStatus bond = bond(tx, accountId, otherId);
            return switch (bond) {
                case ASKED -> unsay(tx, accountId, otherId, YES);
                case ASKS -> unsay(tx, otherId, accountId, YES);
                case NONE, BUDDY, BLOCKED -> false;
            };
        });
    }

    /** Ends it for both; false when they are no buddies. */
    public boolean remove(String accountId, String otherId) {
        return database.change(tx -> {
            lock(tx, accountId, otherId);
            return bond(tx, accountId, otherId) == BuddyStatus.BUDDY
                    && unsay(tx, accountId, otherId, YES)
                    && unsay(tx, otherId, accountId, YES);
        });
    }

    /** Ends what is between them, and hears no more of the other; false when there is none such. */
    public boolean block(String accountId, String otherId) {
        if (accountId.equals(otherId)) {
            throw CatalogException.invalid(Refused.OWN_BLOCK);
        }
        return database.change(tx -> {
            lock(tx, accountId, otherId);
            if (Accounts.find(tx, otherId).isEmpty()) {
                return false;
            }
            unsay(tx, otherId, accountId, YES);
            unsay(tx, accountId, otherId, YES);
            say(tx, accountId, otherId, BLOCK);
            return true;
        });
    }

    /** Hears of the other again from now on; what they asked meanwhile never arrives. */
    public boolean unblock(String accountId, String otherId) {
        return database.change(tx -> {
            lock(tx, accountId, otherId);
            boolean ended = unsay(tx, accountId, otherId, BLOCK);
            if (ended) {
                unsay(tx, otherId, accountId, YES);
            }
            return ended;
        });
    }

    /** Of a row with both sides' words; what the other said is told only where one may know it. */
    static BuddyRelation acquaintance(RowView row) {
        return new BuddyRelation(row.getRow(Person.class),
                between(row.getColumn("mine", String.class),
                        row.getColumn("theirs", String.class)));
    }

    private ResultPage<BuddyRelation> list(String accountId, String where, int offset, int limit) {
        return ResultPage.of(database.read(tx -> tx
                .createQuery(SELECT + where + " order by a.name limit :limit offset :offset")
                .bind("account", accountId).bind("offset", offset).bind("limit", limit + 1)
                .map(Buddies::acquaintance).list()), limit);
    }

    private static BuddyStatus between(@Nullable String mine, @Nullable String theirs) {
        if (BLOCK.equals(mine)) {
            return BuddyStatus.BLOCKED;
        }
        boolean heard = YES.equals(theirs);
        return YES.equals(mine)
                ? heard ? BuddyStatus.BUDDY : BuddyStatus.ASKED
                : heard ? BuddyStatus.ASKS : BuddyStatus.NONE;
    }

    private static BuddyStatus bond(Transaction tx, String accountId, String otherId) {
        return tx.createQuery("select mine.word as mine, theirs.word as theirs from account a"
                + " left join buddy mine on mine.account_id = :account and mine.other_id = a.id"
                + " left join buddy theirs on theirs.account_id = a.id"
                + " and theirs.other_id = :account where a.id = :other")
                .bind("account", accountId).bind("other", otherId)
                .map(row -> between(row.getColumn("mine", String.class),
                        row.getColumn("theirs", String.class)))
                .findOne().orElse(BuddyStatus.NONE);
    }

    /** What two say of each other comes one after the other; always in the same order. */
    private static void lock(Transaction tx, String one, String other) {
        boolean inOrder = one.compareTo(other) < 0;
        RowLocks.account(tx, inOrder ? one : other);
        RowLocks.account(tx, inOrder ? other : one);
    }

    private void say(Transaction tx, String accountId, String otherId, String word) {
        tx.createUpdate("insert into buddy (account_id, other_id, word, since)"
                + " values (:account, :other, :word, :now) on conflict do nothing")
                .bind("account", accountId).bind("other", otherId).bind("word", word)
                .bind("now", database.now()).execute();
    }

    private static boolean unsay(Transaction tx, String accountId, String otherId, String word) {
        return tx.createUpdate("delete from buddy where account_id = :account"
                + " and other_id = :other and word = :word").bind("account", accountId)
                .bind("other", otherId).bind("word", word).execute() == 1;
    }
}
