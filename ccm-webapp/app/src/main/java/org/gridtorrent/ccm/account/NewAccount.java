package org.gridtorrent.ccm.account;

import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.CatalogException.Reason;
import org.gridtorrent.catalog.refusal.Refused;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.identity.UserName;

/** What the forms for a new account have in common: its fields and their rules. */
final class NewAccount {
    private static final int LONGEST_FULL_NAME = 100;

    private NewAccount() {}

    static void check(Form form, PasswordPolicy passwords, Messages messages) {
        form.check("name", UserName::isValid, messages.text("register.name.wrong"));
        form.check("fullName", name -> !name.isEmpty() && name.length() <= LONGEST_FULL_NAME
                && name.chars().noneMatch(Character::isISOControl),
                messages.text("register.fullName.wrong"));
        passwords.check(form, form.value("name"), form.value("fullName"));
    }

    static void refused(Form form, CatalogException refused, Messages messages) {
        if (refused.reason() == Reason.BUSY) {
            throw refused;
        }
        boolean taken = refused.translatable()
                .filter(words -> words.refused() == Refused.USER_NAME_TAKEN)
                .isPresent();
        form.error(taken ? "name" : "",
                taken ? messages.text("register.taken") : messages.text(refused));
    }
}
