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

/** A peer that connects, says that it has nothing, and keeps what it is told by BEP 10's messages. */
final class RecordingPeer implements AutoCloseable {
    /** By which it takes peer exchange. */
    private static final int ITS_PEX = 9;
    private static final long PATIENCE_SECONDS = 20;

    private final Socket socket = new Socket();
    private final MessageWriter writer;
    private final BlockingQueue<PeerMessage.Extended> told = new LinkedBlockingQueue<>();
    private final List<PeerMessage.Extended> heard = new ArrayList<>();
    private final CompletableFuture<Void> leftAlone = new CompletableFuture<>();

    /** @param listenPort where it says that it listens; 0: it does not say */
    RecordingPeer(Metainfo metainfo, InetSocketAddress engine, int listenPort) throws IOException {
        socket.connect(engine);
        Handshake.ours(metainfo.infoHash(),
                PeerId.random(new SplittableRandom(System.identityHashCode(this))))
                .write(socket.getOutputStream());
        Handshake.read(socket.getInputStream());
        writer = new MessageWriter(socket.getOutputStream());
        var reader = new MessageReader(socket.getInputStream(),
                new PieceLayout(metainfo.totalLength(), metainfo.pieceLength()));
        Thread.ofVirtual().start(() -> listen(reader));
        try {
            send(new PeerMessage.HaveNone());
            send(introduction(listenPort, Optional.empty()));
        } catch (IOException e) {
            leftAlone.complete(null); // there was no place for it
        }
    }

    static PeerMessage introduction(Map<Extension, Integer> ids) {
        return new ExtensionHandshake(ids, Optional.empty(), Optional.empty(), 0, Optional.empty(),
                Optional.empty(), Optional.empty()).toMessage();
    }

    static PeerMessage introduction(int listenPort, Optional<Boolean> uploadOnly) {
        return new ExtensionHandshake(Map.of(Extension.PEX, ITS_PEX), Optional.empty(),
                Optional.empty(), listenPort, Optional.empty(), uploadOnly,
                Optional.empty()).toMessage();
    }

    InetSocketAddress localAddress() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    /** Completes when the other side has closed the connection. */
    CompletableFuture<Void> leftAlone() {
        return leftAlone;
    }

    void send(PeerMessage message) throws IOException {
        writer.write(message);
        writer.flush();
    }

    void tell(PexMessage message) throws IOException {
        send(message.toMessage(Extension.PEX.ownId()));
    }

    private void listen(MessageReader reader) {
        try (socket) {
            while (true) {
                for (PeerMessage message : reader.readBatch()) {
                    if (message instanceof PeerMessage.Extended extended) {
                        told.add(extended);
                    }
                }
            }
        } catch (IOException e) {
            leftAlone.complete(null);
        }
    }

    /** The next one of the kind; others that come before it are kept. */
    byte[] next(int id) throws InterruptedException {
        while (true) {
            PeerMessage.Extended message = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("nothing came by id " + id);
            }
            heard.add(message);
            if (message.id() == id) {
                return message.payload();
            }
        }
    }

    ExtensionHandshake nextIntroduction() throws IOException, InterruptedException {
        return ExtensionHandshake.parse(next(ExtensionHandshake.ID));
    }

    PexMessage nextPeers() throws IOException, InterruptedException {
        return PexMessage.parse(next(ITS_PEX));
    }

    /** Whether it was told of peers till now. */
    boolean wasToldOfPeers() {
        told.drainTo(heard);
        return heard.stream().anyMatch(message -> message.id() == ITS_PEX);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
