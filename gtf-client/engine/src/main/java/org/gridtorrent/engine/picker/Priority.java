package org.gridtorrent.engine.picker;

import java.util.List;

/** Download priority of a file, and with it of its pieces; the highest goes first. */
public enum Priority {
    SKIP(0), LOW(1), NORMAL(2), HIGH(3);

    /** In the order of their levels. */
    static final List<Priority> ALL = List.of(SKIP, LOW, NORMAL, HIGH);

    private final byte level;

    Priority(int level) {
        this.level = (byte) level;
    }

    /** For arrays with a byte for each piece. */
    byte level() {
        return level;
    }

    static Priority of(byte level) {
        return ALL.get(level);
    }
}
