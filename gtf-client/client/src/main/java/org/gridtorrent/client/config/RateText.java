package org.gridtorrent.client.config;

import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.terminal.ByteSize;

/** Limits as people write them: {@code 20MB} (a second), or a week's schedule of such rates. */
public final class RateText {
    private RateText() {}

    /** {@link IllegalArgumentException} says what is malformed, and where. */
    public static RateSchedule parse(String text) {
        return RateSchedule.parse(text, size -> ByteSize.parse(size).bytes());
    }
}
