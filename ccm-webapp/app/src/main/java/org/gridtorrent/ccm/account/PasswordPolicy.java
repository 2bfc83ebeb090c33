package org.gridtorrent.ccm.account;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.identity.CommonPasswords;
import org.gridtorrent.identity.Passwords;

/** What a new password may not be; said at the form's field. Safe for use by several threads. */
public final class PasswordPolicy {
    private final Supplier<String> siteName;
    private final Messages messages;

    public PasswordPolicy(Supplier<String> siteName, Messages messages) {
        this.siteName = siteName;
        this.messages = messages;
    }

    /** @param names of whose password it is */
    void check(Form form, String... names) {
        String password = form.raw("password");
        if (password.length() < Passwords.SHORTEST) {
            form.error("password", messages.text("register.password.short"));
        } else if (password.length() > Passwords.LONGEST) {
            form.error("password", messages.text("register.password.long"));
        } else if (CommonPasswords.contains(password)) {
            form.error("password", messages.text("register.password.common"));
        } else if (Stream.concat(Stream.of(names), Stream.of(siteName.get()))
                .map(PasswordPolicy::letters)
                .anyMatch(name -> !name.isEmpty() && name.equals(letters(password)))) {
            form.error("password", messages.text("register.password.name"));
        }
    }

    /** A name with figures and signs between its letters or behind them is the name still. */
    private static String letters(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}]", "");
    }
}
