package org.gridtorrent.ccm.admin;

import java.util.List;

/** What the site needs, and how each of it is. */
public record HealthView(List<Line> lines) {
    /** Whether something is to be done. */
    public enum State {
        GOOD, WRONG, UNKNOWN
    }

    /**
     * One thing looked at.
     *
     * @param what of its name in the messages
     * @param text how it is, and when it is not well, what to do
     */
    public record Line(String what, State state, String text) {}

    public long wrong() {
        return lines.stream().filter(line -> line.state() == State.WRONG).count();
    }
}
