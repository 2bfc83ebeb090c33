package org.gridtorrent.ccm.http;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Session;
import org.gridtorrent.catalog.account.Sessions;
import org.gridtorrent.ccm.ui.Viewer;
import org.gridtorrent.identity.Tokens;

/**
 * Who is behind a browser's cookie. Safe for use by several threads.
 *
 * <p>
 * Logging in and out always changes the token, so that one which somebody else planted or read
 * before is worth nothing after.
 */
public final class Visitors {
    static final Duration LIFETIME = Duration.ofDays(14);
    /** Marks the cookie of somebody who is not logged in, so that no session is looked for. */
    private static final String NOBODY = "n.";

    private final SecureRandom random = new SecureRandom();
    private final Sessions sessions;
    private final KnownBrowsers browsers;

    public Visitors(Sessions sessions, KnownBrowsers browsers) {
        this.sessions = sessions;
        this.browsers = browsers;
    }

    /** Somebody who is not logged in, with a fresh token. */
    public Visit nobody() {
        return Visit.anonymous(NOBODY + Tokens.next(random));
    }

    Visit of(String token) {
        if (token.startsWith(NOBODY)) {
            return Visit.anonymous(token);
        }
        return token.isEmpty()
                ? nobody()
                : sessions.find(token).map(session -> visit(token, session))
                        .orElseGet(this::nobody);
    }

    public void logIn(Exchange exchange, Account account) {
        Session.Opened opened = sessions.open(account, LIFETIME, exchange.origin(),
                exchange.agent());
        exchange.become(visit(opened.token(), opened.session()));
        exchange.keepKnown(browsers.cookie(account.name()));
    }

    public void logOut(Exchange exchange) {
        sessions.close(exchange.token());
        exchange.become(nobody());
    }

    private static Visit visit(String token, Session session) {
        return new Visit(token, session.csrf(), Optional.of(viewer(session.account())));
    }

    private static Viewer viewer(Account account) {
        return new Viewer(account.id(), account.name(), account.fullName(),
                account.role() == Account.Role.ADMIN);
    }
}
