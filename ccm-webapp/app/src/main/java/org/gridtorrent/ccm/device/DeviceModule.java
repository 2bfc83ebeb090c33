package org.gridtorrent.ccm.device;

import java.util.List;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** The user's devices and the folders on them. */
public final class DeviceModule implements FeatureModule {
    private final SiteServices site;

    public DeviceModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var devices = new DevicePages(site.catalog(), site.commands().devices(), site.messages(),
                site.options().pagesUrl(), site.options().caCertificate(), site.clock());
        routes.get("/machines", devices::list).post("/machines", devices::newCode)
                .get("/machines/{id}", devices::show)
                .post("/machines/{id}/limits", devices::limit)
                .post("/machines/{id}/withdraw", devices::withdraw)
                .get("/publish/browse", new BrowsePages(site.catalog(), site.clock())::browse);
    }

    @Override
    public List<Object> resources() {
        return List.of(new DeviceResource(site.catalog(), site.commands().devices(), site.clock()));
    }
}
