package org.gridtorrent.ccm.page;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.view.MachineLine;
import org.gridtorrent.ccm.view.publish.BrowseView;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Refusal;
import org.gridtorrent.ccm.web.Reply;

/** The opened folders of one's machines. */
public final class BrowsePages {
    private final Catalog catalog;
    private final FolderLook look;
    private final InstantSource clock;

    public BrowsePages(Catalog catalog, InstantSource clock) {
        this.catalog = catalog;
        this.look = new FolderLook(catalog);
        this.clock = clock;
    }

    public Reply browse(Exchange exchange) {
        List<MachineLine> machines = catalog.devices().of(exchange.viewer().id()).stream()
                .map(device -> Rows.machine(device, clock.instant())).toList();
        String device = exchange.parameter("device");
        Optional<BrowseView> view = device.isEmpty()
                ? Optional.empty()
                : Optional.of(look.at(exchange.viewer().id(), machines.stream()
                        .filter(machine -> machine.id().equals(device)).findFirst()
                        .orElseThrow(Refusal::notFound), exchange.parameter("folder"),
                        exchange.page(), exchange.parameter("asked")));
        return Reply.html("browse", Map.of("machines", machines, "view", view));
    }
}
