package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Server with a full accept queue, to which connecting neither succeeds nor fails. */
final class UnresponsiveServer implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<SocketChannel> queued = new ArrayList<>();

    UnresponsiveServer() throws IOException {
        for (int i = 0; i < 4; i++) {
            SocketChannel channel = SocketChannel.open();
            queued.add(channel);
            channel.configureBlocking(false);
            channel.connect(address());
        }
    }

    InetSocketAddress address() {
        return SocketPair.addressOf(server);
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : queued) {
            channel.close();
        }
        server.close();
    }
}
