package org.gridtorrent.ccm.account;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.account.ApiTokens;
import org.gridtorrent.catalog.account.Orcid;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.account.SessionInfo;
import org.gridtorrent.catalog.mail.MailAddress;
import org.gridtorrent.catalog.notify.MailFrequency;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.command.AccountCommands;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.http.Visitors;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Viewer;

/** The page of one's account: profile, password, stays on the pages, tokens for programs. */
public final class ProfilePages {
    private static final String PAGE = "/account";
    private static final String PRESENT = "mailPassword";
    private static final String TOKEN_PASSWORD = "tokenPassword";
    private static final int USUAL_DAYS = 90;
    private static final long LONGEST_DAYS = ApiTokens.LONGEST_LIFE.toDays();

    private final Catalog catalog;
    private final Visitors visitors;
    private final LoginAttempts tries;
    private final MailQueue post;
    private final AccountCommands commands;
    private final PasswordPolicy passwords;
    private final Messages messages;

    public ProfilePages(Catalog catalog, Visitors visitors, LoginAttempts tries, MailQueue post,
            PasswordPolicy passwords, AccountCommands commands, Messages messages) {
        this.catalog = catalog;
        this.visitors = visitors;
        this.tries = tries;
        this.post = post;
        this.commands = commands;
        this.passwords = passwords;
        this.messages = messages;
    }

    public Reply show(Exchange exchange) {
        return page(exchange, 200, Map.of(), Optional.empty());
    }

    public Reply changeProfile(Exchange exchange) {
        Form form = exchange.form();
        form.check("orcid", orcid -> orcid.isEmpty() || Orcid.isValid(Orcid.bare(orcid)),
                messages.text("account.orcid.wrong"));
        boolean another = !mail(exchange.viewer()).address().equals(form.value("mail"));
        if (form.ok() && another && !mayChangeMail(exchange, form)) {
            return refused(exchange, "profile", form);
        }
        if (form.ok()) {
            try {
                var profile = new Profile(form.value("fullName"), form.value("orcid"),
                        form.value("affiliation"), form.value("mail"));
                if (another) {
                    commands.changeProfileAndMail(exchange.viewer().id(), profile, post.sends());
                } else {
                    commands.changeProfile(exchange.viewer().id(), profile);
                }
                boolean asked = another && post.confirm(exchange.viewer().id());
                return done(asked ? "profile-saved-asked" : "profile-saved");
            } catch (CatalogException refused) {
                form.error("", messages.text(refused));
            }
        }
        return page(exchange, 422, Map.of("profile", form), Optional.empty());
    }

    /** A new password is chosen by a link that goes to the address, so it takes the present one. */
    private boolean mayChangeMail(Exchange exchange, Form form) {
        return gavePassword(exchange, form, PRESENT, "account.mail.password.missing")
                && (form.value("mail").isEmpty() || !post.sends() || tries.mail(exchange, form));
    }

    /** Whether the field has the password of whoever is logged in; else the form says what is wrong. */
    private boolean gavePassword(Exchange exchange, Form form, String field, String missing) {
        if (form.raw(field).isEmpty()) {
            form.error(field, messages.text(missing));
            return false;
        }
        return tries.viewer(exchange, form, field).isPresent();
    }

    /** Of the whole form when there were too many tries. */
    private Reply refused(Exchange exchange, String name, Form form) {
        return page(exchange, form.error("").isPresent() ? 429 : 422, Map.of(name, form),
                Optional.empty());
    }

    /** Asks for the old password, as slowly as at the login; this browser goes on with a new session. */
    public Reply changePassword(Exchange exchange) {
        Viewer viewer = exchange.viewer();
        Form form = exchange.form();
        passwords.check(form, viewer.name(), viewer.fullName());
        if (!form.ok()) {
            return page(exchange, 422, Map.of("password", form), Optional.empty());
        }
        Optional<Account> account = tries.viewer(exchange, form, "old");
        if (account.isEmpty()) {
            return refused(exchange, "password", form);
        }
        commands.changePassword(viewer.id(), form.raw("password"));
        visitors.logIn(exchange, account.get());
        return done("password-changed");
    }

