package org.gridtorrent.standalone.reader;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.swarm.Swarms.Announcement;
import org.gridtorrent.client.security.TicketCache;
import org.gridtorrent.client.security.TicketGate;
import org.gridtorrent.client.tracker.AccessList;
import org.gridtorrent.client.tracker.IssuedTicket;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/** A machine of the site that serves contents to whoever has the site's ticket. */
final class HoldingMachine implements AutoCloseable {
    private final Catalog catalog;
    private final Device device;
    private final TicketCache passes;
    private final Engine engine;

    HoldingMachine(Catalog catalog, SiteKeys keys, Device device) throws IOException {
        this.catalog = catalog;
        this.device = device;
        ReaderIdentity name = new ReaderIdentity(keys, device.accountId(), device.id(),
                Instant.now());
        passes = new TicketCache(hash -> new IssuedTicket(
                name.ticket(hash, catalog.access().authorization()
                        .find(device.accountId(), hash).orElseThrow().accessEpoch(), Instant.now()),
                ReaderIdentity.life()), InstantSource.system());
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new TicketGate(name.tls(), name::credentials, passes, InstantSource.system()));
        catalog.machines().devices().report(device.id(), new Device.Report("0.1.0",
                List.of(new Device.Endpoint("tcp", engine.listenAddress().getPort())), 0,
                List.of()));
    }

    void hold(Content content, Metainfo metainfo, Path data, Path state) {
        InfoHash infoHash = metainfo.infoHash();
        passes.open(infoHash);
        passes.restrict(infoHash, new AccessList(1, true, Set.of(), Set.of(), false));
        engine.add(metainfo, data, state, SwarmOptions.seedingInPlace());
        catalog.sharing().swarms().announce(new Announcement(content.id(), device.id(),
                InetAddress.getLoopbackAddress().getHostAddress(), 0, 0, 0));
    }

    @Override
    public void close() {
        engine.close();
    }
}
