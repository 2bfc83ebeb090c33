package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.InfoHash;

/** Connected peers that have nothing, are interested, and request nothing. */
final class IdlePeers implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();
    private final RandomGenerator random = new Random(1);

    /** Connects one more peer, for this content. */
    void connect(InfoHash content, InetSocketAddress peer) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.connect(peer, 10_000);
        socket.setSoTimeout(10_000);
        Handshake.ours(content, PeerId.random(random)).write(socket.getOutputStream());
        Handshake.read(socket.getInputStream());
        try (MessageWriter writer = new MessageWriter(socket.getOutputStream())) {
            writer.write(new PeerMessage.HaveNone());
            writer.write(new PeerMessage.Interested());
            writer.flush();
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
