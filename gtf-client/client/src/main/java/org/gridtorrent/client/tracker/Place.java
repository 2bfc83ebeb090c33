package org.gridtorrent.client.tracker;

import java.util.List;

/** Where a device can be called: an IP address in figures, a port, and the transports spoken there. */
public record Place(String address, int port, List<String> transports) {
    public Place {
        transports = List.copyOf(transports);
    }
}
