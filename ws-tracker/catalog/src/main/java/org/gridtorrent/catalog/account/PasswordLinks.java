package org.gridtorrent.catalog.account;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.mail.Contact;
import org.gridtorrent.identity.Tokens;

/**
 * One-time links by which an account's owner sets a password without knowing an old one. They are
 * stored as their SHA-256; a new one for the same account replaces the old.
 */
public final class PasswordLinks {
    public static final Duration LIFE = Duration.ofHours(24);

    private final Database database;
    private final Accounts accounts;

    public PasswordLinks(Database database, Accounts accounts) {
        this.database = database;
        this.accounts = accounts;
    }

    /** A password that nobody knows, for an account whose owner gets a link instead. */
    private static String unusablePassword() {
        return Tokens.next(new SecureRandom());
    }

    /** A new account and the secret part of the link to its password. */
    public record NewAccount(Account account, String token) {}

    /** Makes both or neither. */
    public NewAccount register(String name, String fullName, Role role) {
        String token = Tokens.next(database.random);
        return new NewAccount(accounts.add(name, fullName, unusablePassword(), role, Contact.NONE,
                false, (tx, account) -> store(tx, account.id(), token)), token);
    }

    /** The secret part of a fresh link. */
    public String create(String accountId) {
        String token = Tokens.next(database.random);
        database.changeOnly(tx -> store(tx, accountId, token));
        return token;
    }

    private static void store(Transaction tx, String accountId, String token) {
        tx.createUpdate("delete from password_link where account_id = :account or expires <= :now")
                .bind("account", accountId).bind("now", tx.now()).execute();
        tx.createUpdate("insert into password_link (token_hash, account_id, expires)"
                + " values (:hash, :account, :expires)").bind("hash", Tokens.hash(token))
                .bind("account", accountId).bind("expires", tx.now().plus(LIFE)).execute();
        Audit.noteAbout(tx, AuditKind.PASSWORD_LINK_MADE, Audit.NOBODY, accountId, "");
    }

    /** No link that was made for the account is good any more. */
    static void drop(Transaction tx, String accountId) {
        tx.createUpdate("delete from password_link where account_id = :account")
                .bind("account", accountId).execute();
    }

    /** Whose password the link sets, while it is good; the link stays good. */
    public Optional<Account> find(String token) {
        return database.read(tx -> tx
                .createQuery("select " + Accounts.COLUMNS + " from password_link l"
                        + " join account a on a.id = l.account_id"
                        + " where l.token_hash = :hash and l.expires > :now and not a.disabled")
                .bind("hash", Tokens.hash(token)).bind("now", database.now())
                .mapTo(Account.class).findOne());
    }

    /**
     * Sets the password and spends the link; empty when the link is unknown, spent or too old. Of several
     * who use it at once, one succeeds. INVALID when the password cannot be one, and then the link stays
     * good.
     */
    public Optional<Account> redeem(String token, String password) {
        return find(token).filter(account -> accounts.resetPassword(account.id(), password,
                tx -> tx.createUpdate("delete from password_link where token_hash = :hash")
                        .bind("hash", Tokens.hash(token)).execute() == 1));
    }
}
