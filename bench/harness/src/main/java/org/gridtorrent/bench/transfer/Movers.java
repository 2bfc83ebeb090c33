package org.gridtorrent.bench.transfer;

import java.util.ArrayList;
import java.util.List;

/** All that are compared. */
final class Movers {
    private Movers() {}

    /** New ones, for one field, and what a user of PTCP has who says nothing of streams. */
    static List<TransferTool> withSelfTuned() {
        List<TransferTool> movers = new ArrayList<>(all());
        movers.add(SocketTool.selfTuned());
        return movers;
    }

    /** New ones, for one field. */
    static List<TransferTool> all() {
        return List.of(SocketTool.ptcp(), new GridTorrentTool(), SocketTool.plain(),
                new Iperf3Tool(), new GridFtpTool(), new UdtTool(), new FdtTool());
    }
}
