package org.gridtorrent.ccm.dataset;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.Id;
import org.jspecify.annotations.Nullable;

/** What stock BitTorrent clients need of a data set that is shared with everyone; else there is none. */
@Path("/v1/datasets/{id}/torrent")
@Produces(MediaType.APPLICATION_JSON)
public final class TorrentResource {
    private final Catalog catalog;
    private final Manifests manifests;
    private final StockClients stock;

    public TorrentResource(Catalog catalog, Manifests manifests, StockClients stock) {
        this.catalog = catalog;
        this.manifests = manifests;
        this.stock = stock;
    }

    /** The magnet link only where the site is open to the world. */
    @GET
    public Map<String, @Nullable Object> show(@Context Caller caller, @PathParam("id") Id id) {
        Content content = catalog.datasets().contents().find(caller.accountId(), id.text())
                .orElseThrow(Refusal::notFound);
        byte[] torrent = stock.torrent(caller.accountId(), content)
                .orElseThrow(Refusal::notFound);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("torrent", Base64.getEncoder().encodeToString(torrent));
        json.put("magnet", stock.of(content, manifests.of(caller.accountId(), content)).magnet()
                .orElse(null));
        return json;
    }
}
