package org.gridtorrent.catalog.account;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.mail.Contact;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.identity.CommonPasswords;
import org.gridtorrent.identity.Digests;
import org.gridtorrent.identity.Passwords;
import org.gridtorrent.identity.UserName;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/** People's accounts and their passwords. */
public final class Accounts {
    static final int FULL_NAME_LONGEST = 200;
    public static final String COLUMNS = "a.id, a.name, a.full_name, a.role, a.disabled, a.created";
    private static final String SELECT = "select " + COLUMNS + " from account a ";

    private final Database database;
    private final Passwords passwords = new Passwords();

    public Accounts(Database database) {
        this.database = database;
        database.mapRecord(Account.class);
    }

    /** A new account without special rights. CONFLICT when the name is taken. */
    public Account register(String name, String fullName, String password) {
        return add(name, fullName, password, Role.USER, Contact.NONE, false, (_, _) -> {});
    }

    /**
     * The same for somebody who is written to by mail.
     *
     * @param confirmFirst whether the address is to be confirmed before anybody logs in
     */
    public Account register(String name, String fullName, String password, Contact contact,
            boolean confirmFirst) {
        return add(name, fullName, password, Role.USER, contact, confirmFirst, (_, _) -> {});
    }

    public Account registerAdmin(String name, String fullName, String password) {
        return add(name, fullName, password, Role.ADMIN, Contact.NONE, false, (_, _) -> {});
    }

    /**
     * The account with this name and password, unless it is disabled. Takes about 20 ms; BUSY when too
     * many wait for theirs.
     */
    public Optional<Account> authenticate(String name, String password) {
        record Stored(String id, String password) {}
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        Optional<Stored> stored = database.read(tx -> tx
                .createQuery("select id, password from account where name = :name")
                .bind("name", wanted)
                .map((row, _) -> new Stored(row.getString("id"), row.getString("password")))
                .findOne());
        // An unknown name must not be told by the clock.
        String hash = stored.map(Stored::password).orElse(passwords.decoy());
        return whenNotBusy(() -> passwords.matches(password, hash))
                ? stored.flatMap(found -> find(found.id())).filter(found -> !found.disabled())
                : refused(stored.map(Stored::id));
    }

    /**
     * A keyed hash of the text (HMAC-SHA-256), which this site alone can make, on any node, until the
     * account's password is changed: its stored hash is the key. Empty for a name that nobody has.
     */
    public Optional<String> sign(String name, String text) {
        return database.read(tx -> tx
                .createQuery("select password from account where name = :name")
                .bind("name", name.strip().toLowerCase(Locale.ROOT)).mapTo(String.class).findOne())
                .map(key -> Digests.keyed(key.getBytes(StandardCharsets.UTF_8), text));
    }

    /** A name that nobody has is not noted: it may be a password in the wrong field. */
    private Optional<Account> refused(Optional<String> accountId) {
        database.noteIfRoom(tx -> accountId.ifPresentOrElse(
                id -> Audit.noteAbout(tx, AuditKind.SIGN_IN_FAILED, id, id, ""),
                () -> Audit.note(tx, AuditKind.SIGN_IN_FAILED, Audit.NOBODY, "")));
        return Optional.empty();
    }

    public Optional<Account> find(String accountId) {
        return database.read(tx -> find(tx, accountId));
    }

    public static Optional<Account> find(Transaction tx, String accountId) {
        return tx.createQuery(SELECT + "where a.id = :id").bind("id", accountId)
                .mapTo(Account.class).findOne();
    }

    public Optional<Account> findByName(String name) {
        return database.read(tx -> tx.createQuery(SELECT + "where a.name = :name")
                .bind("name", name.strip().toLowerCase(Locale.ROOT)).mapTo(Account.class)
                .findOne());
    }

    /** All accounts by name. */
    public List<Account> list() {
        return database.read(tx -> tx.createQuery(SELECT + "order by a.name")
                .mapTo(Account.class).list());
    }

    public long count() {
        return database.read(tx -> tx.createQuery("select count(*) from account")
                .mapTo(Long.class).one());
    }

    /** Ends its sessions and its devices' rights; false when there is none. CONFLICT for the last administrator. */
    public boolean disable(String accountId) {
        return setDisabled(accountId, true);
    }

    public boolean enable(String accountId) {
        return setDisabled(accountId, false);
    }

    /** Ends the account's sessions as well. */
    public boolean changePassword(String accountId, String password) {
        String hash = hash(password);
        return database.change(tx -> setPassword(tx, accountId, hash));
    }

    /** The same by somebody who did not give the old one: the account's tokens end, too. */
    public boolean resetPassword(String accountId, String password) {
        return resetPassword(accountId, password, _ -> true);
    }

