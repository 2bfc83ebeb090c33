package org.gridtorrent.client.torrent;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Output;

/** The peers that a person named, as addresses. */
final class NamedPeers {
    private NamedPeers() {}

    /**
     * Asks the name service. Of names that it does not know, a line each: others may have the content.
     * A {@link CommandFailure} when it knows none.
     */
    static List<PeerAddress> of(List<HostPort> named, String transport, Output output) {
        List<PeerAddress> known = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (HostPort peer : named) {
            InetSocketAddress address = peer.resolve();
            if (address.isUnresolved()) {
                unknown.add("--peer %s:%d: no host has the name %s; check it, or give an IP address"
                        .formatted(peer.host(), peer.port(), peer.host()));
            } else {
                known.add(new PeerAddress(address, transport));
            }
        }
        if (known.isEmpty() && !unknown.isEmpty()) {
            throw CommandFailure.noAnswer(String.join("; ", unknown));
        }
        unknown.forEach(output::say);
        return known;
    }
}
