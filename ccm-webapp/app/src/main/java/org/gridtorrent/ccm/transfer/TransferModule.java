package org.gridtorrent.ccm.transfer;

import java.util.List;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** The tasks of the user's devices. */
public final class TransferModule implements FeatureModule {
    private final SiteServices site;

    public TransferModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var transfers = new TransferPages(site.catalog(), site.clock(), site.commands().tasks());
        routes.get("/transfers", transfers::list).get("/transfers/{id}/live", transfers::live)
                .post("/transfers/{id}/cancel", transfers::cancel)
                .post("/transfers/{id}/pause", transfers::pause)
                .post("/transfers/{id}/resume", transfers::resume)
                .post("/transfers/{id}/retry", transfers::retry);
    }

    @Override
    public List<Object> resources() {
        return List
                .of(new TaskResource(site.catalog().work().tasks(), site.catalog().work().rates(),
                        site.commands().tasks(), site.messages()));
    }
}
