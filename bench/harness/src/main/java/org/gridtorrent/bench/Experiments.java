package org.gridtorrent.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gridtorrent.bench.clients.ClientSwarms;
import org.gridtorrent.bench.engine.EngineLoopback;
import org.gridtorrent.bench.engine.EngineScale;
import org.gridtorrent.bench.engine.EngineWan;
import org.gridtorrent.bench.engine.HashRate;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.paper.BestSetting;
import org.gridtorrent.bench.paper.PaperOverhead;
import org.gridtorrent.bench.paper.PaperScenario;
import org.gridtorrent.bench.ptcp.PtcpCost;
import org.gridtorrent.bench.ptcp.PtcpLoopback;
import org.gridtorrent.bench.ptcp.PtcpWan;
import org.gridtorrent.bench.swarm.SwarmTime;
import org.gridtorrent.bench.tracker.rounds.TrackerLoad;
import org.gridtorrent.bench.transfer.Fairness;
import org.gridtorrent.bench.transfer.Transfer;

/** All that can be run. */
final class Experiments {
    private static final List<Experiment> ALL = Stream.of(
            List.of(new PtcpLoopback(), new PtcpWan(Testbed.OWN_LINES), new PtcpCost(),
                    new HashRate(), new EngineLoopback(), new EngineWan(Testbed.OWN_LINES),
                    new SwarmTime(), new ClientSwarms(Testbed.OWN_LINES), new EngineScale(),
                    new TrackerLoad()),
            PaperScenario.all(Testbed.OWN_LINES),
            List.of(new BestSetting(Testbed.OWN_LINES), new PaperOverhead(),
                    new Transfer(Testbed.OWN_LINES),
                    new Fairness(Testbed.OWN_LINES)))
            .flatMap(List::stream).toList();

    private Experiments() {}

    static List<Experiment> all() {
        return ALL;
    }

    /** In the order in which they are run and reported. */
    static List<String> names() {
        return ALL.stream().map(Experiment::name).toList();
    }

    /** Those that can be run over lines of other kinds than their own. */
    static List<Experiment> over(Testbed ground) {
        List<Experiment> over = new ArrayList<>(List.of(new PtcpWan(ground), new EngineWan(ground),
                new ClientSwarms(ground)));
        over.addAll(PaperScenario.all(ground));
        over.addAll(List.of(new BestSetting(ground), new Transfer(ground), new Fairness(ground)));
        return over;
    }
}
