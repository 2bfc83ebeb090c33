package org.gridtorrent.ccm.admin;

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
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.people.invitation.InvitationJson;
import org.gridtorrent.ccm.people.invitation.InvitationSender;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.jspecify.annotations.Nullable;

/** Invitations by mail, as administrators see and make them. For all others there is nothing here. */
@Path("/v1/admin/invitations")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class AdminInvitationResource {
    private static final int MOST = 1000;

    private final Catalog catalog;
    private final AdminGate gate;
    private final InvitationSender invites;
    private final InvitationJson lines;

    public AdminInvitationResource(Catalog catalog, InvitationSender invites) {
        this.catalog = catalog;
        this.gate = new AdminGate(catalog.identity().accounts());
        this.invites = invites;
        this.lines = new InvitationJson(catalog, invites);
    }

    /** Body of POST /admin/invitations. */
    record NewInvitations(@Nullable List<String> addresses) {}

    @GET
    public Map<String, ?> list(@Context Caller caller,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        gate.pass(caller);
        return PageParameter.list("invitations",
                catalog.people().invitations().all(page.offset(MOST), MOST),
                InvitationJson::line);
    }

    @POST
    public Map<String, ?> invite(@Context Caller caller, NewInvitations body) {
        gate.pass(caller);
        List<String> addresses = requireNonNullElse(body.addresses(), List.of());
        return Map.of("invitations", catalog.people().invitations()
                .toSite(caller.accountId(), addresses, invites.delivery())
                .orElseThrow(Refusal::notFound).stream().map(lines::made).toList());
    }

    @POST
    @Path("{id}/again")
    public Map<String, ?> again(@Context Caller caller, @PathParam("id") Id id) {
        gate.pass(caller);
        return lines.again(caller, id);
    }

    @POST
    @Path("{id}/withdraw")
    public Map<String, ?> withdraw(@Context Caller caller, @PathParam("id") Id id) {
        gate.pass(caller);
        return lines.withdraw(caller, id);
    }
}
