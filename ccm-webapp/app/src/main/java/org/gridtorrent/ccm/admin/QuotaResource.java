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
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Quotas;
import org.gridtorrent.ccm.account.QuotaJson;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.jspecify.annotations.Nullable;

/** How much people may have published: for administrators alone. */
@Path("/v1/admin")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class QuotaResource {
    private final Catalog catalog;
    private final Quotas quotas;
    private final AdminGate gate;

    public QuotaResource(Catalog catalog) {
        this.catalog = catalog;
        this.quotas = catalog.site().quotas();
        this.gate = new AdminGate(catalog.identity().accounts());
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
        require(quotas.changeSite(caller.accountId(),
                QuotaJson.quota(body.datasets(), body.bytes())));
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
        require(requireNonNullElse(body.own(), true)
                ? quotas.give(caller.accountId(), id,
                        QuotaJson.quota(body.datasets(), body.bytes()))
                : quotas.takeBack(caller.accountId(), id));
        return QuotaJson.line(quotas.of(id));
    }

    private String id(String user) {
        return catalog.identity().accounts().findByName(user).map(Account::id)
                .orElseThrow(Refusal::notFound);
    }

    private static void require(boolean there) {
        if (!there) {
            throw Refusal.notFound();
        }
    }
}
