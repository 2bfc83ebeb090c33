package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Program that transfers bytes from one host of a line to the other. */
interface TransferTool {
    /** Titles of our tools: their failure ends an experiment, and others stand beside them. */
    List<String> OURS = List.of(SocketTool.PTCP, GridTorrentTool.TITLE, SocketTool.SELF_TUNED);

    /** Name, as users know it. */
    String title();

    /** Why it cannot be run, or not on this medium; empty when it can. */
    Optional<String> missing(Medium medium);

    /** Does the job; returns Mb/s of content that arrived. */
    double move(TransferJob job, TransferTestbed testbed) throws IOException, InterruptedException;

    /** All of them, new ones for one testbed. */
    static List<TransferTool> all() {
        return List.of(SocketTool.ptcp(), new GridTorrentTool(), SocketTool.plain(),
                new Iperf3Tool(), new GridFtpTool(), new UdtTool(), new FdtTool());
    }

    /** Whether it is another's, whose failure is a row. */
    static boolean isThirdParty(String title) {
        return !OURS.contains(title);
    }
}
