package org.gridtorrent.catalog;

import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.metadata.Creator;

/** What people say of themselves. */
public final class Profiles {
    private static final int AFFILIATION_LONGEST = 200;
    private static final int MAIL_LONGEST = 254;
    private static final Pattern MAIL = Pattern.compile("[^@\\s]{1,64}@[^@\\s.][^@\\s]*");

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

    /** INVALID when something of it cannot be; false when there is no such account. */
    public boolean change(String accountId, Profile given) {
        Profile profile = checked(given);
        return database.change(handle -> {
            int changed = handle.createUpdate("update account"
                    + " set full_name = :fullName, orcid = :orcid, affiliation = :affiliation,"
                    + " mail = :mail where id = :id").bindMethods(profile).bind("id", accountId)
                    .execute();
            SearchClock.ownerChanged(handle, accountId);
            return changed == 1;
        });
    }

    private static Profile checked(Profile given) {
        String orcid = given.orcid().strip();
        if (!orcid.isEmpty() && !Creator.isOrcid(orcid)) {
            throw CatalogException.invalid("An ORCID iD has sixteen digits, such as"
                    + " 0000-0002-1825-0097; these do not fit together.");
        }
        String mail = given.mail().strip();
        if (!mail.isEmpty() && !isMail(mail)) {
            throw CatalogException.invalid("A mail address looks like name@example.org.");
        }
        String affiliation = given.affiliation().isBlank()
                ? ""
                : Texts.required("The affiliation", given.affiliation(), AFFILIATION_LONGEST);
        return new Profile(
                Texts.required("The full name", given.fullName(), Accounts.FULL_NAME_LONGEST),
                orcid, affiliation, mail);
    }

    private static boolean isMail(String text) {
        return text.length() <= MAIL_LONGEST && MAIL.matcher(text).matches()
                && Texts.required("The mail address", text, MAIL_LONGEST).equals(text);
    }
}
