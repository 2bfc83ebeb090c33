package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.gridtorrent.ptcp.PTCPOptions;
import org.gridtorrent.ptcp.PTCPSocket;

/** PTCP transport: one byte stream over many TCP streams, between GridTorrent clients only. */
public final class PtcpTransport implements Transport {
    public static final String NAME = "ptcp";
    private final PTCPOptions options;

    /** Connections tune their number of streams. */
    public PtcpTransport() {
        this(PTCPOptions.DEFAULTS);
    }

    /** Connections that we open use this number of streams. */
    public PtcpTransport(int streams) {
        this(PTCPOptions.DEFAULTS.withStreams(streams));
    }

    private PtcpTransport(PTCPOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Connection connect(InetSocketAddress address, Duration timeout) throws IOException {
        Socket socket = new PTCPSocket(options);
        try {
            socket.connect(address, Math.toIntExact(timeout.toMillis()));
            return new Connection(socket, NAME);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }
}
