package org.gridtorrent.bench.transfer;

import java.util.List;

/** All that are compared. */
final class Movers {
    private Movers() {}

    /** New ones, for one field. */
    static List<Mover> all() {
        return List.of(EndpointMover.ptcp(), new GridTorrentMover(), EndpointMover.plain(),
                new Iperf3Mover(), new GridFtpMover(), new UdtMover(), new FdtMover());
    }
}
