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

/**
 * A peer that says it has everything, and answers its n-th request, counted from 0, as it is told.
 */
final class ScriptedSeed implements AutoCloseable {

    /** What becomes of a request. */
    enum Answer {
        TRUTH, ONE_BIT_FALSE, SILENCE, REFUSAL, RESET,
        /** And it hangs up at once. */
        FALSE_AND_GONE,
        /** It comes when the same is asked for again, right before the answer to that. */
        LATE_REFUSAL,
        /** Whatever is asked for, the first block of all. */
        FIRST_BLOCK
    }

    private final TestContent content;
    private final IntFunction<Answer> answers;
    private final PeerId id;
    private final List<PeerMessage> greeting;
    private final ServerSocket server;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Integer> asked = new CopyOnWriteArrayList<>();
    private final Set<Block> late = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> leftAlone = new CompletableFuture<>();

    ScriptedSeed(TestContent content, IntFunction<Answer> answers) throws IOException {
        this(content, answers, PeerId.random(new SplittableRandom(answers.hashCode())));
    }

    /** One that says this id, which may be another's. */
    ScriptedSeed(TestContent content, IntFunction<Answer> answers, PeerId id) throws IOException {
        this(content, answers, id, List.of(new PeerMessage.Unchoke()));
    }

    /** One that says this when it has said that it has everything. */
    ScriptedSeed(TestContent content, IntFunction<Answer> answers, List<PeerMessage> greeting)
            throws IOException {
        this(content, answers, PeerId.random(new SplittableRandom(answers.hashCode())), greeting);
    }

    private ScriptedSeed(TestContent content, IntFunction<Answer> answers, PeerId id,
            List<PeerMessage> greeting) throws IOException {
        this.greeting = greeting;
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

    /** The pieces of the blocks that were asked for, in the order of asking. */
    List<Integer> asked() {
        return List.copyOf(asked);
    }

    /** Completes when the other side has closed a connection. */
    CompletableFuture<Void> leftAlone() {
        return leftAlone;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            leftAlone.complete(null); // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Handshake.read(socket.getInputStream());
            Handshake.ours(content.metainfo().infoHash(), id).write(socket.getOutputStream());
            var writer = new MessageWriter(socket.getOutputStream());
            writer.write(new PeerMessage.HaveAll());
            for (PeerMessage message : greeting) {
                writer.write(message);
            }
            writer.flush();
            var layout = new PieceLayout(content.metainfo().totalLength(),
                    content.metainfo().pieceLength());
            var reader = new MessageReader(socket.getInputStream(), layout);
            while (true) {
                for (PeerMessage message : reader.readBatch()) {
                    if (message instanceof PeerMessage.Request(Block block)) {
                        asked.add(block.piece());
                        answer(block, socket, writer);
                        writer.flush(); // the next answer may be held up
                    }
                }
            }
        } catch (IOException e) {
            leftAlone.complete(null);
        }
    }

    private void answer(Block block, Socket socket, MessageWriter writer) throws IOException {
        if (late.remove(block)) {
            writer.write(new PeerMessage.Reject(block));
        }
        Answer answer = answers.apply(requests.getAndIncrement());
        switch (answer) {
            case TRUTH -> writer.write(new PeerMessage.Piece(block, data(block)));
            case ONE_BIT_FALSE -> writer.write(oneBitFalse(block));
            case FALSE_AND_GONE -> {
                writer.write(oneBitFalse(block));
                writer.flush();
                throw new IOException("gone");
            }
            case REFUSAL -> writer.write(new PeerMessage.Reject(block));
            case LATE_REFUSAL -> late.add(block);
            case SILENCE -> {
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

    private PeerMessage oneBitFalse(Block block) {
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
