package org.gridtorrent.ccm.people;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.GroupPermission;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.people.invitation.InvitationJson;
import org.gridtorrent.ccm.people.invitation.InvitationSender;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.jspecify.annotations.Nullable;

/** Invitations by mail into a group, for its owners and admins. */
@Path("/v1/groups/{group}/invitations")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class GroupInvitationResource {
    private static final int MOST = 1000;

    private final Catalog catalog;
    private final InvitationSender invites;
    private final InvitationJson lines;

    public GroupInvitationResource(Catalog catalog, InvitationSender invites) {
        this.catalog = catalog;
        this.invites = invites;
        this.lines = new InvitationJson(catalog, invites);
    }

    /** Body of POST /groups/GROUP/invitations. */
    record NewInvitation(@Nullable String address) {}

    @GET
    public Map<String, ?> list(@Context Caller caller, @PathParam("group") String group,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        return PageParameter.list("invitations",
                catalog.people().invitations().ofGroup(caller.accountId(),
                        id(caller, group), page.offset(MOST), MOST),
                InvitationJson::line);
    }

    @POST
    public Map<String, ?> invite(@Context Caller caller, @PathParam("group") String group,
            NewInvitation body) {
        return lines.made(catalog.people().invitations()
                .toGroup(caller.accountId(), id(caller, group),
                        requireNonNullElse(body.address(), ""), invites.delivery())
                .orElseThrow(Refusal::notFound));
    }

    @POST
    @Path("{id}/again")
    public Map<String, ?> again(@Context Caller caller, @PathParam("group") String group,
            @PathParam("id") Id id) {
        return lines.again(caller, into(id(caller, group), id));
    }

    @POST
    @Path("{id}/withdraw")
    public Map<String, ?> withdraw(@Context Caller caller, @PathParam("group") String group,
            @PathParam("id") Id id) {
        return lines.withdraw(caller, into(id(caller, group), id));
    }

    /** The site's invitations are its administrators', even where they are the group's owners too. */
    private Id into(String groupId, Id invitation) {
        if (!catalog.people().invitations().isInto(groupId, invitation.text())) {
            throw Refusal.notFound();
        }
        return invitation;
    }

    /** Of a group where the caller may invite; to others there is nothing here. */
    private String id(Caller caller, String name) {
        return GroupResource.find(catalog, caller, name)
                .filter(group -> group.standing().may(GroupPermission.INVITE)).map(Group::id)
                .orElseThrow(Refusal::notFound);
    }
}
