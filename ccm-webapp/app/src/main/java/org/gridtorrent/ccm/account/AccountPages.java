package org.gridtorrent.ccm.account;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.mail.Contact;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.http.Visitors;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Messages;

/** Registering, logging in and logging out. */
public final class AccountPages {
    private final Catalog catalog;
    private final Visitors visitors;
    private final RegistrationFlow arrivals;
    private final LoginAttempts tries;
    private final MailQueue post;
    private final PasswordPolicy passwords;
    private final Messages messages;

    public AccountPages(Catalog catalog, Visitors visitors, LoginAttempts tries, MailQueue post,
            PasswordPolicy passwords, Messages messages) {
        this.catalog = catalog;
        this.visitors = visitors;
        this.arrivals = new RegistrationFlow(visitors, post);
        this.tries = tries;
        this.post = post;
        this.passwords = passwords;
        this.messages = messages;
    }

    public Reply registerForm(Exchange exchange) {
        return exchange.knownViewer().isPresent()
                ? new Reply.SeeOther("/")
                : open() ? registerForm(200, Form.empty()) : closed(200);
    }

    private boolean open() {
        return catalog.site().settings().site().registration() == Registration.OPEN;
    }

    private Reply closed(int status) {
        return new Reply.Html(status, "registerclosed", Map.of("invited",
                catalog.site().settings().site().registration() == Registration.INVITED));
    }

    public Reply register(Exchange exchange) {
        Form form = exchange.form();
        if (!open()) {
            return closed(403);
        }
        NewAccount.check(form, passwords, messages);
        checkMail(form);
        if (!form.ok()) {
            return registerForm(422, form);
        }
        if (!tries.registration(exchange, form)) {
            return registerForm(429, form);
        }
        try {
            Account account = catalog.identity().accounts().register(form.value("name"),
                    form.value("fullName"), form.raw("password"),
                    new Contact(form.value("mail"), Language.spoken().code()),
                    post.confirmFirst());
            return arrivals.to("/", "registered", exchange, account);
        } catch (CatalogException refused) {
            NewAccount.refused(form, refused, messages);
            return registerForm(422, form);
        }
    }

    private void checkMail(Form form) {
        boolean wanted = post.confirmFirst() || !form.value("mail").isEmpty();
        form.check("mail", mail -> !wanted || MailAddresses.isAddress(mail),
                messages.text("register.mail.wrong"));
    }

    public Reply loginForm(Exchange exchange) {
        String next = LocalPath.orElse(exchange.parameter("next"), "/");
        return exchange.knownViewer().isPresent()
                ? new Reply.SeeOther(next)
                : loginForm(200, Form.filled(Map.of("next", next)));
    }

    public Reply login(Exchange exchange) {
        Form form = exchange.form();
        String name = form.value("name").toLowerCase(Locale.ROOT);
        if (!tries.login(exchange, name, form)) {
            return loginForm(429, form);
        }
        Optional<Account> account = tries.authenticate(exchange, name, form.raw("password"));
        if (account.isEmpty()) {
            form.error("", messages.text("login.wrong"));
            return loginForm(422, form);
        }
        if (post.holdsBack(account.get().id())) {
            post.confirm(account.get().id());
            form.error("", messages.text("login.unconfirmed"));
            return loginForm(422, form);
        }
        visitors.logIn(exchange, account.get());
        return new Reply.SeeOther(LocalPath.orElse(form.value("next"), "/"));
    }

    public Reply logout(Exchange exchange) {
        visitors.logOut(exchange);
        return new Reply.SeeOther(LocalPath.noticed("/", "logged-out"));
    }

    private Reply registerForm(int status, Form form) {
        return new Reply.Html(status, "register", Map.of("form", form, "mail", post.sends(),
                "confirmFirst", post.confirmFirst()));
    }

    private static Reply loginForm(int status, Form form) {
        return new Reply.Html(status, "login", Map.of("form", form));
    }
}
