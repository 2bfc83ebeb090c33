package org.gridtorrent.engine.transport;

import java.util.List;

/**
 * Addresses of a peer that is known by its device's name.
 *
 * @param observed by others, such as the tracker: dialled again soon when the device is named again
 * @param reported by the device alone: not dialled again for that, since the address may be somebody else's
 */
public record DeviceAddresses(String device, List<PeerAddress> observed,
        List<PeerAddress> reported) {
    public DeviceAddresses {
        observed = List.copyOf(observed);
        reported = List.copyOf(reported);
    }
}
