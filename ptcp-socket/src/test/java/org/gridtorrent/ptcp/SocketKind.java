package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The sockets that are to behave alike. */
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
    /** Plain connections that come in through a PTCP server socket: only their accepted side is ours. */
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
            // Nobody can tell what it speaks before it speaks.
            client.getOutputStream().write('x');
        }
        Socket accepted = server.accept();
        if (this == PLAIN_THROUGH_PTCP) {
            accepted.getInputStream().readNBytes(1);
        }
        return new Ends(server, client, accepted);
    }

    /** Both ends of a connection, and the server socket that it came through. */
    record Ends(ServerSocket server, Socket client, Socket accepted) implements AutoCloseable {
        /** For the kind whose accepting side alone is ours. */
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
