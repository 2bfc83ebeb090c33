package org.gridtorrent.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageReader;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.InfoHash;

/** Peer without pieces that answers metadata requests as scripted. */
final class ScriptedMetadataPeer implements AutoCloseable {
    private static final int METADATA_ID = 7;

    private final InfoHash infoHash;
    private final int length;
    private final Function<Integer, Optional<MetadataMessage>> answers;
    private final PeerId id = PeerId.random(new SplittableRandom(System.identityHashCode(this)));
    private final ServerSocket server;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final CompletableFuture<Void> closedByEngine = new CompletableFuture<>();

    /** @param answers response to a request, by block index */
    ScriptedMetadataPeer(InfoHash infoHash, int length,
            Function<Integer, Optional<MetadataMessage>> answers) throws IOException {
        this.infoHash = infoHash;
        this.length = length;
        this.answers = answers;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    PeerAddress address() {
        return PeerAddress.tcp((InetSocketAddress) server.getLocalSocketAddress());
    }

    int requests() {
        return requests.get();
    }

    int connections() {
        return connections.get();
    }

    /** Completes when the other side has closed a connection. */
    CompletableFuture<Void> closedByEngine() {
        return closedByEngine;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            closedByEngine.complete(null); // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Handshake.read(socket.getInputStream());
            Handshake.ours(infoHash, id).write(socket.getOutputStream());
            var writer = new MessageWriter(socket.getOutputStream());
            writer.write(new PeerMessage.HaveNone());
            writer.write(new ExtensionHandshake(Map.of(Extension.METADATA, METADATA_ID),
                    Optional.empty(), Optional.empty(), 0, Optional.of(length), Optional.empty(),
                    Optional.empty())
                    .toMessage());
            writer.flush();
            var reader = MessageReader.withoutLayout(socket.getInputStream());
            while (true) {
                for (PeerMessage message : reader.readBatch()) {
                    if (message instanceof PeerMessage.Extended(int to, byte[] payload)
                            && to == METADATA_ID) {
                        answer(payload, writer);
                    }
                }
            }
        } catch (IOException e) {
            closedByEngine.complete(null);
        }
    }

    private void answer(byte[] payload, MessageWriter writer) throws IOException {
        if (MetadataMessage.parse(payload).orElse(null) instanceof MetadataMessage.Request asked) {
            requests.incrementAndGet();
            Optional<MetadataMessage> answer = answers.apply(asked.block());
            if (answer.isPresent()) {
                writer.write(answer.get().toMessage(Extension.METADATA.ownId()));
                writer.flush();
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
