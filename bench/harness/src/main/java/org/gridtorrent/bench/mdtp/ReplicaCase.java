package org.gridtorrent.bench.mdtp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Case of the experiment: the replicas' lines, and what happens to one of them.
 *
 * <p>Changes come when half of the time has passed that the file takes without them at least. Replicas are
 * in the order of their rates, the slowest first.
 */
enum ReplicaCase {
    BASE("all as they are", 1.03, Change.NONE) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            return base;
        }
    },
    DELAYED("+500 ms on the fastest", 1.06, Change.NONE) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            return with(base, fastest(base),
                    base.get(fastest(base)).withDelay(Duration.ofMillis(500)));
        }
    },
    SLOWED("the fastest to a tenth halfway", 1.06, Change.RATE) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            ReplicaLine line = base.get(fastest(base));
            return with(base, fastest(base), line.withLater(line.bytesPerSecond() / 10));
        }
    },
    SPED_UP("the slowest ten times faster halfway", 1.06, Change.RATE) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            ReplicaLine line = base.getFirst();
            return with(base, 0, line.withLater(line.bytesPerSecond() * 10));
        }
    },
    ONE_SLOW("one 100 times slower than the fastest", 1.06, Change.NONE) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            return with(base, 0, ReplicaLine.steady(base.getLast().bytesPerSecond() / 100));
        }
    },
    STALLED("the second fastest stalls halfway", 1.06, Change.STALL) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            return endingHalfway(base);
        }
    },
    DEAD("the second fastest dies halfway", 1.06, Change.KILL) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            return endingHalfway(base);
        }
    },
    /** What the false replica brings has to come again, so that its line counts for nothing. */
    FALSE_BYTES("the second fastest has other bytes", 1.06, Change.NONE) {
        @Override
        List<ReplicaLine> lines(List<ReplicaLine> base) {
            return base;
        }
    };

    /** What happens halfway. */
    enum Change {
        NONE,
        /** Lines get their later rates. */
        RATE,
        /** The server of the replica that is {@link ReplicaCase#afflicted} is stopped. */
        STALL,
        /** That server is killed. */
        KILL
    }

    private final String description;
    private final double aim;
    private final Change change;

    ReplicaCase(String description, double aim, Change change) {
        this.description = description;
        this.aim = aim;
        this.change = change;
    }

    /** As the case of a row says it. */
    String describe() {
        return description;
    }

    /** Aim for the time, as a multiple of the ideal. */
    double aim() {
        return aim;
    }

    Change change() {
        return change;
    }

    /** Lines of this case, made of those of the base case. */
    abstract List<ReplicaLine> lines(List<ReplicaLine> base);

    /** Least seconds for a file of this length. */
    double idealSeconds(long length, List<ReplicaLine> base) {
        List<ReplicaLine> useful = new ArrayList<>(lines(base));
        if (this == FALSE_BYTES) {
            useful.remove(afflicted(base));
        }
        return IdealTime.seconds(length, useful, changeSeconds(length, base));
    }

    /** When the change comes, from the first packet on. */
    static double changeSeconds(long length, List<ReplicaLine> base) {
        return IdealTime.seconds(length, base) / 2;
    }

    /** Replica that stalls, dies or is false: the second fastest. */
    static int afflicted(List<ReplicaLine> base) {
        return base.size() - 2;
    }

    static int fastest(List<ReplicaLine> base) {
        return base.size() - 1;
    }

    private static List<ReplicaLine> endingHalfway(List<ReplicaLine> base) {
        return with(base, afflicted(base), base.get(afflicted(base)).withLater(0));
    }

    private static List<ReplicaLine> with(List<ReplicaLine> lines, int replica,
            ReplicaLine other) {
        List<ReplicaLine> changed = new ArrayList<>(lines);
        changed.set(replica, other);
        return List.copyOf(changed);
    }
}
