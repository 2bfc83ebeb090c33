package org.gridtorrent.tracker.admission;

import java.util.Optional;

/**
 * The request that the current thread serves.
 *
 * @param caller empty when no certificate was shown, or one that admits nobody
 * @param address the caller's IP address as this server observed it
 */
public record Call(Optional<Caller> caller, String address) {
    public static final ScopedValue<Call> CURRENT = ScopedValue.newInstance();
}
