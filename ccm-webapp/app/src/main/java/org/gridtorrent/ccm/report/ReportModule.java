package org.gridtorrent.ccm.report;

import java.util.List;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** The access report and revocation in bulk. */
public final class ReportModule implements FeatureModule {
    private final SiteServices site;

    public ReportModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var report = new ReportPages(site.catalog());
        var files = new ReportFiles(site.catalog(), site.messages());
        var revocations = new RevocationPages(site.catalog(), site.commands().access());
        routes.get("/report", report::datasets).get("/report/csv", files::datasets)
                .get("/report/datasets/{id}", report::dataset)
                .get("/report/datasets/{id}/csv", files::dataset)
                .get("/report/people", report::people)
                .get("/report/people/{id}", report::person)
                .get("/report/people/{id}/csv", files::person)
                .post("/report/review", revocations::review)
                .post("/report/revoke", revocations::revoke);
    }

    @Override
    public List<Object> resources() {
        return List.of(new ReportResource(site.catalog(), site.commands().access()));
    }
}
