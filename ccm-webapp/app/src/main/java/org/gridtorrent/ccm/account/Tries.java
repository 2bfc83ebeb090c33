package org.gridtorrent.ccm.account;

import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Accounts;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LoginThrottle;

/** Tries of passwords, and new accounts: when there are too many, the form says how long to wait. */
public final class Tries {
    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final Messages messages;

    public Tries(Accounts accounts, LoginThrottle throttle, Messages messages) {
        this.accounts = accounts;
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
        return allowed(throttle.login(name, exchange.origin()), exchange, form);
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
        String origin = exchange.origin();
        try {
            Optional<Account> account = accounts.authenticate(name, password);
            account.ifPresent(_ -> throttle.succeeded(name, origin));
            return account;
        } catch (RuntimeException notLookedAt) {
            throttle.takeBack(name, origin);
            throw notLookedAt;
        }
    }
}
