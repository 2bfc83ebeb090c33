package org.gridtorrent.catalog;

import java.util.Optional;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.audit.Kind;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.catalog.refusal.Refused;

/** What people say of themselves. */
public final class Profiles {
    private static final int AFFILIATION_LONGEST = 200;

    private final Database database;

    Profiles(Database database) {
        this.database = database;
    }

    public Optional<Profile> find(String accountId) {
        return database.read(handle -> handle
                .createQuery("select full_name, orcid, affiliation, mail from account"
                        + " where id = :id")
                .bind("id", accountId)
                .map((row, _) -> new Profile(row.getString("full_name"), row.getString("orcid"),
                        row.getString("affiliation"), row.getString("mail")))
                .findOne());
    }

    /**
     * INVALID when something of it cannot be; false when there is no such account. Another mail address
     * than before is yet to be confirmed.
     */
    public boolean change(String accountId, Profile given) {
        Profile profile = checked(given);
        return database.change(handle -> {
            int changed = handle.createUpdate("update account"
                    + " set full_name = :fullName, orcid = :orcid, affiliation = :affiliation,"
                    + " mail_confirmed = mail_confirmed and mail = :mail, mail = :mail"
                    + " where id = :id").bindMethods(profile).bind("id", accountId)
                    .execute();
            Audit.note(handle, database, Kind.PROFILE_CHANGED, accountId, "");
            SearchClock.ownerChanged(handle, accountId);
            return changed == 1;
        });
    }

    private static Profile checked(Profile given) {
        String orcid = Creator.bareOrcid(given.orcid());
        if (!orcid.isEmpty() && !Creator.isOrcid(orcid)) {
            throw CatalogException.invalid(Refused.ORCID_OWN);
        }
        String mail = given.mail().isBlank() ? "" : MailAddresses.checked(given.mail());
        String affiliation = given.affiliation().isBlank()
                ? ""
                : Texts.required(Field.AFFILIATION, given.affiliation(), AFFILIATION_LONGEST);
        return new Profile(
                Texts.required(Field.FULL_NAME, given.fullName(), Accounts.FULL_NAME_LONGEST),
                orcid, affiliation, mail);
    }
}
