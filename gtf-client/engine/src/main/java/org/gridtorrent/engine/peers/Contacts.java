package org.gridtorrent.engine.peers;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.gridtorrent.engine.wire.PexMessage.Contact;

/** The peers that may be told of now, by where they listen. For one thread. */
public final class Contacts {
    private SequencedMap<InetSocketAddress, Contact> byAddress = new LinkedHashMap<>();
    private long version;

    /** From now on these. */
    public void set(SequencedMap<InetSocketAddress, Contact> now) {
        if (!now.keySet().equals(byAddress.keySet())) {
            version++;
        }
        byAddress = new LinkedHashMap<>(now);
    }

    Map<InetSocketAddress, Contact> byAddress() {
        return Collections.unmodifiableMap(byAddress);
    }

    /** Another one whenever somebody came or went. */
    long version() {
        return version;
    }
}
