package org.gridtorrent.ccm.admin.outbox;

import java.util.List;
import org.gridtorrent.catalog.db.Ticker;
import org.gridtorrent.ccm.admin.AdminOnly;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.mail.OutboxSender;
import org.gridtorrent.ccm.site.SiteServices;

/** The mail that waits to be sent, and the thread that sends it. */
public final class OutboxModule implements FeatureModule {
    private final SiteServices site;

    public OutboxModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var outbox = new OutboxPages(site.catalog(), site.mail(), site.messages());
        routes.get("/admin/mail", AdminOnly.of(outbox::show))
                .get("/admin/mail/list", AdminOnly.of(outbox::list))
                .post("/admin/mail", AdminOnly.of(outbox::test));
    }

    @Override
    public List<Object> resources() {
        return List.of(new OutboxResource(site.catalog(), site.mail()));
    }

    @Override
    public void schedule(Ticker ticker) {
        site.options().mail().ifPresent(server -> new OutboxSender(site.catalog(), site.messages(),
                site.siteName(), site.options().pagesUrl(), server, site.pause())
                .schedule(ticker));
    }
}
