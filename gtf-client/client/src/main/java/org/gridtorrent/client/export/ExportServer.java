package org.gridtorrent.client.export;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.client.tree.DatasetTree;
import org.gridtorrent.fuse.ReadBuffers;
import org.gridtorrent.terminal.UserSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the tree at a Unix socket. One virtual thread reads each connection. The socket's file is the owner's alone,
 * which is all the authentication there is, as for commands.
 */
public final class ExportServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExportServer.class);
    private static final int MAX_CONNECTIONS = 64;

    private final DatasetTree tree;
    private final ReadBuffers buffers = new ReadBuffers();
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
    private final UserSocket socket;

    /** Takes the address over; that no other daemon uses it is the lock's business. */
    public ExportServer(UnixDomainSocketAddress address, DatasetTree tree) throws IOException {
        this.tree = tree;
        socket = UserSocket.open(address, MAX_CONNECTIONS, this::serve,
                e -> LOG.debug("a mount's connection ended", e));
    }

    private void serve(SocketChannel channel) throws IOException, InterruptedException {
        try (ExportConnection connection = new ExportConnection(channel, tree, buffers)) {
            connections.add(channel);
            connection.serve();
        } catch (EOFException e) {
            LOG.debug("a mount went away", e);
        } finally {
            connections.remove(channel);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (SocketChannel connection : connections) {
            connection.close();
        }
    }
}
