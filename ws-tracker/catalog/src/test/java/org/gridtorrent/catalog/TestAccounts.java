package org.gridtorrent.catalog;

import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.mail.Contact;
import org.gridtorrent.identity.Passwords;

/**
 * Accounts for tests, all with one password that is hashed once: to hash one for each was half of what the
 * tests' processors did.
 */
public final class TestAccounts {
    public static final String PASSWORD = "words enough to remember";
    private static final String HASH = new Passwords().hash(PASSWORD);

    private TestAccounts() {}

    public static Account add(Catalog catalog, String name, String fullName) {
        return add(catalog, name, fullName, Role.USER);
    }

    public static Account addAdmin(Catalog catalog, String name, String fullName) {
        return add(catalog, name, fullName, Role.ADMIN);
    }

    private static Account add(Catalog catalog, String name, String fullName, Role role) {
        return catalog.identity().accounts().add(name, fullName, () -> HASH, role, Contact.NONE,
                false,
                (_, _) -> {});
    }
}
