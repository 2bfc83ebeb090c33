package org.gridtorrent.tracker.soap;

import java.time.Duration;
import org.gridtorrent.contract.Fault;
import org.gridtorrent.contract.TrackerFault;

/** BUSY, and when to come again, which goes into HTTP's Retry-After. */
final class BusyFault extends TrackerFault {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    BusyFault(String message, Fault fault, Duration retryAfter) {
        super(message, fault);
        this.retryAfter = retryAfter;
    }

    Duration retryAfter() {
        return retryAfter;
    }
}
