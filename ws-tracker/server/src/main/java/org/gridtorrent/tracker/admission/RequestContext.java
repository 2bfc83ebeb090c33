package org.gridtorrent.tracker.admission;

import java.util.Optional;
import org.gridtorrent.identity.Origin;

/**
 * The request that the current thread serves.
 *
 * @param caller empty when no certificate was shown, or one that admits nobody
 * @param unchecked it could not be found out who calls
 * @param address the caller's IP address as this server observed it
 */
public record RequestContext(Optional<Caller> caller, boolean unchecked, String address) {
    public static final ScopedValue<RequestContext> CURRENT = ScopedValue.newInstance();

    /** Whose calls it is counted with: the device's, or those of strangers from the same origin. */
    public String countedWith() {
        return caller.map(known -> known.device().deviceId()).orElseGet(() -> Origin.of(address));
    }
}