    public Reply changePace(Exchange exchange) {
        String chosen = exchange.parameter("pace").toUpperCase(Locale.ROOT);
        MailFrequency pace = Arrays.stream(MailFrequency.values())
                .filter(each -> each.name().equals(chosen)).findFirst()
                .orElseThrow(() -> Refusal.of(400, ""));
        catalog.notifications().notices().changePace(exchange.viewer().id(), pace);
        return done("pace-saved");
    }

    public Reply endStay(Exchange exchange) {
        commands.endSession(exchange.viewer().id(), exchange.id());
        return done("stay-ended");
    }

    public Reply endOtherStays(Exchange exchange) {
        commands.endOtherSessions(exchange.viewer().id(), exchange.token());
        return done("stays-ended");
    }

    /**
     * Shows the secret in the answer itself: only its hash is kept, so it is seen this once. One that may
     * write outlives the session, so it takes the password.
     */
    public Reply makeToken(Exchange exchange) {
        Form form = exchange.form();
        form.check("tokenName", name -> !name.isEmpty(), messages.text("account.token.nameless"));
        form.check("scope", scope -> scope.equals("read") || scope.equals("write"),
                messages.text("account.token.scope.wrong"));
        form.check("days", days -> days.matches("[1-9][0-9]{0,2}")
                && Integer.parseInt(days) <= LONGEST_DAYS,
                messages.text("account.token.days.wrong"));
        boolean write = form.value("scope").equals("write");
        if (form.ok() && write && !gavePassword(exchange, form, TOKEN_PASSWORD,
                "account.token.password.missing")) {
            return refused(exchange, "token", form);
        }
        if (form.ok()) {
            try {
                ApiToken.Made made = commands.createToken(exchange.viewer().id(),
                        form.value("tokenName"),
                        write ? Scope.WRITE : Scope.READ,
                        Duration.ofDays(Integer.parseInt(form.value("days"))));
                return page(exchange, 200, Map.of(), Optional.of(made.secret()));
            } catch (CatalogException refused) {
                form.error("", messages.text(refused));
            }
        }
        return page(exchange, 422, Map.of("token", form), Optional.empty());
    }

    public Reply revokeToken(Exchange exchange) {
        commands.revokeToken(exchange.viewer().id(), exchange.id());
        return done("token-revoked");
    }

    private static Reply done(String notice) {
        return new Reply.SeeOther(LocalPath.noticed(PAGE, notice));
    }

    /** @param typed the form that something is wrong with, by what it is for */
    private Reply page(Exchange exchange, int status, Map<String, Form> typed,
            Optional<String> secret) {
        String accountId = exchange.viewer().id();
        Profile profile = catalog.identity().profiles().find(accountId)
                .orElseThrow(Refusal::notFound);
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("profile", Form.filled(Map.of("fullName", profile.fullName(), "orcid",
                profile.orcid(), "affiliation", profile.affiliation(), "mail", profile.mail())));
        shown.put("password", Form.empty());
        shown.put("token",
                Form.filled(Map.of("scope", "read", "days", String.valueOf(USUAL_DAYS))));
        shown.putAll(typed);
        shown.put("view", new AccountView(mail(exchange.viewer()), post.sends(),
                catalog.notifications().notices().pace(accountId).name().toLowerCase(Locale.ROOT),
                catalog.identity().sessions().of(accountId, exchange.token()).stream()
                        .sorted(Comparator.comparing(SessionInfo::current).reversed())
                        .map(this::stay)
                        .toList(),
                catalog.identity().apiTokens().of(accountId).stream().map(this::token).toList(),
                secret));
        return new Reply.Html(status, "account", shown);
    }

    private MailAddress mail(Viewer viewer) {
        return catalog.identity().mailAddresses().find(viewer.id()).orElseThrow(Refusal::notFound);
    }

    private AccountView.Stay stay(SessionInfo stay) {
        return new AccountView.Stay(stay.id(), BrowserNames.words(stay.agent(), messages),
                stay.origin(), stay.created(), stay.seen(), stay.current());
    }

    private AccountView.Token token(ApiToken token) {
        return new AccountView.Token(token.id(), token.name(), token.scope() == Scope.WRITE,
                token.created(), token.expires(), token.lastUsed());
    }
}