    /** The same, where {@code permit} still says so in the same transaction. */
    boolean resetPassword(String accountId, String password, Predicate<Transaction> permit) {
        String hash = hash(password);
        return database.change(tx -> {
            if (!permit.test(tx)) {
                return false;
            }
            ApiTokens.revokeAll(tx, accountId);
            return setPassword(tx, accountId, hash);
        });
    }

    private boolean setPassword(Transaction tx, String accountId, String hash) {
        endSessions(tx, accountId);
        PasswordLinks.drop(tx, accountId);
        Audit.noteAbout(tx, AuditKind.PASSWORD_CHANGED, accountId, accountId, "");
        return tx.createUpdate("update account set password = :hash where id = :id")
                .bind("hash", hash).bind("id", accountId).execute() == 1;
    }

    /** A new account, with {@code besides} in the same transaction. */
    public Account add(String name, String fullName, String password, Role role, Contact contact,
            boolean confirmFirst, BiConsumer<Transaction, Account> besides) {
        return add(name, fullName, () -> hash(password), role, contact, confirmFirst, besides);
    }

    /**
     * A new account, with {@code besides} in the same transaction.
     *
     * @param hashing asked for the password's hash when the rest was found to be right
     */
    public Account add(String name, String fullName, Supplier<String> hashing, Role role,
            Contact contact, boolean confirmFirst, BiConsumer<Transaction, Account> besides) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        if (!UserName.isValid(wanted)) {
            throw CatalogException.invalid(Refused.USER_NAME);
        }
        String full = TextRules.required(Field.FULL_NAME, fullName, FULL_NAME_LONGEST);
        String mail = contact.address().isBlank() ? "" : MailAddresses.checked(contact.address());
        String hash = hashing.get();
        var account = new Account(database.nextId(), wanted, full, role, false,
                database.now());
        try {
            database.changeOnly(tx -> {
                tx.createUpdate("insert into account"
                        + " (id, name, full_name, password, role, disabled, created, mail,"
                        + " language, confirm_first) values (:id, :name, :fullName, :hash, :role,"
                        + " false, :created, :mail, :language, :first)")
                        .bindMethods(account).bind("hash", hash).bind("mail", mail)
                        .bind("language", contact.language()).bind("first", confirmFirst)
                        .execute();
                Audit.note(tx, AuditKind.REGISTERED, account.id(), wanted);
                besides.accept(tx, account);
            });
        } catch (UnableToExecuteStatementException e) {
            throw Database.whenTaken(e,
                    CatalogException.conflict(Refused.USER_NAME_TAKEN, wanted));
        }
        return account;
    }

    private String hash(String password) {
        if (password.length() < Passwords.SHORTEST || password.length() > Passwords.LONGEST) {
            throw CatalogException.invalid(Refused.PASSWORD, Passwords.SHORTEST, Passwords.LONGEST);
        }
        if (CommonPasswords.contains(password)) {
            throw CatalogException.invalid(Refused.PASSWORD_COMMON);
        }
        return whenNotBusy(() -> passwords.hash(password));
    }

    /** Asked for without a connection to the database, which others would wait for as well. */
    private static <T> T whenNotBusy(Supplier<T> hashing) {
        try {
            return hashing.get();
        } catch (RejectedExecutionException e) {
            throw CatalogException.busy(Refused.LOGINS_BUSY);
        }
    }

    private boolean setDisabled(String accountId, boolean disabled) {
        return database.change(tx -> {
            Administrators.lock(tx);
            return setDisabled(tx, accountId, disabled);
        });
    }

    /** CONFLICT for the last administrator. {@link Administrators#lock} is held. */
    static boolean setDisabled(Transaction tx, String accountId,
            boolean disabled) {
        if (disabled) {
            Administrators.requireAnother(tx, accountId);
        }
        int changed = tx.createUpdate("update account set disabled = :disabled where id = :id")
                .bind("disabled", disabled).bind("id", accountId).execute();
        endSessions(tx, accountId);
        tx.createUpdate("update device set revision = revision + 1 where account_id = :id")
                .bind("id", accountId).execute();
        ContentChange.of(tx).everyAccess();
        Audit.noteAbout(tx,
                disabled ? AuditKind.ACCOUNT_DISABLED : AuditKind.ACCOUNT_ENABLED, Audit.NOBODY,
                accountId,
                "");
        return changed == 1;
    }

    static void endSessions(Transaction tx, String accountId) {
        tx.createUpdate("delete from web_session where account_id = :id")
                .bind("id", accountId).execute();
    }
}
