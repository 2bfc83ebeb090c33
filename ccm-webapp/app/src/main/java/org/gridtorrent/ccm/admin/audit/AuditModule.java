package org.gridtorrent.ccm.admin.audit;

import java.util.List;
import org.gridtorrent.ccm.admin.AdminOnly;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** The audit log: all of it for administrators, the user's own entries for everybody. */
public final class AuditModule implements FeatureModule {
    private final SiteServices site;

    public AuditModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var audit = new AuditPages(site.catalog().site().auditLog(), site.messages());
        routes.get("/admin/audit", AdminOnly.of(audit::all))
                .get("/admin/audit/csv", AdminOnly.of(audit::file))
                .get("/account/activity", audit::own);
    }

    @Override
    public List<Object> resources() {
        return List.of(new AuditResource(site.catalog()), new OwnActivityResource(site.catalog()));
    }
}
