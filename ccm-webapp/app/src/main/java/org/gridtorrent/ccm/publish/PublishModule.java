package org.gridtorrent.ccm.publish;

import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** The form by which a data set is published. Programs publish by the resource of data sets. */
public final class PublishModule implements FeatureModule {
    private final SiteServices site;

    public PublishModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var publish = new PublishPages(site.catalog(), site.commands().datasets(), site.messages(),
                site.isOpen(), site.clock());
        routes.get("/publish", publish::form).post("/publish", publish::publish)
                .get("/publish/review", publish::review)
                .get("/publish/folders", publish::folders);
        var drafts = new DraftPages(site.catalog().datasets().drafts(), site.clock());
        routes.post("/publish/draft", drafts::keep)
                .post("/publish/drafts/delete", drafts::delete);
    }
}
