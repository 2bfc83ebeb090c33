package org.gridtorrent.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.choke.Choker;
import org.gridtorrent.engine.limit.ConnectionLimit;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.upload.PieceSuggestions;
import org.gridtorrent.engine.upload.Uploader;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.ProtocolException;
import org.gridtorrent.metainfo.InfoHash;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections to a peer that reads nothing; their own threads are not started. */
@Timeout(20)
@SuppressWarnings("NullAway.Init") // set before each test
class PeerConnectionTest {
    private static final int PIECE_COUNT = 40_000;
    private static final PieceLayout LAYOUT = new PieceLayout(
            (long) PIECE_COUNT * PieceLayout.BLOCK_LENGTH, PieceLayout.BLOCK_LENGTH);
    private static final InfoHash INFO_HASH = InfoHash.of(new byte[20]);

    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch mayClose = new CountDownLatch(1);
    private ServerSocket server;
    private Socket socket;

    /** Socket that is not closed until it may be, as one that first says goodbye to the other side. */
    private final class SlowToClose extends Socket {
        @Override
        public void close() throws IOException {
            closing.countDown();
            try {
                mayClose.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.close();
        }
    }

    private static final class NoListener implements ConnectionListener {
        @Override
        public void received(int peer, List<PeerMessage> messages, long bytes) {}

        @Override
        public void disconnected(int peer, IOException why) {}

        @Override
        public void opened(PeerAddress address) {}

        @Override
        public void connected(HandshakenPeer peer, @Nullable PeerAddress dialled) {}

        @Override
        public void dialFailed(PeerAddress address, IOException why) {}
    }

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        socket = new SlowToClose();
        socket.connect(server.getLocalSocketAddress());
    }

    @AfterEach
    void close() throws IOException {
        mayClose.countDown();
        socket.close();
        server.close();
    }

    private Handshake handshake() {
        return new Handshake(false, false, INFO_HASH, PeerId.random(new SplittableRandom(1)));
    }

    private PeerConnection connection() throws IOException {
        return new PeerConnection(1,
                new HandshakenPeer(new Connection(socket, "tcp"), handshake()),
                ConnectionLimit.withDefaults().acquire(false).orElseThrow(), Optional.of(LAYOUT),
                List.of(), new ReadBackpressure(), new NoListener(), () -> true);
    }

    @Test
    void closeDoesNotWaitForTheTransport() throws Exception {
        connection().close();
        closing.await();
        assertThat(socket.isClosed()).isFalse();
        mayClose.countDown();
        await().until(socket::isClosed);
    }

    @Test
    void haveForEachPieceMayBeQueued() throws Exception {
        PeerConnection connection = connection();
        connection.setSource((_, _) -> {}, PIECE_COUNT);
        for (int i = 0; i < 2 * PIECE_COUNT; i++) {
            connection.send(new PeerMessage.Have(i / 2));
        }
        assertThat(closing.getCount()).isEqualTo(1);
        connection.send(new PeerMessage.KeepAlive());
        closing.await();
    }

    @Test
    void repeatedRequestIsIgnored_withoutBep6() throws Exception {
        var verified = Bitfield.full(PIECE_COUNT);
        var random = new SplittableRandom(1);
        var uploader = new Uploader(INFO_HASH, new Choker(ChokeMode.BY_RATE, 1, random), verified,
                LAYOUT, new PieceSuggestions(PIECE_COUNT, _ -> false, random), (_, _) -> {});
        var peer = new PeerSession(1, connection(), handshake(), null, PIECE_COUNT, 0);
        peer.amChoking = false;
        for (int i = 0; i < 2; i++) {
            uploader.request(peer, LAYOUT.whole(0));
        }
        assertThat(peer.link.queuedBlocks()).isEqualTo(1);
        for (int piece = 1; piece < PeerConnection.MAX_QUEUED_BLOCKS; piece++) {
            uploader.request(peer, LAYOUT.whole(piece));
        }
        assertThatThrownBy(() -> uploader.request(peer, LAYOUT.whole(PIECE_COUNT - 1)))
                .isInstanceOf(ProtocolException.class);
    }
}
