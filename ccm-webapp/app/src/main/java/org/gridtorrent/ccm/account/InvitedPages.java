package org.gridtorrent.ccm.account;

import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.invitation.Invitation;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.Person;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.http.Visitors;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Messages;

/**
 * Where the link of an invitation leads: to an account of one's own, or into the group with the one that
 * one has. To look at it spends nothing; its code moves at once into a cookie, as that of
 * {@link SetupPages} does.
 */
public final class InvitedPages {
    private static final String PATH = "/setup/invitation";

    private final Catalog catalog;
    private final RegistrationFlow arrivals;
    private final LoginAttempts tries;
    private final MailQueue post;
    private final PasswordPolicy passwords;
    private final Messages messages;

    public InvitedPages(Catalog catalog, Visitors visitors, LoginAttempts tries, MailQueue post,
            PasswordPolicy passwords, Messages messages) {
        this.catalog = catalog;
        this.arrivals = new RegistrationFlow(visitors, post);
        this.tries = tries;
        this.post = post;
        this.passwords = passwords;
        this.messages = messages;
    }

    public Reply form(Exchange exchange) {
        String code = exchange.parameter("code");
        if (!code.isEmpty()) {
            exchange.keepCode(code);
            return new Reply.SeeOther(PATH);
        }
        return page(200, Form.empty(), invitation(exchange));
    }

    public Reply register(Exchange exchange) {
        Invitation invitation = invitation(exchange);
        if (exchange.knownViewer().isPresent()) {
            return new Reply.SeeOther(PATH);
        }
        Form form = exchange.form();
        NewAccount.check(form, passwords, messages);
        if (!form.ok()) {
            return page(422, form, invitation);
        }
        if (!tries.registration(exchange, form)) {
            return page(429, form, invitation);
        }
        try {
            Account account = catalog.people().invitationLinks().register(exchange.code(),
                    form.value("name"), form.value("fullName"), form.raw("password"),
                    Language.spoken().code(), post.confirmFirst());
            exchange.keepCode("");
            Optional<String> group = invitation.group().map(GroupName::id);
            return arrivals.to(group.map(id -> "/groups/" + id).orElse("/"),
                    group.isPresent() ? "registered-joined" : "registered", exchange, account);
        } catch (CatalogException refused) {
            NewAccount.refused(form, refused, messages);
            return page(422, form, invitation);
        }
    }

    public Reply join(Exchange exchange) {
        String group = catalog.people().invitationLinks()
                .join(exchange.code(), exchange.viewer().id()).orElseThrow(this::over);
        exchange.keepCode("");
        return new Reply.SeeOther(LocalPath.noticed("/groups/" + group, "joined"));
    }

    private Invitation invitation(Exchange exchange) {
        return catalog.people().invitationLinks().linked(exchange.code()).orElseThrow(this::over);
    }

    private Refusal over() {
        return Refusal.of(404, messages.text("invited.over"));
    }

    private Reply page(int status, Form form, Invitation invitation) {
        boolean closed = catalog.site().settings().site().registration() == Registration.CLOSED;
        return new Reply.Html(status, "invited", Map.of("form", form, "view",
                new InvitedView(invitation.address(),
                        invitation.group().map(GroupName::name).orElse(""),
                        invitation.inviter().map(Person::fullName).orElse(""),
                        invitation.expires(), closed)));
    }
}
