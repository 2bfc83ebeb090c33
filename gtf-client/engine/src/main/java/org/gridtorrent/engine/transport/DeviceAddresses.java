package org.gridtorrent.engine.transport;

import java.util.List;

/**
 * A peer that is known by its device's name, and all the addresses at which it may be found.
 *
 * @param seen where somebody else has seen it: it is soon asked there again when it is named again
 * @param said by its own word alone: who is wrongly named there is not called upon for being named
 *     again
 */
public record DeviceAddresses(String device, List<PeerAddress> seen, List<PeerAddress> said) {
    public DeviceAddresses {
        seen = List.copyOf(seen);
        said = List.copyOf(said);
    }
}
