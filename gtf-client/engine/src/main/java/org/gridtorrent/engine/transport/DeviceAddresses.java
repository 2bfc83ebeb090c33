package org.gridtorrent.engine.transport;

import java.util.List;

/**
 * Addresses of a peer that is known by its device's name.
 *
 * @param observed by others, such as the tracker: dialled again soon when the device is announced again
 * @param reported by the device alone: not verified, so not dialled sooner
 */
public record DeviceAddresses(String device, List<PeerAddress> observed,
        List<PeerAddress> reported) {
    public DeviceAddresses {
        observed = List.copyOf(observed);
        reported = List.copyOf(reported);
    }
}
