package org.gridtorrent.bench.paper;

import java.util.List;
import java.util.OptionalDouble;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.peer.FixedStreamsTransport;
import org.gridtorrent.engine.transport.TcpTransport;

/** The paper's three, and what it found in them. */
enum Scenario {
    /** Section 4.1: on the LAN the machines bounded, at 80 to 100 Mb/s whatever the number. */
    I("gtf-1", PaperLine.LAN, 1, 100, 100),
    /** Section 4.2.1: "almost four times" iperf's 30.2 Mb/s for both, PTCP at its best with 15 streams. */
    II("gtf-2", PaperLine.WAN, 1, 118, 118),
    /** Section 4.2.3: no fall up to 40 streams in all. */
    III("gtf-3", PaperLine.WAN, 4, 118, 145);

    private static final double LEAD = 1.23;

    final String experiment;
    final PaperLine line;
    final int streamsEach;
    /** Mb/s at best. */
    final double papersPtcp;
    final double papersGridTorrent;

    Scenario(String experiment, PaperLine line, int streamsEach, double papersPtcp,
            double papersGridTorrent) {
        this.experiment = experiment;
        this.line = line;
        this.streamsEach = streamsEach;
        this.papersPtcp = papersPtcp;
        this.papersGridTorrent = papersGridTorrent;
    }

    String title() {
        return "scenario " + name();
    }

    /** How much GridTorrent's best is to be of PTCP's; none where the paper found both alike. */
    OptionalDouble aim() {
        return papersGridTorrent > papersPtcp
                ? OptionalDouble.of(LEAD)
                : OptionalDouble.empty();
    }

    List<StreamSetting> points(Scale scale) {
        return seeders(scale).stream().map(count -> new StreamSetting(count, streamsEach)).toList();
    }

    private List<Integer> seeders(Scale scale) {
        return switch (scale) {
            case QUICK -> List.of(1, 2);
            case BRIEF -> this == III ? List.of(1, 2, 4, 5, 7, 10) : List.of(1, 4, 8, 13, 15, 16);
            case FULL -> switch (this) {
                case I -> List.of(1, 2, 4, 8, 12, 16);
                case II -> List.of(1, 2, 4, 6, 8, 10, 13, 15, 16);
                case III -> List.of(1, 2, 3, 4, 5, 7, 10, 16);
            };
        };
    }

    /** By which the client reaches seeders: one TCP connection, or PTCP with streams of this number. */
    String transport() {
        return streamsEach == 1 ? TcpTransport.NAME : new FixedStreamsTransport(streamsEach).name();
    }
}
