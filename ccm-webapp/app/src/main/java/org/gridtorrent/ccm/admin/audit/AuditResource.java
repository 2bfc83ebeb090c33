package org.gridtorrent.ccm.admin.audit;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.audit.AuditLog;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.ccm.http.LogText;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.AdminGate;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.PageParameter;

/** The audit log whole, for administrators. */
@Path("/v1/admin/audit")
@Produces(MediaType.APPLICATION_JSON)
public final class AuditResource {
    private final AuditLog log;
    private final AdminGate gate;

    public AuditResource(Catalog catalog) {
        this.log = catalog.site().auditLog();
        this.gate = new AdminGate(catalog.identity().accounts());
    }

    @GET
    public Map<String, ?> find(@Context Caller caller,
            @QueryParam("person") @DefaultValue("") String person,
            @QueryParam("kind") @DefaultValue("") String kind,
            @QueryParam("dataset") @DefaultValue("") String dataset,
            @QueryParam("from") @DefaultValue("") String from,
            @QueryParam("to") @DefaultValue("") String to,
            @QueryParam("page") @DefaultValue("1") PageParameter page) {
        gate.pass(caller);
        var search = new AuditSearch(person, kind.toUpperCase(Locale.ROOT), dataset, from, to);
        if (!search.isKind()) {
            throw Refusal.badRequest("There is no kind \"" + LogText.one(kind) + "\".");
        }
        AuditQuery wanted = search.wanted().orElseThrow(() -> Refusal.badRequest(
                "\"from\" and \"to\" have to be days such as 2027-02-01."));
        return AuditLines.json(log.find(wanted, page.offset(AuditLines.MOST), AuditLines.MOST));
    }
}
