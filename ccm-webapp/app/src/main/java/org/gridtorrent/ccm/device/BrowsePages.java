package org.gridtorrent.ccm.device;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.DeviceLine;

/** The opened folders of one's machines, to choose what is published next. */
public final class BrowsePages {
    private final Catalog catalog;
    private final FolderBrowser look;
    private final InstantSource clock;

    public BrowsePages(Catalog catalog, InstantSource clock) {
        this.catalog = catalog;
        this.look = new FolderBrowser(catalog);
        this.clock = clock;
    }

    public Reply browse(Exchange exchange) {
        String viewer = exchange.viewer().id();
        List<DeviceLine> machines = DeviceLines.of(catalog.machines().devices(), viewer,
                clock.instant());
        BrowsePurpose purpose = purpose(viewer, exchange);
        String device = exchange.parameter("device");
        Optional<BrowseView> view = device.isEmpty()
                ? Optional.empty()
                : Optional.of(look.at(viewer, DeviceLines.named(machines, device)
                        .orElseThrow(Refusal::notFound), exchange.parameter("folder"),
                        exchange.page(), exchange.parameter("asked")).with(purpose));
        return Reply.html("browse",
                Map.of("machines", machines, "view", view, "purpose", purpose));
    }

    /** The next version of one's own data set, when one is named. */
    private BrowsePurpose purpose(String viewer, Exchange exchange) {
        String next = exchange.parameter("next");
        if (next.isEmpty()) {
            return BrowsePurpose.publishing(exchange.parameter("draft"));
        }
        Content content = catalog.datasets().contents().find(viewer, next)
                .filter(found -> found.ownerId().equals(viewer)).orElseThrow(Refusal::notFound);
        return BrowsePurpose.version(content.id(), content.title());
    }
}
