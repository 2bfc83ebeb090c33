package org.gridtorrent.ccm.account;

import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.ccm.account.LoginThrottle.Try;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.KnownBrowsers;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** Tries of passwords, and new accounts: when there are too many, the form says how long to wait. */
public final class LoginAttempts {
    private final Accounts accounts;
    private final KnownBrowsers browsers;
    private final LoginThrottle throttle;
    private final Messages messages;

    public LoginAttempts(Accounts accounts, KnownBrowsers browsers, LoginThrottle throttle,
            Messages messages) {
        this.accounts = accounts;
        this.browsers = browsers;
        this.throttle = throttle;
        this.messages = messages;
    }

    /** Whether an account may be made now. */
    boolean registration(Exchange exchange, Form form) {
        return allowed(throttle.registration(exchange.origin()), exchange, form);
    }

    /** Whether something may be sent by mail now. */
    boolean mail(Exchange exchange, Form form) {
        return allowed(throttle.mail(exchange.origin()), exchange, form);
    }

    /** Whether a password may be tried now, and then that is counted. */
    boolean login(Exchange exchange, String name, Form form) {
        return allowed(throttle.login(counted(exchange, name)), exchange, form);
    }

    private Try counted(Exchange exchange, String name) {
        return new Try(name, exchange.origin(), browsers.id(name, exchange.known()));
    }

    private boolean allowed(Optional<Duration> wait, Exchange exchange, Form form) {
        wait.ifPresent(left -> {
            Duration whole = left.plusSeconds(1);
            exchange.retryAfter(whole);
            form.error("", messages.text("login.throttled", messages.duration(whole)));
        });
        return wait.isEmpty();
    }

    /**
     * Whoever is logged in, when the field has their password; it is tried as slowly as at the login. Else
     * the form says what is wrong, of the whole when there were too many tries.
     */
    Optional<Account> viewer(Exchange exchange, Form form, String field) {
        String name = exchange.viewer().name();
        if (!login(exchange, name, form)) {
            return Optional.empty();
        }
        Optional<Account> account = authenticate(exchange, name, form.raw(field));
        if (account.isEmpty()) {
            form.error(field, messages.text("account.password.wrong"));
        }
        return account;
    }

    /** The account when the password is its; that of the account was no failure then. */
    Optional<Account> authenticate(Exchange exchange, String name, String password) {
        Try counted = counted(exchange, name);
        try {
            Optional<Account> account = accounts.authenticate(name, password);
            account.ifPresent(_ -> throttle.succeeded(counted));
            return account;
        } catch (RuntimeException notLookedAt) {
            throttle.takeBack(counted);
            throw notLookedAt;
        }
    }
}
