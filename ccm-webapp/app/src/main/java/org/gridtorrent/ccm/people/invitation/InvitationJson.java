package org.gridtorrent.ccm.people.invitation;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.invitation.Invitation;
import org.gridtorrent.catalog.invitation.Invitations;
import org.gridtorrent.catalog.invitation.Invitations.Made;
import org.gridtorrent.catalog.people.PendingRequest.GroupName;
import org.gridtorrent.catalog.people.Person;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.jspecify.annotations.Nullable;

/** What is done alike to invitations by mail, to the site and to groups. */
public final class InvitationJson {
    private final Invitations invitations;
    private final InvitationSender invites;

    public InvitationJson(Catalog catalog, InvitationSender invites) {
        this.invitations = catalog.people().invitations();
        this.invites = invites;
    }

    public static Map<String, @Nullable Object> line(Invitation invitation) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", invitation.id());
        json.put("address", invitation.address());
        json.put("groupId", invitation.group().map(GroupName::id).orElse(null));
        json.put("group", invitation.group().map(GroupName::name).orElse(null));
        json.put("invitedBy", invitation.inviter().map(Person::name).orElse(null));
        json.put("state", invitation.state().name().toLowerCase(Locale.ROOT));
        json.put("problem", invitation.problem());
        json.put("created", invitation.created().toString());
        json.put("expires", invitation.expires().toString());
        return json;
    }

    /** With the link, where it goes by no mail: it is told this once. */
    public Map<String, @Nullable Object> made(Made made) {
        Map<String, @Nullable Object> json = line(made.invitation());
        json.put("link", invites.link(made).orElse(null));
        return json;
    }

    public Map<String, @Nullable Object> again(Caller caller, Id invitation) {
        return made(invitations.again(caller.accountId(), invitation.text(), invites.delivery())
                .orElseThrow(Refusal::notFound));
    }

    public Map<String, ?> withdraw(Caller caller, Id invitation) {
        if (!invitations.withdraw(caller.accountId(), invitation.text())) {
            throw Refusal.notFound();
        }
        return Map.of("id", invitation.text());
    }
}
