package org.gridtorrent.ccm.admin;

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
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.people.GroupAdministration;
import org.gridtorrent.catalog.people.GroupSummary;
import org.gridtorrent.ccm.command.GroupCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.gridtorrent.ccm.rest.PageParameter;
import org.jspecify.annotations.Nullable;

/** All groups of the site, for administration: handed over when no owner is left, deleted. */
@Path("/v1/admin/groups")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class SiteGroupResource {
    private static final int MOST = 100;

    private final Accounts accounts;
    private final GroupAdministration administration;
    private final GroupCommands commands;
    private final AdminGate gate;

    public SiteGroupResource(Catalog catalog, GroupCommands commands) {
        this.accounts = catalog.identity().accounts();
        this.administration = catalog.people().groupAdministration();
        this.commands = commands;
        this.gate = new AdminGate(accounts);
    }

    /** Body of POST /admin/groups/ID/hand-over. */
    record NewOwner(@Nullable String user) {}

    @GET
    public Map<String, ?> list(@Context Caller caller,
            @QueryParam("q") @DefaultValue("") String words,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        gate.pass(caller);
        return PageParameter.list("groups", administration.groups(words, page.offset(MOST), MOST),
                SiteGroupResource::group);
    }

    @GET
    @Path("{id}")
    public Map<String, ?> show(@Context Caller caller, @PathParam("id") Id id) {
        gate.pass(caller);
        return group(administration.group(id.text()).orElseThrow(Refusal::notFound));
    }

    /** To somebody inside; only where no owner is left whose account is not disabled. */
    @POST
    @Path("{id}/hand-over")
    public Map<String, ?> handOver(@Context Caller caller, @PathParam("id") Id id,
            NewOwner body) {
        gate.pass(caller);
        Account found = Optional.ofNullable(body.user())
                .flatMap(accounts::findByName)
                .orElseThrow(() -> Refusal.badRequest(
                        "Say who is to own it: {\"user\": \"NAME\"}."));
        commands.handOver(caller.accountId(), id.text(), found.id());
        return show(caller, id);
    }

    @POST
    @Path("{id}/delete")
    public Map<String, ?> delete(@Context Caller caller, @PathParam("id") Id id) {
        gate.pass(caller);
        commands.deleteAny(caller.accountId(), id.text());
        return Map.of("id", id.text());
    }

    private static Map<String, ?> group(GroupSummary group) {
        return Map.of("id", group.id(), "name", group.name(), "open", group.open(), "members",
                group.members(), "owners", group.owners());
    }
}
