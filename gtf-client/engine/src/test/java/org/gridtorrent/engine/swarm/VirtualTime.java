package org.gridtorrent.engine.swarm;

import java.util.PriorityQueue;

/** Clock and scheduler in virtual time; tasks due at the same time keep their order. */
final class VirtualTime {
    private final PriorityQueue<Due> due = new PriorityQueue<>();
    private long nowNs;
    private long sequence;

    private record Due(long atNs, long sequence, Runnable what) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int order = Long.compare(atNs, other.atNs);
            return order == 0 ? Long.compare(sequence, other.sequence) : order;
        }
    }

    long nowNs() {
        return nowNs;
    }

    void at(long timeNs, Runnable what) {
        if (timeNs < nowNs) {
            throw new IllegalArgumentException(timeNs + " is over at " + nowNs);
        }
        due.add(new Due(timeNs, sequence++, what));
    }

    void in(long delayNs, Runnable what) {
        at(nowNs + delayNs, what);
    }

    /** Runs the next task; false when none is left. */
    boolean step() {
        Due next = due.poll();
        if (next != null) {
            nowNs = next.atNs;
            next.what.run();
        }
        return next != null;
    }
}
