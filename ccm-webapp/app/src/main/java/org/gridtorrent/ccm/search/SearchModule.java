package org.gridtorrent.ccm.search;

import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** The search page. Programs search by the resource of data sets. */
public final class SearchModule implements FeatureModule {
    private final SiteServices site;

    public SearchModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/search",
                new SearchPages(site.catalog().discovery().search(),
                        site.catalog().datasets().versions(),
                        site.messages())::search);
    }
}
