package org.gridtorrent.ccm.account;

import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.PasswordLinks;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.http.Visitors;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/**
 * Choosing a password by a one-time link: the first administrator, and whoever lost theirs.
 *
 * <p>
 * The link's code moves at once from the address into a cookie, so that it stays in no history and
 * goes out with no referrer.
 */
public final class SetupPages {
    private final PasswordLinks links;
    private final Visitors visitors;
    private final PasswordPolicy passwords;
    private final Messages messages;

    public SetupPages(PasswordLinks links, Visitors visitors, PasswordPolicy passwords,
            Messages messages) {
        this.links = links;
        this.visitors = visitors;
        this.passwords = passwords;
        this.messages = messages;
    }

    public Reply form(Exchange exchange) {
        String code = exchange.parameter("code");
        if (!code.isEmpty()) {
            exchange.keepCode(code);
            return new Reply.SeeOther("/setup");
        }
        return page(200, Form.empty(), account(exchange));
    }

    public Reply choose(Exchange exchange) {
        Account account = account(exchange);
        Form form = exchange.form();
        passwords.check(form, account.name(), account.fullName());
        if (form.ok()) {
            try {
                Optional<Account> redeemed = links.redeem(exchange.code(), form.raw("password"));
                visitors.logIn(exchange, redeemed.orElseThrow(this::spent));
                exchange.keepCode("");
                return new Reply.SeeOther(LocalPath.noticed("/", "set-up"));
            } catch (CatalogException refused) {
                if (refused.reason() == CatalogException.Reason.BUSY) {
                    throw refused;
                }
                form.error("password", messages.text(refused));
            }
        }
        return page(422, form, account);
    }

    private Account account(Exchange exchange) {
        return links.find(exchange.code()).orElseThrow(this::spent);
    }

    private Refusal spent() {
        return Refusal.of(404, messages.text("setup.spent"));
    }

    private static Reply page(int status, Form form, Account account) {
        return new Reply.Html(status, "setup", Map.of("form", form, "name", account.name(),
                "administrator", account.role() == Account.Role.ADMIN));
    }
}
