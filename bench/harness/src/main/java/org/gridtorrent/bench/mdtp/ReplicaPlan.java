package org.gridtorrent.bench.mdtp;

import java.util.Arrays;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.peer.ClientProgram;

/**
 * Plan of the experiment at one scale.
 *
 * @param megabits rates of the replicas' lines, the slowest first
 * @param lengths of the files, in bytes, each with its cases
 * @param chunkLengths of static chunking, of which the best is compared
 * @param checksMachine whether iperf3 tells how much of the rates this machine bears
 * @param hasAllTools whether it compares with libtorrent and several settings of aria2
 */
record ReplicaPlan(List<Integer> megabits, List<Length> lengths, List<Long> chunkLengths,
        int rounds, boolean checksMachine, boolean hasAllTools) {
    private static final long MEGABYTE = 1_000_000;
    private static final List<Integer> SIX = List.of(10, 20, 40, 80, 160, 320);
    private static final List<ReplicaCase> ALL = Arrays.asList(ReplicaCase.values());

    /** The paper's chunks for files of 1 to 8 GB; a shorter file's are as much shorter as it is. */
    private static final long PAPERS_INITIAL = 4 * MEGABYTE;
    private static final long PAPERS_LARGE = 40 * MEGABYTE;
    private static final double PAPERS_SHORTEST_FILE = 1000.0 * MEGABYTE;

    /** Length of a file, and the cases in which it is fetched. */
    record Length(long bytes, List<ReplicaCase> cases) {
        static Length megabytes(long megabytes, List<ReplicaCase> cases) {
            return new Length(megabytes * MEGABYTE, cases);
        }

        String describe() {
            return bytes % (1000 * MEGABYTE) == 0
                    ? bytes / (1000 * MEGABYTE) + " GB"
                    : bytes / MEGABYTE + " MB";
        }

        private long scaled(long papers) {
            return Math.round(papers * Math.min(1, bytes / PAPERS_SHORTEST_FILE));
        }

        /** The paper's algorithm for a file of this length. */
        FetchTool paper() {
            return FetchTool.paper(scaled(PAPERS_INITIAL), scaled(PAPERS_LARGE));
        }
    }

    static ReplicaPlan of(Scale scale) {
        return switch (scale) {
            case FULL -> new ReplicaPlan(SIX,
                    List.of(Length.megabytes(256, ALL), Length.megabytes(1000, ALL),
                            Length.megabytes(8000, List.of(ReplicaCase.BASE))),
                    megabytes(1, 2, 4, 8, 16, 32), 3, true, true);
            case BRIEF -> new ReplicaPlan(SIX,
                    List.of(Length.megabytes(256, List.of(ReplicaCase.BASE, ReplicaCase.DELAYED,
                            ReplicaCase.SLOWED, ReplicaCase.DEAD))),
                    megabytes(2, 8), 1, true, true);
            case QUICK -> new ReplicaPlan(List.of(20, 40, 80),
                    List.of(Length.megabytes(4, List.of(ReplicaCase.BASE, ReplicaCase.DEAD))),
                    megabytes(1), 1, false, false);
        };
    }

    /** Plan of the experiment {@code web-seeds}: half of the replicas are peers. */
    static ReplicaPlan ofSwarm(Scale scale) {
        List<ReplicaCase> base = List.of(ReplicaCase.BASE);
        return switch (scale) {
            case FULL -> swarm(Length.megabytes(1000, base), 5, true);
            case BRIEF -> swarm(Length.megabytes(400, base), 3, true);
            case QUICK -> swarm(Length.megabytes(4, base), 1, false);
        };
    }

    private static ReplicaPlan swarm(Length length, int rounds, boolean checksMachine) {
        return new ReplicaPlan(List.of(20, 40, 80, 160), List.of(length), List.of(), rounds,
                checksMachine, false);
    }

    private static List<Long> megabytes(long... lengths) {
        return Arrays.stream(lengths).mapToObj(length -> length * MEGABYTE).toList();
    }

    /** Lines of the base case, with a part of the planned rates. */
    List<ReplicaLine> lines(double part) {
        return megabits.stream().map(rate -> ReplicaLine.steady(Math.round(rate * 125_000 * part)))
                .toList();
    }

    /** Replicas and their rates, as the case of a row says it. */
    String describe(double part) {
        return "%d replicas of %s to %s Mb/s".formatted(megabits.size(),
                rate(megabits.getFirst() * part), rate(megabits.getLast() * part));
    }

    /** Rate without a needless fraction. */
    static String rate(double megabits) {
        return megabits == Math.rint(megabits)
                ? Long.toString(Math.round(megabits))
                : Double.toString(megabits);
    }

    /** Tools beside GridTorrent, the paper's algorithm and static chunking. */
    List<FetchTool> otherTools() {
        FetchTool everyReplica = FetchTool.aria2("-s", Integer.toString(megabits.size()), "-k",
                "1M");
        return hasAllTools
                ? List.of(FetchTool.aria2(), everyReplica, FetchTool.curl(),
                        new SwarmFetch.Tool(ClientProgram.LIBTORRENT, 1))
                : List.of(everyReplica, FetchTool.curl());
    }
}
