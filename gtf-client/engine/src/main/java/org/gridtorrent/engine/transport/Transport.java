package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A way to reach a peer: a byte stream both ways. */
public interface Transport {

    /** What peer addresses call it: {@code tcp}, {@code ptcp}. */
    String name();

    /** Blocks until connected; throws when that takes longer than the timeout. */
    Connection connect(InetSocketAddress address, Duration timeout) throws IOException;
}
