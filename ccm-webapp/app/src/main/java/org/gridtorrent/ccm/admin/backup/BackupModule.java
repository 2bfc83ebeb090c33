package org.gridtorrent.ccm.admin.backup;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.ccm.admin.AdminOnly;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** Backups of the site, where the program makes any. */
public final class BackupModule implements FeatureModule {
    private final SiteServices site;
    private final Optional<BackupJob> job;

    public BackupModule(SiteServices site) {
        this.site = site;
        this.job = site.options().backups()
                .map(backups -> new BackupJob(backups, site.catalog().site().settings()));
    }

    @Override
    public void routes(Routes routes) {
        var backups = new BackupPages(job);
        routes.get("/admin/backup", AdminOnly.of(backups::show))
                .get("/admin/backup/live", AdminOnly.of(backups::live))
                .post("/admin/backup", AdminOnly.of(backups::make))
                .post("/admin/backup/delete", AdminOnly.of(backups::delete));
    }

    @Override
    public List<Object> resources() {
        return List.of(new BackupResource(site.catalog(), job));
    }
}
