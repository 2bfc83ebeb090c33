package org.gridtorrent.ccm.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.identity.Tokens;

/**
 * Browsers that have logged in to an account, by a signed cookie (OWASP's device cookie): others' tries
 * of its password do not lock them out. A changed password makes all of them unknown. Safe for use by
 * several threads.
 */
public final class KnownBrowsers {
    private static final String PURPOSE = "known browser ";

    private final SecureRandom random = new SecureRandom();
    private final Accounts accounts;

    public KnownBrowsers(Accounts accounts) {
        this.accounts = accounts;
    }

    /** A cookie for a browser that has just logged in to the account. */
    String cookie(String account) {
        String id = Tokens.next(random);
        return id + "." + accounts.sign(account, PURPOSE + id).orElseThrow();
    }

    /** The browser's identifier, when the cookie was made for this account and its present password. */
    public Optional<String> id(String account, String cookie) {
        int dot = cookie.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        String id = cookie.substring(0, dot);
        byte[] shown = cookie.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
        return accounts.sign(account, PURPOSE + id)
                .filter(made -> MessageDigest.isEqual(made.getBytes(StandardCharsets.UTF_8), shown))
                .map(_ -> id);
    }
}
