package org.gridtorrent.ccm.account;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Accounts;
import org.gridtorrent.catalog.CatalogException;
import org.gridtorrent.ccm.view.Form;
import org.gridtorrent.ccm.view.Messages;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.LocalPath;
import org.gridtorrent.ccm.web.Reply;
import org.gridtorrent.ccm.web.Visitors;

/** Registering, logging in and logging out. */
public final class AccountPages {
    private final Accounts accounts;
    private final Visitors visitors;
    private final Tries tries;
    private final Messages messages;

    public AccountPages(Accounts accounts, Visitors visitors, Tries tries, Messages messages) {
        this.accounts = accounts;
        this.visitors = visitors;
        this.tries = tries;
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
        if (!tries.registration(exchange, form)) {
            return form("register", 429, form);
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
        if (!tries.login(exchange, name, form)) {
            return form("login", 429, form);
        }
        Optional<Account> account = tries.authenticate(exchange, name, form.raw("password"));
        if (account.isEmpty()) {
            form.error("", messages.text("login.wrong"));
            return form("login", 422, form);
        }
        visitors.logIn(exchange, account.get());
        return new Reply.SeeOther(LocalPath.orElse(form.value("next"), "/"));
    }

    public Reply logout(Exchange exchange) {
        visitors.logOut(exchange);
        return new Reply.SeeOther(LocalPath.noticed("/", "logged-out"));
    }

    private static Reply form(String template, int status, Form form) {
        return new Reply.Html(status, template, Map.of("form", form));
    }
}
