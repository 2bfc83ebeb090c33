package org.gridtorrent.ccm.page;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Accounts;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.Frame;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.LoginThrottle;
import org.gridtorrent.ccm.web.Reply;
import org.gridtorrent.ccm.web.Visitors;

/** Registering, logging in and logging out. */
public final class AccountPages {
    private final Accounts accounts;
    private final Visitors visitors;
    private final LoginThrottle throttle;
    private final Messages messages;

    public AccountPages(Accounts accounts, Visitors visitors, LoginThrottle throttle,
            Messages messages) {
        this.accounts = accounts;
        this.visitors = visitors;
        this.throttle = throttle;
        this.messages = messages;
    }

    public Reply registerForm(Exchange exchange) {
        return exchange.knownViewer().isPresent()
                ? new Reply.SeeOther("/")
                : form("register", 200, Form.empty());
    }

    public Reply register(Exchange exchange) {
        Form form = exchange.form();
        NewAccount.check(form, messages);
        if (!form.ok()) {
            return form("register", 422, form);
        }
        Optional<Duration> wait = throttle.registration(exchange.origin());
        if (wait.isPresent()) {
            return slowed("register", form, exchange, wait.get());
        }
        try {
            Account account = accounts.register(form.value("name"), form.value("fullName"),
                    form.raw("password"));
            visitors.logIn(exchange, account);
            return new Reply.SeeOther(LocalPath.noticed("/", "registered"));
        } catch (CatalogException refused) {
            NewAccount.refused(form, refused, messages);
            return form("register", 422, form);
        }
    }

    public Reply loginForm(Exchange exchange) {
        String next = LocalPath.orElse(exchange.parameter("next"), "/");
        return exchange.knownViewer().isPresent()
                ? new Reply.SeeOther(next)
                : form("login", 200, Form.filled(Map.of("next", next)));
    }

    public Reply login(Exchange exchange) {
        Form form = exchange.form();
        String name = form.value("name").toLowerCase(Locale.ROOT);
        String origin = exchange.origin();
        Optional<Duration> wait = throttle.login(name, origin);
        if (wait.isPresent()) {
            return slowed("login", form, exchange, wait.get());
        }
        Optional<Account> account = authenticate(name, form.raw("password"), origin);
        if (account.isEmpty()) {
            form.error("", messages.text("login.wrong"));
            return form("login", 422, form);
        }
        throttle.succeeded(name, origin);
        visitors.logIn(exchange, account.get());
        return new Reply.SeeOther(LocalPath.orElse(form.value("next"), "/"));
    }

    private Optional<Account> authenticate(String name, String password, String origin) {
        try {
            return accounts.authenticate(name, password);
        } catch (RuntimeException notLookedAt) {
            throttle.takeBack(name, origin);
            throw notLookedAt;
        }
    }

    private Reply slowed(String template, Form form, Exchange exchange, Duration wait) {
        Duration whole = wait.plusSeconds(1);
        exchange.retryAfter(whole);
        form.error("", messages.text("login.throttled", Frame.spoken(whole)));
        return form(template, 429, form);
    }

    public Reply logout(Exchange exchange) {
        visitors.logOut(exchange);
        return new Reply.SeeOther(LocalPath.noticed("/", "logged-out"));
    }

    private static Reply form(String template, int status, Form form) {
        return new Reply.Html(status, template, Map.of("form", form));
    }
}
