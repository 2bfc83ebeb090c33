package org.gridtorrent.ccm.home;

import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.http.StaticFiles;
import org.gridtorrent.ccm.site.SiteServices;

/** The start page, the lists of the user's data sets, and the addresses that need no login. */
public final class HomeModule implements FeatureModule {
    private final SiteServices site;

    public HomeModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var about = new SitePages(site.options(), site.catalog());
        routes.getOpen("/static/{name}", new StaticFiles()::serve)
                .getOpen("/.well-known/gridtorrent", _ -> about.discovery())
                .getOpen("/health", _ -> about.health())
                .postOpen("/look",
                        new PreferencePages(site.catalog().identity().mailAddresses())::choose);
        var home = new HomePages(site.catalog(), site.clock());
        var shared = new SharedPages(site.catalog().access().sharedWithMe(),
                site.catalog().datasets().versions());
        routes.getOpen("/", home::home).get("/my-data", home::mine)
                .get("/my-data/shared", shared::show);
    }
}
