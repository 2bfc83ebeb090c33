package org.gridtorrent.ccm.dataset;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.dataset.DatasetView.Stock;
import org.gridtorrent.ccm.dataset.file.Manifest;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * What stock BitTorrent clients are given of data sets that are shared with everyone. Whoever sees the
 * data set gets the file; where the site is not open to the world it names no tracker, since strangers
 * would be told nothing there.
 */
public final class StockClients {
    private final Manifests manifests;
    private final List<List<URI>> trackers;

    public StockClients(Manifests manifests, Optional<URI> announce) {
        this.manifests = manifests;
        this.trackers = Stream
                .concat(announce.stream(), announce.flatMap(StockClients::udp).stream())
                .map(List::of).toList();
    }

    /** The same tracker over UDP, which takes announces at the port of plain HTTP. */
    private static Optional<URI> udp(URI announce) {
        return "http".equals(announce.getScheme()) && ServerUri.port(announce) > 0
                ? Optional.of(URI.create("udp" + announce.toString().substring("http".length())))
                : Optional.empty();
    }

    public Stock of(Content content, Optional<Manifest> manifest) {
        if (!isFor(content) || manifest.isEmpty()) {
            return Stock.NOTHING;
        }
        boolean open = !trackers.isEmpty();
        Optional<String> magnet = open
                ? content.infoHash().map(hash -> magnet(hash, manifest.get().name()))
                : Optional.empty();
        return new Stock(true, open, magnet);
    }

    private String magnet(String infoHash, String name) {
        return new MagnetLink(InfoHash.ofHex(infoHash), Optional.empty(), Optional.of(name),
                trackers.stream().flatMap(List::stream).toList(), List.of(), List.of(),
                List.of(), List.of()).toString();
    }

    /** Empty for what is not shared with everyone. */
    public Optional<byte[]> torrent(String reader, Content content) {
        return isFor(content)
                ? manifests.metainfo(reader, content.id())
                        .map(metainfo -> metainfo.withTrackers(trackers).encoded())
                : Optional.empty();
    }

    private static boolean isFor(Content content) {
        return AccessPolicy.mayAnybodyRead(content.access(), content.state());
    }
}
