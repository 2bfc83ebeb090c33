package org.gridtorrent.ccm.admin;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Account.Role;
import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.catalog.account.QuotaUsage;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.QuotaCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.metainfo.address.ServerUri;

/** The site's accounts, as administrators see and change them. */
public final class UserPages {
    private static final int USERS = 50;
    private static final String PATH = "/admin/users";

    private final Catalog catalog;
    private final QuotaCommands quotas;
    private final Messages messages;
    private final URI pagesUrl;

    public UserPages(Catalog catalog, QuotaCommands quotas, Messages messages, URI pagesUrl) {
        this.catalog = catalog;
        this.quotas = quotas;
        this.messages = messages;
        this.pagesUrl = pagesUrl;
    }

    public Reply list(Exchange exchange) {
        int page = exchange.page();
        String words = exchange.parameter("q");
        ResultPage<Account> accounts = catalog.site().administrators().accounts(words,
                (page - 1) * USERS,
                USERS);
        return Reply.html("adminusers", Map.of("view", new UsersView(accounts.items().stream()
                .map(account -> user(exchange, account)).toList(), words, page,
                accounts.more())));
    }

    public Reply show(Exchange exchange) {
        return page(exchange, 200, "", Optional.empty());
    }

    /** A quota of their own, or that of the site. */
    public Reply quota(Exchange exchange) {
        Form form = exchange.form();
        if (!form.has("own", "yes")) {
            quotas.takeBack(exchange.viewer().id(), exchange.id());
            return seen(exchange, "quota");
        }
        Optional<Quota> wanted = QuotaForm.read(form, messages);
        if (wanted.isEmpty()) {
            return page(exchange, 422, "", Optional.empty(), form);
        }
        quotas.give(exchange.viewer().id(), exchange.id(), wanted.get());
        return seen(exchange, "quota");
    }

    public Reply disable(Exchange exchange) {
        return done(exchange, "user-disabled",
                actor -> catalog.site().administrators().disable(actor, exchange.id()));
    }

    public Reply enable(Exchange exchange) {
        return done(exchange, "user-enabled",
                actor -> catalog.site().administrators().enable(actor, exchange.id()));
    }

    /** Makes somebody an administrator, or takes that back. */
    public Reply role(Exchange exchange) {
        Role role = switch (exchange.parameter("role")) {
            case "admin" -> Role.ADMIN;
            case "user" -> Role.USER;
            default -> throw Refusal.of(400, "");
        };
        return done(exchange, "user-role",
                actor -> catalog.site().administrators().changeRole(actor, exchange.id(), role));
    }

    public Reply endSessions(Exchange exchange) {
        return done(exchange, "user-sessions",
                actor -> catalog.site().administrators().endSessions(actor, exchange.id()));
    }

    /** Shows the link in the answer itself: only its hash is kept, so it is seen this once. */
    public Reply link(Exchange exchange) {
        Account account = account(exchange);
        if (account.disabled()) {
            throw Refusal.notFound();
        }
        String link = ServerUri.below(pagesUrl,
                "/setup?code=" + catalog.identity().passwordLinks().create(account.id()))
                .toString();
        return page(exchange, 200, "", Optional.of(link));
    }

    private interface Change {
        boolean by(String actorId);
    }

    private Reply done(Exchange exchange, String notice, Change change) {
        try {
            if (!change.by(exchange.viewer().id())) {
                throw Refusal.notFound();
            }
            return seen(exchange, notice);
        } catch (CatalogException refused) {
            return page(exchange, 409, messages.text(refused), Optional.empty());
        }
    }

    private static Reply seen(Exchange exchange, String notice) {
        return new Reply.SeeOther(LocalPath.noticed(PATH + "/" + exchange.id(), notice));
    }

    private Account account(Exchange exchange) {
        return catalog.identity().accounts().find(exchange.id()).orElseThrow(Refusal::notFound);
    }

    private Reply page(Exchange exchange, int status, String error, Optional<String> link) {
        QuotaUsage allowance = catalog.site().quotas().of(exchange.id());
        Map<String, String> fields = new HashMap<>(QuotaForm.fields(
                allowance.own() ? allowance.quota() : Quota.NONE));
        fields.put("own", allowance.own() ? "yes" : "no");
        return page(exchange, status, error, link, Form.filled(fields));
    }

    private Reply page(Exchange exchange, int status, String error, Optional<String> link,
            Form quota) {
        return new Reply.Html(status, "adminuser", Map.of("user",
                user(exchange, account(exchange)), "error", error, "link", link, "allowance",
                catalog.site().quotas().of(exchange.id()), "quota", quota));
    }

    private static UsersView.User user(Exchange exchange, Account account) {
        return new UsersView.User(account.id(), account.name(), account.fullName(),
                account.role() == Role.ADMIN, account.disabled(), account.created(),
                account.id().equals(exchange.viewer().id()));
    }
}
