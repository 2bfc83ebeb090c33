package org.gridtorrent.catalog.account;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.LikePatterns;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;

/**
 * What administrators do to accounts. Each method asks within its transaction whether the
 * actor is one still, and all that change who is one wait for each other: one always stays.
 */
public final class Administrators {
    private static final String ACTIVE = "role = 'ADMIN' and not disabled";

    private final Database database;

    public Administrators(Database database) {
        this.database = database;
    }

    /** Accounts with these words in their names, by name, disabled ones too. */
    public ResultPage<Account> accounts(String words, int offset, int limit) {
        List<String> patterns = LikePatterns.of(words);
        return ResultPage.of(database.read(tx -> {
            var query = tx
                    .createQuery("select " + Accounts.COLUMNS + " from account a where true"
                            + LikePatterns.condition(patterns, "a.name", "lower(a.full_name)")
                            + " order by a.name limit :limit offset :offset")
                    .bind("offset", offset)
                    .bind("limit", limit + 1);
            for (int i = 0; i < patterns.size(); i++) {
                query.bind("p" + i, patterns.get(i));
            }
            return query.mapTo(Account.class).list();
        }), limit);
    }

    /** Ends the account's sessions and its devices' rights. False when the actor may not, or there is none. */
    public boolean disable(String actorId, String accountId) {
        return act(actorId, accountId, tx -> Accounts.setDisabled(tx, accountId,
                true));
    }

    public boolean enable(String actorId, String accountId) {
        return act(actorId, accountId, tx -> Accounts.setDisabled(tx, accountId,
                false));
    }

    public boolean changeRole(String actorId, String accountId, Role role) {
        return act(actorId, accountId, tx -> {
            if (role == Role.USER) {
                requireAnother(tx, accountId);
            }
            Audit.noteAbout(tx, AuditKind.ROLE_CHANGED, actorId, accountId, role.name());
            return tx.createUpdate("update account set role = :role where id = :id")
                    .bind("role", role).bind("id", accountId).execute() == 1;
        });
    }

    public boolean endSessions(String actorId, String accountId) {
        return act(actorId, accountId, tx -> {
            Accounts.endSessions(tx, accountId);
            Audit.noteAbout(tx, AuditKind.SESSIONS_ENDED, actorId, accountId, "");
            return true;
        });
    }

    private boolean act(String actorId, String accountId, Predicate<Transaction> work) {
        return database.change(tx -> {
            lock(tx);
            Optional<Account> account = Accounts.find(tx, accountId);
            return isOne(tx, actorId) && account.isPresent() && work.test(tx);
        });
    }

    /** Those who change who is an administrator wait for each other here. */
    public static void lock(Transaction tx) {
        tx.createQuery("select id from account where role = 'ADMIN' order by id for update")
                .mapTo(String.class).list();
    }

    public static boolean isOne(Transaction tx, String accountId) {
        return tx.createQuery("select count(*) from account where id = :id and " + ACTIVE)
                .bind("id", accountId).mapTo(Integer.class).one() == 1;
    }

    /** CONFLICT when nobody else could look after the site. */
    static void requireAnother(Transaction tx, String accountId) {
        boolean others = tx.createQuery("select count(*) from account where id <> :id and "
                + ACTIVE).bind("id", accountId).mapTo(Integer.class).one() > 0;
        if (isOne(tx, accountId) && !others) {
            throw CatalogException.conflict(Refused.LAST_ADMINISTRATOR);
        }
    }
}
