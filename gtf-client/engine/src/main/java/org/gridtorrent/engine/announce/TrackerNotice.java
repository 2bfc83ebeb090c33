package org.gridtorrent.engine.announce;

/** Notice of a tracker: its warning, its failure reason, or that it does not respond. */
public sealed interface TrackerNotice {

    /** Warning message of a response that is valid otherwise (BEP 3). */
    record Warning(String text) implements TrackerNotice {}

    /** Failure reason that the tracker returned (BEP 3). */
    record FailureReason(String text) implements TrackerNotice {}

    /**
     * The tracker gave no valid response.
     *
     * @param detail the error, in technical English
     */
    record NoResponse(String detail) implements TrackerNotice {}
}
