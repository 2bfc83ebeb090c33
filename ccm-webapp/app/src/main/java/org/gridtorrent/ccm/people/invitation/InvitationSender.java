package org.gridtorrent.ccm.people.invitation;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.invitation.Invitation;
import org.gridtorrent.catalog.invitation.Invitations.Delivery;
import org.gridtorrent.catalog.invitation.Invitations.Made;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.Person;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * Invitations as pages and REST make them: by mail where the site sends it, else by a link that whoever
 * invites passes on.
 */
public final class InvitationSender {
    private final Catalog catalog;
    private final MailQueue post;
    private final URI pagesUrl;

    public InvitationSender(Catalog catalog, MailQueue post, URI pagesUrl) {
        this.catalog = catalog;
        this.post = post;
        this.pagesUrl = pagesUrl;
    }

    public Delivery delivery() {
        return new Delivery(post.sends(), Language.spoken().code());
    }

    /** The link to pass on, of what goes by no mail. It is known this once. */
    public Optional<String> link(Made made) {
        return made.secret().map(secret -> ServerUri
                .below(pagesUrl, "/setup/invitation?code=" + secret).toString());
    }

    /**
     * As the pages show them, with links that were made just now.
     *
     * @param path what the addresses of their forms begin with
     */
    public InvitationsView view(String path, ResultPage<Invitation> invitations, int page,
            List<Made> made) {
        return new InvitationsView(path,
                invitations.items().stream().map(InvitationSender::line).toList(),
                page, invitations.more(), post.sends(),
                catalog.site().settings().site().registration() == Registration.CLOSED,
                made.stream().flatMap(one -> link(one).stream().map(
                        link -> new InvitationsView.Handed(one.invitation().address(), link)))
                        .toList());
    }

    private static InvitationsView.Line line(Invitation one) {
        return new InvitationsView.Line(one.id(), one.address(),
                one.group().map(GroupName::name).orElse(""),
                one.inviter().map(Person::fullName).orElse(""),
                one.state().name().toLowerCase(Locale.ROOT), one.problem(), one.created(),
                one.expires(), one.open());
    }
}
