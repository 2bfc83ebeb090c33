package org.gridtorrent.catalog.invitation;

import java.time.Instant;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.mail.Contact;
import org.gridtorrent.catalog.people.Memberships;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.Person;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.identity.Tokens;

/**
 * What the links of {@link Invitations} lead to, each once. They are stored as their SHA-256; a new one
 * for the same invitation replaces the old.
 */
public final class InvitationLinks {
    private static final String GOOD = " state = 'OPEN' and expires > :now";

    private final Database database;
    private final Accounts accounts;
    private final Memberships memberships;

    public InvitationLinks(Database database, Accounts accounts, Memberships memberships) {
        this.database = database;
        this.accounts = accounts;
        this.memberships = memberships;
    }

    /**
     * What a mail says.
     *
     * @param secret of its link
     * @param inviter the user name, in which nobody can put words of their own
     */
    public record Letter(String secret, Optional<String> group, String inviter, Instant expires) {}

    /** Of the mail that is to be sent now; empty when its invitation is not open, or has another by now. */
    public Optional<Letter> letter(String mailId) {
        String secret = Tokens.next(database.random);
        return database.change(tx -> {
            int good = tx.createUpdate("update invitation set token_hash = :hash,"
                    + " mailed = true where mail_id = :mail and" + GOOD)
                    .bind("hash", Tokens.hash(secret)).bind("mail", mailId)
                    .bind("now", database.now()).execute();
            return good == 0
                    ? Optional.<Letter>empty()
                    : tx.createQuery(InvitationRows.SELECT + "where i.mail_id = :mail")
                            .bind("mail", mailId)
                            .map(row -> InvitationRows.invitation(row, database.now())).findOne()
                            .map(one -> new Letter(secret, one.group().map(GroupName::name),
                                    one.inviter().map(Person::name).orElse(""), one.expires()));
        });
    }

    /** To what the link leads, while it is good; it stays good. */
    public Optional<Invitation> linked(String token) {
        return database.read(tx -> tx
                .createQuery(
                        InvitationRows.SELECT + "where i.token_hash = :hash and i.state = 'OPEN'"
                                + " and i.expires > :now")
                .bind("hash", Tokens.hash(token))
                .bind("now", database.now())
                .map(row -> InvitationRows.invitation(row, database.now())).findOne());
    }

    /**
     * A new account for whoever comes by the link, with the invitation's address, which is confirmed when
     * the link went there by mail; and in the group, when it leads to one. CONFLICT when the name is taken,
     * nobody may register, or the link is good no more.
     *
     * @param confirmFirst whether an address that is not confirmed has to be before anybody logs in
     */
    public Account register(String token, String name, String fullName, String password,
            String language, boolean confirmFirst) {
        String address = linked(token).map(Invitation::address).orElseThrow(InvitationLinks::over);
        return accounts.add(name, fullName, password, Role.USER, new Contact(address, language),
                confirmFirst, (tx, account) -> {
                    InvitationLimits.requireRegistration(tx);
                    Used used = use(tx, token, account.id()).orElseThrow(InvitationLinks::over);
                    if (used.mailed()) {
                        tx.createUpdate("update account set mail_confirmed = true,"
                                + " confirm_first = false where id = :id")
                                .bind("id", account.id()).execute();
                    }
                });
    }

    private static CatalogException over() {
        return CatalogException.conflict(Refused.INVITATION_OVER);
    }

    /**
     * Somebody who has an account joins: the group's id, as often as they say so. Empty when the link is
     * not good, or leads to no group.
     */
    public Optional<String> join(String token, String accountId) {
        return database.change(tx -> linkedGroup(tx, token)
                .filter(_ -> use(tx, token, accountId).isPresent()
                        || isUsedBy(tx, token, accountId)));
    }

    private static boolean isUsedBy(Transaction tx, String token, String accountId) {
        return tx.createQuery("select count(*) from invitation where token_hash = :hash"
                + " and state = 'USED' and used_by = :account").bind("hash", Tokens.hash(token))
                .bind("account", accountId).mapTo(Integer.class).one() > 0;
    }

    private Optional<String> linkedGroup(Transaction tx, String token) {
        return tx.createQuery("select group_id from invitation where token_hash = :hash"
                + " and group_id is not null").bind("hash", Tokens.hash(token))
                .mapTo(String.class).findOne();
    }

    private record Used(String id, String address, String groupId, boolean mailed) {}

    /** Spends the link; of many at once, one. */
    private Optional<Used> use(Transaction tx, String token, String accountId) {
        linkedGroup(tx, token).ifPresent(group -> RowLocks.group(tx, group));
        int spent = tx.createUpdate("update invitation set state = 'USED', used_by = :account"
                + " where token_hash = :hash and" + GOOD).bind("account", accountId)
                .bind("hash", Tokens.hash(token)).bind("now", database.now()).execute();
        if (spent == 0) {
            return Optional.empty();
        }
        Used used = tx.createQuery("select id, address,"
                + " coalesce(group_id, ''), mailed from invitation"
                + " where token_hash = :hash").bind("hash", Tokens.hash(token))
                .map((row, _) -> new Used(row.getString(1), row.getString(2), row.getString(3),
                        row.getBoolean(4)))
                .one();
        Invitations.note(tx, AuditKind.INVITATION_USED, accountId, used.groupId(),
                used.address());
        if (!used.groupId().isEmpty()) {
            memberships.join(tx, used.groupId(), accountId, inviter(tx, used.id()));
        }
        return Optional.of(used);
    }

    private static Optional<String> inviter(Transaction tx, String id) {
        return tx.createQuery("select invited_by from invitation where id = :id"
                + " and invited_by is not null").bind("id", id).mapTo(String.class).findOne();
    }
}
