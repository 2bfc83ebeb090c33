package org.gridtorrent.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageReader;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.metainfo.Metainfo;

/** Peer without pieces that connects, and records extension messages (BEP 10). */
final class RecordingPeer implements AutoCloseable {
    /** Message id of PEX. */
    private static final int PEX_ID = 9;
    private static final long TIMEOUT_SECONDS = 20;

    private final Socket socket = new Socket();
    private final MessageWriter writer;
    private final BlockingQueue<PeerMessage.Extended> queue = new LinkedBlockingQueue<>();
    private final List<PeerMessage.Extended> received = new ArrayList<>();
    private final CompletableFuture<Void> closedByEngine = new CompletableFuture<>();

    /** @param listenPort port in the extension handshake; 0 for none */
    RecordingPeer(Metainfo metainfo, InetSocketAddress engine, int listenPort) throws IOException {
        socket.connect(engine);
        Handshake.ours(metainfo.infoHash(),
                PeerId.random(new SplittableRandom(System.identityHashCode(this))))
                .write(socket.getOutputStream());
        Handshake.read(socket.getInputStream());
        writer = new MessageWriter(socket.getOutputStream());
        var reader = new MessageReader(socket.getInputStream(),
                new PieceLayout(metainfo.totalLength(), metainfo.pieceLength()));
        Thread.ofVirtual().start(() -> read(reader));
        try {
            send(new PeerMessage.HaveNone());
            send(extensionHandshake(listenPort, Optional.empty()));
        } catch (IOException e) {
            closedByEngine.complete(null); // the swarm is full
        }
    }

    static PeerMessage extensionHandshake(Map<Extension, Integer> ids) {
        return new ExtensionHandshake(ids, Optional.empty(), Optional.empty(), 0, Optional.empty(),
                Optional.empty(), Optional.empty()).toMessage();
    }

    static PeerMessage extensionHandshake(int listenPort, Optional<Boolean> uploadOnly) {
        return new ExtensionHandshake(Map.of(Extension.PEX, PEX_ID), Optional.empty(),
                Optional.empty(), listenPort, Optional.empty(), uploadOnly,
                Optional.empty()).toMessage();
    }

    InetSocketAddress localAddress() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    /** Completes when the other side has closed the connection. */
    CompletableFuture<Void> closedByEngine() {
        return closedByEngine;
    }

    void send(PeerMessage message) throws IOException {
        writer.write(message);
        writer.flush();
    }

    void sendPex(PexMessage message) throws IOException {
        send(message.toMessage(Extension.PEX.ownId()));
    }

    private void read(MessageReader reader) {
        try (socket) {
            while (true) {
                for (PeerMessage message : reader.readBatch()) {
                    if (message instanceof PeerMessage.Extended extended) {
                        queue.add(extended);
                    }
                }
            }
        } catch (IOException e) {
            closedByEngine.complete(null);
        }
    }

    /** Payload of the next message with the id; earlier ones are recorded. */
    byte[] next(int id) throws InterruptedException {
        while (true) {
            PeerMessage.Extended message = queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("nothing came by id " + id);
            }
            received.add(message);
            if (message.id() == id) {
                return message.payload();
            }
        }
    }

    ExtensionHandshake nextHandshake() throws IOException, InterruptedException {
        return ExtensionHandshake.parse(next(ExtensionHandshake.ID));
    }

    PexMessage nextPex() throws IOException, InterruptedException {
        return PexMessage.parse(next(PEX_ID));
    }

    /** Whether a PEX message was received. */
    boolean hasReceivedPex() {
        queue.drainTo(received);
        return received.stream().anyMatch(message -> message.id() == PEX_ID);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
