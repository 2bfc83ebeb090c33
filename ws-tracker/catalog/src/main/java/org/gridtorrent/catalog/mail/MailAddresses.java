package org.gridtorrent.catalog.mail;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;
import org.gridtorrent.identity.Tokens;

/**
 * People's mail addresses, and the one-time links by which they show that mail reaches them. Links are
 * stored as their SHA-256; a new one for the same account replaces the old.
 */
public final class MailAddresses {
    public static final Duration LINK_LIFE = Duration.ofDays(7);
    private static final int LONGEST = 254;
    private static final Pattern FORM = Pattern.compile("[^@\\s]{1,64}@[^@\\s.]+(?:\\.[^@\\s.]+)+");
    /** So many accounts of one address are written to. */
    private static final int MOST_ACCOUNTS = 5;

    private final Database database;

    public MailAddresses(Database database) {
        this.database = database;
    }

    /** Whether it has an address's form. */
    public static boolean isAddress(String text) {
        return text.length() <= LONGEST && FORM.matcher(text).matches();
    }

    /** The address without outer blanks; INVALID when it is none. */
    public static String checked(String given) {
        String mail = given.strip();
        if (!isAddress(mail) || !TextRules.required(Field.MAIL, mail, LONGEST).equals(mail)) {
            throw CatalogException.invalid(Refused.MAIL_ADDRESS);
        }
        return mail;
    }

    public Optional<MailAddress> find(String accountId) {
        return database.read(tx -> find(tx, accountId));
    }

    public static Optional<MailAddress> find(Transaction tx, String accountId) {
        return tx.createQuery("select mail, mail_confirmed, language, confirm_first"
                + " from account where id = :id").bind("id", accountId)
                .map((row, _) -> new MailAddress(row.getString("mail"),
                        row.getBoolean("mail_confirmed"), row.getString("language"),
                        row.getBoolean("confirm_first")))
                .findOne();
    }

    /** The accounts of this user name, or with this confirmed address, that are not disabled. */
    public List<String> confirmedOf(String nameOrAddress) {
        String said = nameOrAddress.strip().toLowerCase(Locale.ROOT);
        return database.read(tx -> tx.createQuery("select id from account"
                + " where (name = :said or lower(mail) = :said) and mail_confirmed"
                + " and not disabled order by name limit " + MOST_ACCOUNTS).bind("said", said)
                .mapTo(String.class).list());
    }

    /** In which language mail to them is written from now on. */
    public void speak(String accountId, String language) {
        database.write(tx -> tx
                .createUpdate("update account set language = :language where id = :id")
                .bind("language", language).bind("id", accountId).execute());
    }

    /**
     * The secret part of a link that confirms the address; empty when it is the account's no more, or
     * is confirmed.
     */
    public Optional<String> link(String accountId, String address) {
        String token = Tokens.next(database.random);
        return database.change(tx -> {
            RowLocks.account(tx, accountId);
            if (find(tx, accountId).filter(MailAddress::open)
                    .filter(found -> found.address().equals(address)).isEmpty()) {
                return Optional.<String>empty();
            }
            tx.createUpdate("delete from mail_link where account_id = :account"
                    + " or expires <= :now").bind("account", accountId)
                    .bind("now", database.now()).execute();
            tx.createUpdate("insert into mail_link (token_hash, account_id, address, expires)"
                    + " values (:hash, :account, :address, :expires)")
                    .bind("hash", Tokens.hash(token)).bind("account", accountId)
                    .bind("address", address)
                    .bind("expires", database.now().plus(LINK_LIFE)).execute();
            return Optional.of(token);
        });
    }

    /** The address that the link confirms, while it is good; the link stays good. */
    public Optional<String> linked(String token) {
        return database.read(tx -> linked(tx, token)).map(Link::address);
    }

    private record Link(String accountId, String address) {}

    private Optional<Link> linked(Transaction tx, String token) {
        return tx.createQuery("select a.id, a.mail from mail_link l"
                + " join account a on a.id = l.account_id and a.mail = l.address"
                + " where l.token_hash = :hash and l.expires > :now and not a.disabled")
                .bind("hash", Tokens.hash(token)).bind("now", database.now())
                .map((row, _) -> new Link(row.getString(1), row.getString(2))).findOne();
    }

    /** Confirms the address and spends the link; false when it is unknown, spent or too old. */
    public boolean confirm(String token) {
        return database.change(tx -> {
            Optional<Link> link = linked(tx, token);
            boolean spent = tx.createUpdate("delete from mail_link where token_hash = :hash")
                    .bind("hash", Tokens.hash(token)).execute() == 1;
            return spent && link.isPresent() && tx.createUpdate("update account"
                    + " set mail_confirmed = true, confirm_first = false where id = :id"
                    + " and mail = :address")
                    .bind("address", link.get().address())
                    .bind("id", link.get().accountId()).execute() == 1;
        });
    }
}
