package org.gridtorrent.engine.picker;

import java.util.List;

/** How much a file, and with it a piece, is wanted; the greater goes first. */
public enum Priority {
    SKIP(0), LOW(1), NORMAL(2), HIGH(3);

    /** By level. */
    static final List<Priority> ALL = List.of(SKIP, LOW, NORMAL, HIGH);

    private final byte level;

    Priority(int level) {
        this.level = (byte) level;
    }

    /** For those who keep a byte for each piece. */
    byte level() {
        return level;
    }

    static Priority of(byte level) {
        return ALL.get(level);
    }
}
