package org.gridtorrent.bench.link.line;

import java.util.Locale;

/** Program or kernel module that makes a line. */
public enum Emulator {
    /** A process in user space that passes packets between TUN devices. */
    RELAY,

    /** The kernel's own queues, where it has netem. */
    NETEM;

    /** Name on the command line. */
    public String optionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@link IllegalArgumentException} if the text is neither. */
    public static Emulator of(String text) {
        for (Emulator one : values()) {
            if (one.optionName().equals(text)) {
                return one;
            }
        }
        throw new IllegalArgumentException("'" + text + "' makes no line; netem and relay do");
    }
}
