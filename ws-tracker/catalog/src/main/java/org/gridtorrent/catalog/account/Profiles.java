package org.gridtorrent.catalog.account;

import java.util.Optional;
import org.gridtorrent.catalog.audit.Audit;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.change.ContentChange;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.RowLocks;
import org.gridtorrent.catalog.db.Transaction;
import org.gridtorrent.catalog.mail.MailAddress;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.catalog.refusal.TextRules;

/** What people say of themselves. */
public final class Profiles {
    private static final int AFFILIATION_LONGEST = 200;
    /** What the audit log says of a change of the mail address; neither address is in it. */
    private static final String MAIL = "mail";

    private final Database database;

    public Profiles(Database database) {
        this.database = database;
    }

    public Optional<Profile> find(String accountId) {
        return database.read(tx -> tx
                .createQuery("select full_name, orcid, affiliation, mail from account"
                        + " where id = :id")
                .bind("id", accountId)
                .map((row, _) -> new Profile(row.getString("full_name"), row.getString("orcid"),
                        row.getString("affiliation"), row.getString("mail")))
                .findOne());
    }

    /** The same where no mail is sent. */
    public boolean change(String accountId, Profile given) {
        return change(accountId, given, false);
    }

    /**
     * INVALID when something of it cannot be; false when there is no such account. Another mail address
     * than before is yet to be confirmed.
     *
     * @param told whether a confirmed address is told by mail that it is the account's no more
     */
    public boolean change(String accountId, Profile given, boolean told) {
        Profile profile = checked(given);
        return database.change(tx -> {
            RowLocks.account(tx, accountId);
            return MailAddresses.find(tx, accountId)
                    .filter(before -> put(tx, accountId, before, profile, told)).isPresent();
        });
    }

    /** The same of all but the mail address, which stays as it is. */
    public boolean changeKeepingMail(String accountId, Profile given) {
        Profile profile = checked(given.at(""));
        return database.change(tx -> {
            RowLocks.account(tx, accountId);
            return MailAddresses.find(tx, accountId).filter(before -> put(tx, accountId,
                    before, profile.at(before.address()), false)).isPresent();
        });
    }

    private boolean put(Transaction tx, String accountId, MailAddress before, Profile profile,
            boolean told) {
        int changed = tx.createUpdate("update account"
                + " set full_name = :fullName, orcid = :orcid, affiliation = :affiliation,"
                + " mail_confirmed = mail_confirmed and mail = :mail, mail = :mail"
                + " where id = :id").bindMethods(profile).bind("id", accountId).execute();
        boolean moved = !before.address().equals(profile.mail());
        if (moved) {
            PasswordLinks.drop(tx, accountId); // whoever reads the old address has one
        }
        if (moved && told && before.confirmed()) {
            Outbox.insert(tx, database.nextId(), OutgoingMail.Kind.MAIL_CHANGED,
                    Optional.of(accountId), before.address(), before.language(), "",
                    database.now());
        }
        Audit.note(tx, AuditKind.PROFILE_CHANGED, accountId, moved ? MAIL : "");
        ContentChange.of(tx).owner(accountId);
        return changed == 1;
    }

    private static Profile checked(Profile given) {
        String orcid = Orcid.bare(given.orcid());
        if (!orcid.isEmpty() && !Orcid.isValid(orcid)) {
            throw CatalogException.invalid(Refused.ORCID_OWN);
        }
        String mail = given.mail().isBlank() ? "" : MailAddresses.checked(given.mail());
        String affiliation = given.affiliation().isBlank()
                ? ""
                : TextRules.required(Field.AFFILIATION, given.affiliation(), AFFILIATION_LONGEST);
        return new Profile(
                TextRules.required(Field.FULL_NAME, given.fullName(), Accounts.FULL_NAME_LONGEST),
                orcid, affiliation, mail);
    }
}
