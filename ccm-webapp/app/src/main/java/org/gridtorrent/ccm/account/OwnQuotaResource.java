package org.gridtorrent.ccm.account;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.account.Quotas;
import org.gridtorrent.ccm.rest.Caller;
import org.jspecify.annotations.Nullable;

/** How much one may have published, and has. */
@Path("/v1/quota")
@Produces(MediaType.APPLICATION_JSON)
public final class OwnQuotaResource {
    private final Quotas quotas;

    public OwnQuotaResource(Quotas quotas) {
        this.quotas = quotas;
    }

    @GET
    public Map<String, @Nullable Object> show(@Context Caller caller) {
        return QuotaJson.line(quotas.of(caller.accountId()));
    }
}
