package org.gridtorrent.ccm.admin;

import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.invitation.Invitations;
import org.gridtorrent.catalog.invitation.Invitations.Made;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.invitation.InvitationSender;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** All invitations by mail, and new ones to the site. */
public final class InvitationPages {
    private static final int INVITATIONS = 50;
    private static final String PATH = "/admin/invitations";

    private final Invitations invitations;
    private final InvitationSender invites;
    private final Messages messages;

    public InvitationPages(Catalog catalog, InvitationSender invites, Messages messages) {
        this.invitations = catalog.people().invitations();
        this.invites = invites;
        this.messages = messages;
    }

    public Reply show(Exchange exchange) {
        return page(exchange, 200, Form.empty(), List.of());
    }

    public Reply invite(Exchange exchange) {
        List<String> addresses = exchange.form().raw("addresses").lines().map(String::strip)
                .filter(line -> !line.isEmpty()).toList();
        return told(exchange, () -> invitations
                .toSite(exchange.viewer().id(), addresses, invites.delivery())
                .orElseThrow(Refusal::notFound));
    }

    public Reply again(Exchange exchange) {
        return told(exchange, () -> List.of(invitations.again(exchange.viewer().id(),
                exchange.parameter("invitation"), invites.delivery())
                .orElseThrow(Refusal::notFound)));
    }

    public Reply withdraw(Exchange exchange) {
        if (!invitations.withdraw(exchange.viewer().id(), exchange.parameter("invitation"))) {
            throw Refusal.notFound();
        }
        return new Reply.SeeOther(LocalPath.noticed(PATH, "invitation-withdrawn"));
    }

    private interface Telling {
        List<Made> run();
    }

    /** Links to pass on are shown in the answer itself: only their hashes are kept. */
    private Reply told(Exchange exchange, Telling telling) {
        try {
            List<Made> made = telling.run();
            if (made.stream().anyMatch(one -> one.secret().isPresent())) {
                return page(exchange, 200, Form.empty(), made);
            }
            return new Reply.SeeOther(LocalPath.noticed(PATH,
                    made.stream().anyMatch(Made::fresh) ? "invitation-sent" : "invitation-there"));
        } catch (CatalogException refused) {
            Form form = exchange.form();
            form.error("addresses", messages.text(refused));
            return page(exchange, 422, form, List.of());
        }
    }

    private Reply page(Exchange exchange, int status, Form form, List<Made> made) {
        int page = exchange.page();
        return new Reply.Html(status, "admininvitations", Map.of("form", form, "view",
                invites.view(PATH, invitations.all((page - 1) * INVITATIONS, INVITATIONS), page,
                        made)));
    }
}
