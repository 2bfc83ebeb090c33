package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Kinds of sockets that must behave alike. */
enum SocketKind {
    PLAIN {
        @Override
        Socket socket() {
            return new Socket();
        }

        @Override
        ServerSocket server() throws IOException {
            return new ServerSocket();
        }
    },
    PTCP {
        @Override
        Socket socket() throws IOException {
            return new PTCPSocket(PTCPOptions.DEFAULTS.withStreams(2));
        }

        @Override
        ServerSocket server() throws IOException {
            return new PTCPServerSocket();
        }
    },
    /** Plain connections to a PTCP server socket: only the accepted side is of this module. */
    PLAIN_THROUGH_PTCP {
        @Override
        Socket socket() {
            return new Socket();
        }

        @Override
        ServerSocket server() throws IOException {
            PTCPServerSocket server = new PTCPServerSocket();
            server.setAcceptPlain(true);
            return server;
        }
    };

    /** Unconnected. */
    abstract Socket socket() throws IOException;

    /** Unbound. */
    abstract ServerSocket server() throws IOException;

    ServerSocket listening() throws IOException {
        ServerSocket server = server();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
        return server;
    }

    Ends connected() throws IOException {
        ServerSocket server = listening();
        Socket client = socket();
        client.connect(SocketPair.addressOf(server), SocketPair.TIMEOUT_MILLIS);
        if (this == PLAIN_THROUGH_PTCP) {
            // The server finds out the protocol by the first byte.
            client.getOutputStream().write('x');
        }
        Socket accepted = server.accept();
        if (this == PLAIN_THROUGH_PTCP) {
            accepted.getInputStream().readNBytes(1);
        }
        return new Ends(server, client, accepted);
    }

    /** Both ends of a connection and its server socket. */
    record Ends(ServerSocket server, Socket client, Socket accepted) implements AutoCloseable {
        /** For {@link #PLAIN_THROUGH_PTCP}, whose accepted side is under test. */
        Ends swapped() {
            return new Ends(server, accepted, client);
        }

        @Override
        public void close() throws IOException {
            client.close();
            accepted.close();
            server.close();
        }
    }
}
