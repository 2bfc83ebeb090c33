package org.gridtorrent.ccm.search.subscription;

import java.util.List;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;
import org.gridtorrent.ccm.ui.NoticeText;

/** Subscriptions, the notices about them, and the thread that looks for news. */
public final class SubscriptionModule implements FeatureModule {
    private final SiteServices site;

    public SubscriptionModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var notices = new NoticePages(site.catalog().notifications().notices(), site.messages());
        routes.get("/notices", notices::show).post("/notices/seen", notices::seeAll)
                .post("/notices/{id}/seen", notices::see);
        var subscriptions = new SubscriptionPages(site.catalog(), site.messages(), site.clock());
        routes.get("/subscriptions", subscriptions::list)
                .get("/subscribe", subscriptions::form)
                .post("/subscribe", subscriptions::subscribe)
                .post("/subscriptions/{id}/device", subscriptions::changeDevice)
                .post("/subscriptions/{id}/end", subscriptions::end);
    }

    @Override
    public List<Object> resources() {
        return List.of(new SubscriptionResource(site.catalog(), new NoticeText(site.messages())));
    }

    @Override
    public void schedule(Ticker ticker) {
        new NoticeScheduler(site.catalog(), site.options().mail().isPresent())
                .schedule(ticker, site.pause());
    }
}
