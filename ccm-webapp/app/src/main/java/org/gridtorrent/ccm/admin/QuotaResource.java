package org.gridtorrent.ccm.admin;

import static java.util.Objects.requireNonNullElse;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.account.Quotas;
import org.gridtorrent.ccm.account.QuotaJson;
import org.gridtorrent.ccm.command.QuotaCommands;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.jspecify.annotations.Nullable;

/** How much people may have published: for administrators alone. */
@Path("/v1/admin")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class QuotaResource {
    private final Accounts accounts;
    private final Quotas quotas;
    private final QuotaCommands commands;
    private final AdminGate gate;

    public QuotaResource(Catalog catalog, QuotaCommands commands) {
        this.accounts = catalog.identity().accounts();
        this.quotas = catalog.site().quotas();
        this.commands = commands;
        this.gate = new AdminGate(accounts);
    }

    /** Body of POST /admin/quota; what is left out has no limit. */
    record NewQuota(@Nullable Long datasets, @Nullable Long bytes) {}

    /** Body of POST /admin/users/USER/quota; not own: that of the site. */
    record OwnQuota(@Nullable Boolean own, @Nullable Long datasets, @Nullable Long bytes) {}

    @GET
    @Path("quota")
    public Map<String, @Nullable Object> site(@Context Caller caller) {
        gate.pass(caller);
        return QuotaJson.line(quotas.site());
    }

    /** Replaces both. */
    @POST
    @Path("quota")
    public Map<String, @Nullable Object> changeSite(@Context Caller caller,
            NewQuota body) {
        gate.pass(caller);
        commands.changeSite(caller.accountId(), QuotaJson.quota(body.datasets(), body.bytes()));
        return QuotaJson.line(quotas.site());
    }

    @GET
    @Path("users/{user}/quota")
    public Map<String, @Nullable Object> of(@Context Caller caller,
            @PathParam("user") String user) {
        gate.pass(caller);
        return QuotaJson.line(quotas.of(id(user)));
    }

    @POST
    @Path("users/{user}/quota")
    public Map<String, @Nullable Object> change(@Context Caller caller,
            @PathParam("user") String user, OwnQuota body) {
        gate.pass(caller);
        String id = id(user);
        if (requireNonNullElse(body.own(), true)) {
            commands.give(caller.accountId(), id,
                    QuotaJson.quota(body.datasets(), body.bytes()));
        } else {
            commands.takeBack(caller.accountId(), id);
        }
        return QuotaJson.line(quotas.of(id));
    }

    private String id(String user) {
        return accounts.findByName(user).orElseThrow(Refusal::notFound).id();
    }
}
