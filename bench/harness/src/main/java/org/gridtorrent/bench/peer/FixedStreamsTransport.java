package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.Transport;

/** PTCP with a fixed number of streams, which sources ask for as {@code ptcp:N}. */
public record FixedStreamsTransport(int streams) implements Transport {
    static final int MAX_STREAMS = 64;

    @Override
    public String name() {
        return PtcpTransport.NAME + ":" + streams;
    }

    @Override
    public Connection connect(InetSocketAddress address, Duration timeout) throws IOException {
        return new PtcpTransport(streams).connect(address, timeout);
    }
}
