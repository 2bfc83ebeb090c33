package org.gridtorrent.ccm.admin.audit;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.PageParameter;

/** What one did oneself, out of the audit log. */
@Path("/v1/activity")
@Produces(MediaType.APPLICATION_JSON)
public final class OwnActivityResource {
    private final Catalog catalog;

    public OwnActivityResource(Catalog catalog) {
        this.catalog = catalog;
    }

    @GET
    public Map<String, ?> list(@Context Caller caller,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        Account self = catalog.identity().accounts().find(caller.accountId())
                .orElseThrow(Refusal::notFound);
        return AuditLines.json(catalog.site().auditLog().find(AuditQuery.of(self.name()),
                page.offset(AuditLines.MOST), AuditLines.MOST));
    }
}
