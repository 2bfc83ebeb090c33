package org.gridtorrent.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import org.gridtorrent.terminal.CommandFailure;

/** Errors of kept files that cannot be read, in words for the user. */
public final class DamagedFile {
    private DamagedFile() {}

    /** Parser's message without its position, which says little of one line. */
    public static String why(JsonProcessingException e) {
        return e instanceof JsonEOFException ? "it ends too early" : e.getOriginalMessage();
    }

    /** Failure of bad input. */
    public static CommandFailure of(String what, String why) {
        return CommandFailure.badInput(
                what + " is damaged: " + why + "; delete it, or run its experiment again");
    }
}
