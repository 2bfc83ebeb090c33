package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Transport that opens connections to peers. Implementations are thread-safe. */
public interface Transport {

    /** The name in peer addresses: {@code tcp} or {@code ptcp}. */
    String name();

    /** Blocks until connected; throws at the timeout. */
    Connection connect(InetSocketAddress address, Duration timeout) throws IOException;
}
