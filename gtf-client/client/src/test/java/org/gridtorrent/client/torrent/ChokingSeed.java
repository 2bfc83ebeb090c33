package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.SplittableRandom;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.Metainfo;

/** A peer that says it has everything, and lets nobody ask for it. */
final class ChokingSeed implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Metainfo metainfo;

    ChokingSeed(Metainfo metainfo) throws IOException {
        this.metainfo = metainfo;
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> choke(socket));
            }
        } catch (IOException e) {
            return; // the test is over
        }
    }

    private void choke(Socket socket) {
        try (socket) {
            Handshake.read(socket.getInputStream());
            Handshake.ours(metainfo.infoHash(), PeerId.random(new SplittableRandom(1)))
                    .write(socket.getOutputStream());
            var writer = new MessageWriter(socket.getOutputStream());
            writer.write(new PeerMessage.BitfieldBytes(
                    Bitfield.full(metainfo.pieceCount()).bytes()));
            writer.flush();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            return; // the other side has gone
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
