package org.gridtorrent.ccm.people;

import java.util.List;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.invitation.Invitations;
import org.gridtorrent.catalog.invitation.Invitations.Made;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.invitation.InvitationSender;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** Inviting people by mail into a group, from its page. */
public final class GroupInvitationPages {
    private final Invitations invitations;
    private final InvitationSender invites;
    private final GroupPages groups;
    private final Messages messages;

    public GroupInvitationPages(Catalog catalog, InvitationSender invites, GroupPages groups,
            Messages messages) {
        this.invitations = catalog.people().invitations();
        this.invites = invites;
        this.groups = groups;
        this.messages = messages;
    }

    public Reply invite(Exchange exchange) {
        return told(exchange, () -> invitations.toGroup(exchange.viewer().id(), exchange.id(),
                exchange.form().value("address"), invites.delivery())
                .orElseThrow(Refusal::notFound));
    }

    public Reply again(Exchange exchange) {
        return told(exchange, () -> invitations.again(exchange.viewer().id(),
                exchange.parameter("invitation"), invites.delivery())
                .orElseThrow(Refusal::notFound));
    }

    public Reply withdraw(Exchange exchange) {
        if (!invitations.withdraw(exchange.viewer().id(), exchange.parameter("invitation"))) {
            throw Refusal.notFound();
        }
        return GroupPages.seen("/groups/" + exchange.id(), "invitation-withdrawn");
    }

    private interface Telling {
        Made run();
    }

    /** A link to pass on is shown in the answer itself: only its hash is kept. */
    private Reply told(Exchange exchange, Telling telling) {
        try {
            Made made = telling.run();
            return made.secret().isPresent()
                    ? groups.show(exchange, 200, Form.empty(), List.of(made))
                    : GroupPages.seen("/groups/" + exchange.id(),
                            made.fresh() ? "invitation-sent" : "invitation-there");
        } catch (CatalogException refused) {
            Form form = exchange.form();
            form.error("address", messages.text(refused));
            return groups.show(exchange, 422, form);
        }
    }
}
