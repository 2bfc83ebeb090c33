package org.gridtorrent.tracker.soap;

/** Hears of every operation that was answered, on the thread that answers it. */
@FunctionalInterface
public interface CallListener {
    /**
     * An operation ended.
     *
     * @param outcome {@code done}, the fault's code in small letters, or {@code failed}
     */
    void called(String operation, String outcome, long durationNs);
}
