package org.gridtorrent.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageReader;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;

/** Seed that answers its n-th request, counted from 0, as scripted. */
final class ScriptedSeed implements AutoCloseable {

    /** Answer to a request. */
    enum Answer {
        CORRECT, CORRUPT, NONE, REJECT, RESET,
        /** Corrupt block, then the connection is closed. */
        CORRUPT_THEN_CLOSE,
        /** Reject that is sent when the block is requested again, before the answer to that. */
        LATE_REJECT,
        /** The first block of the content, whichever was requested. */
        FIRST_BLOCK
    }

    private final TestContent content;
    private final IntFunction<Answer> answers;
    private final PeerId id;
    private final List<PeerMessage> firstMessages;
    private final ServerSocket server;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Integer> requestedPieces = new CopyOnWriteArrayList<>();
    private final Set<Block> late = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> closedByEngine = new CompletableFuture<>();
    private volatile boolean refusing;

    ScriptedSeed(TestContent content, IntFunction<Answer> answers) throws IOException {
        this(content, answers, PeerId.random(new SplittableRandom(answers.hashCode())));
    }

    /** Seed with the peer id, which may be another's. */
    ScriptedSeed(TestContent content, IntFunction<Answer> answers, PeerId id) throws IOException {
        this(content, answers, id, List.of(new PeerMessage.Unchoke()));
    }

    /** Seed that sends the messages after its HAVE_ALL. */
    ScriptedSeed(TestContent content, IntFunction<Answer> answers, List<PeerMessage> firstMessages)
            throws IOException {
        this(content, answers, PeerId.random(new SplittableRandom(answers.hashCode())),
                firstMessages);
    }

    private ScriptedSeed(TestContent content, IntFunction<Answer> answers, PeerId id,
            List<PeerMessage> firstMessages) throws IOException {
        this.firstMessages = firstMessages;
        this.content = content;
        this.answers = answers;
        this.id = id;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    PeerId id() {
        return id;
    }

    PeerAddress address() {
        return PeerAddress.tcp((InetSocketAddress) server.getLocalSocketAddress());
    }

    int connections() {
        return connections.get();
    }

    int requests() {
        return requests.get();
    }

    /** Pieces of the requested blocks, in the order of the requests. */
    List<Integer> requestedPieces() {
        return List.copyOf(requestedPieces);
    }

    /** Completes when the other side has closed a connection. */
    CompletableFuture<Void> closedByEngine() {
        return closedByEngine;
    }

    /** From now on it closes connections at once. Its port stays its own, so that no later seed gets it. */
    void refuse() {
        refusing = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                if (refusing) {
                    socket.close();
                    continue;
                }
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
            Handshake.ours(content.metainfo().infoHash(), id).write(socket.getOutputStream());
            var writer = new MessageWriter(socket.getOutputStream());
            writer.write(new PeerMessage.HaveAll());
            for (PeerMessage message : firstMessages) {
                writer.write(message);
            }
            writer.flush();
            var layout = new PieceLayout(content.metainfo().totalLength(),
                    content.metainfo().pieceLength());
            var reader = new MessageReader(socket.getInputStream(), layout);
            while (true) {
                for (PeerMessage message : reader.readBatch()) {
                    if (message instanceof PeerMessage.Request(Block block)) {
                        requestedPieces.add(block.piece());
                        answer(block, socket, writer);
                        writer.flush(); // the next answer may be held up
                    }
                }
            }
        } catch (IOException e) {
            closedByEngine.complete(null);
        }
    }

    private void answer(Block block, Socket socket, MessageWriter writer) throws IOException {
        if (late.remove(block)) {
            writer.write(new PeerMessage.Reject(block));
        }
        Answer answer = answers.apply(requests.getAndIncrement());
        switch (answer) {
            case CORRECT -> writer.write(new PeerMessage.Piece(block, data(block)));
            case CORRUPT -> writer.write(corrupt(block));
            case CORRUPT_THEN_CLOSE -> {
                writer.write(corrupt(block));
                writer.flush();
                throw new IOException("gone");
            }
            case REJECT -> writer.write(new PeerMessage.Reject(block));
            case LATE_REJECT -> late.add(block);
            case NONE -> {
            }
            case FIRST_BLOCK -> {
                Block first = new Block(0, 0, PieceLayout.BLOCK_LENGTH);
                writer.write(new PeerMessage.Piece(first, data(first)));
            }
            case RESET -> {
                socket.setSoLinger(true, 0);
                socket.close();
                throw new IOException("reset");
            }
        }
    }

    private PeerMessage corrupt(Block block) {
        byte[] data = data(block);
        data[data.length / 2] ^= 4;
        return new PeerMessage.Piece(block, data);
    }

    private byte[] data(Block block) {
        ByteBuffer piece = content.piece(block.piece());
        byte[] data = new byte[block.length()];
        piece.slice(block.offset(), block.length()).get(data);
        return data;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
