package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.gridtorrent.ptcp.PTCPOptions;
import org.gridtorrent.ptcp.PTCPSocket;

/** One byte stream over many TCP streams; between our own clients only. */
public final class PtcpTransport implements Transport {
    public static final String NAME = "ptcp";
    private final PTCPOptions options;

    /** Connections find out by themselves how many streams pay. */
    public PtcpTransport() {
        this(PTCPOptions.DEFAULTS);
    }

    /** Connections opened by this side carry content on so many streams. */
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
