package org.gridtorrent.engine.peers;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.gridtorrent.engine.wire.PexMessage.Contact;

/** Peers that PEX messages may name now, by listen address (BEP 11). For one thread. */
public final class PexContacts {
    private SequencedMap<InetSocketAddress, Contact> byAddress = new LinkedHashMap<>();
    private long version;

    /** Replaces all peers. */
    public void set(SequencedMap<InetSocketAddress, Contact> now) {
        if (!now.keySet().equals(byAddress.keySet())) {
            version++;
        }
        byAddress = new LinkedHashMap<>(now);
    }

    Map<InetSocketAddress, Contact> byAddress() {
        return Collections.unmodifiableMap(byAddress);
    }

    /** Number that changes whenever a peer is added or removed. */
    long version() {
        return version;
    }
}
