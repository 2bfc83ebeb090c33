package org.gridtorrent.bench;

import static org.gridtorrent.bench.experiment.Experiment.local;
import static org.gridtorrent.bench.experiment.Experiment.overLine;

import java.util.List;
import org.gridtorrent.bench.dataset.PrivateExperiment;
import org.gridtorrent.bench.dataset.StartUpExperiment;
import org.gridtorrent.bench.engine.EngineLoopback;
import org.gridtorrent.bench.engine.EngineScale;
import org.gridtorrent.bench.engine.EngineWan;
import org.gridtorrent.bench.engine.HashRate;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.gridjet.GridjetExperiment;
import org.gridtorrent.bench.mdtp.ReplicaExperiment;
import org.gridtorrent.bench.mdtp.WebSeedExperiment;
import org.gridtorrent.bench.paper.BestSetting;
import org.gridtorrent.bench.paper.PaperOverhead;
import org.gridtorrent.bench.paper.PaperScenario;
import org.gridtorrent.bench.ptcp.PtcpCost;
import org.gridtorrent.bench.ptcp.PtcpLoopback;
import org.gridtorrent.bench.ptcp.PtcpWan;
import org.gridtorrent.bench.swarm.SwarmComparison;
import org.gridtorrent.bench.tracker.experiment.TrackerLoad;
import org.gridtorrent.bench.transfer.FairnessExperiment;
import org.gridtorrent.bench.transfer.TransferExperiment;

/** Table of all experiments, in the order in which they are run and reported. */
final class Experiments {
    private static final List<Experiment> ALL = List.of(
            local("ptcp-loopback",
                    "How fast is PTCP, and what CPU does it take, beside one plain SocketChannel?",
                    PtcpLoopback::run),
            overLine("ptcp-wan",
                    "What do 1 to 40 streams of PTCP, and as many as it likes, bring on a long line?",
                    PtcpWan::run),
            local("ptcp-cost", "What memory and threads does an idle PTCP socket take, and how many"
                    + " round trips to open?", PtcpCost::run),
            local("hash",
                    "How fast are pieces hashed, beside one core's plain SHA-1 over the same file?",
                    HashRate::run),
            local("engine-loopback", "How fast is a seed to a leech, and what CPU do both take,"
                    + " beside libtorrent, aria2 and a bare loop?", EngineLoopback::run),
            overLine("engine-wan", "How fast is a seed to a leech on a long line, beside libtorrent"
                    + " and iperf3 -P 16?", EngineWan::run),
            local("swarm", "How long does a swarm take beside the Kumar–Ross bound, of ours,"
                    + " libtorrent, aria2, and mixed?", SwarmComparison::swarm),
            overLine("clients", "How long do swarms of 1 to 8 seeders and 1 to 16 leechers take, of"
                    + " ours and of other clients?", SwarmComparison::clients),
            local("mdtp", "How long does a file take from six web servers of different rates,"
                    + " beside the MDTP paper's algorithm, aria2, curl and libtorrent?",
                    ReplicaExperiment::run),
            local("web-seeds",
                    "How near does a swarm of two peers and two web seeds come to the sum"
                            + " of their rates, beside libtorrent?",
                    WebSeedExperiment::run),
            local("private",
                    "How fast does a private data set come from one machine to another, one"
                            + " large file and many small ones, beside rsync over ssh and others?",
                    PrivateExperiment::run),
            local("gridjet", "How soon are files of a far holder read, through mount and gateway,"
                    + " beside curl, rclone, sshfs, the line's bound and the GridJet paper?",
                    GridjetExperiment::run),
            local("start-up", "How soon do the programs answer, and what memory do they take while"
                    + " nothing happens, beside aria2c and syncthing?", StartUpExperiment::run),
            local("engine-scale", "What do 2,000 contents, 1,000 connections and 250,000 pieces"
                    + " take, and what does a content of 10 GB?", EngineScale::run),
            local("tracker", "How many announces, enrolments and held polls does the tracker bear,"
                    + " and how fast is it beside opentracker?", TrackerLoad::run),
            overLine("gtf-1", "The paper's scenario I: on a LAN, how fast are 1 to 16 seeders, a"
                    + " connection each, beside as many PTCP streams?", PaperScenario.I::run),
            overLine("gtf-2", "The paper's scenario II: on a WAN, how fast are 1 to 16 seeders, a"
                    + " connection each, beside as many PTCP streams?", PaperScenario.II::run),
            overLine("gtf-3", "The paper's scenario III: on a WAN, how fast are 1 to 16 seeders, 4"
                    + " streams each, beside as many PTCP streams?", PaperScenario.III::run),
            overLine("gtf-best", "Which number of streams and seeders is the best on the paper's"
                    + " WAN, and how near does the self-tuned number come?", BestSetting::run),
            local("gtf-overhead", "What do the tracker, control messages, hashing, splitting and"
                    + " merging cost for 300 MB, beside the paper's?", PaperOverhead::run),
            overLine("transfer", "What do 1 to 40 flows of GridTorrent and PTCP bring, memory to"
                    + " memory and disk to disk, beside GridFTP, FDT, UDT, iperf3 and plain TCP?",
                    TransferExperiment::run),
            overLine("fairness", "How does a flow of GridTorrent, PTCP, GridFTP, FDT, UDT, iperf3"
                    + " and plain TCP share a line with 0 to 10 TCP flows?",
                    FairnessExperiment::run));

    private Experiments() {}

    static List<Experiment> all() {
        return ALL;
    }

    static List<String> names() {
        return ALL.stream().map(Experiment::name).toList();
    }

    /** Experiments that can run between the user's own hosts. */
    static List<Experiment> overLines() {
        return ALL.stream().filter(Experiment::hasLine).toList();
    }
}
