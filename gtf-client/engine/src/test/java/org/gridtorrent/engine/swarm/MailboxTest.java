package org.gridtorrent.engine.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import org.gridtorrent.engine.connection.HandshakenPeer;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Mailbox of a swarm's thread that is busy. */
@Timeout(60)
class MailboxTest {
    private final List<SwarmEvent> dropped = new ArrayList<>();
    private final Mailbox mailbox = new Mailbox(dropped::add);

    private List<SwarmEvent> taken() throws InterruptedException {
        return mailbox.take(0);
    }

    @Test
    void queuesAdmissionCheckOnce() throws Exception {
        for (int i = 0; i < 2048; i++) {
            mailbox.put(new SwarmEvent.RecheckAdmission());
            mailbox.put(new SwarmEvent.LimitsChanged(RateSchedules.OFF));
        }
        assertThat(taken()).hasSize(2048 + 1)
                .containsOnlyOnce(new SwarmEvent.RecheckAdmission());
        mailbox.put(new SwarmEvent.RecheckAdmission());
        assertThat(taken()).containsExactly(new SwarmEvent.RecheckAdmission());
        assertThat(dropped).isEmpty();
    }

    @Test
    void takeWaitsForFirstEventOrTimeout() throws Exception {
        assertThat(mailbox.take(20)).isEmpty();
        FutureTask<List<SwarmEvent>> taking = new FutureTask<>(
                () -> mailbox.take(Duration.ofHours(1).toMillis()));
        Thread thread = Thread.ofPlatform().start(taking);
        await().until(() -> thread.getState() == Thread.State.WAITING);
        mailbox.put(new SwarmEvent.DisconnectAll());
        assertThat(taking.get()).containsExactly(new SwarmEvent.DisconnectAll());
    }

    @Test
    void dropsIncomingConnectionsWhileManyAreQueued() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            var peer = new SwarmEvent.PeerConnected(peer(server), null);
            for (int i = 0; i <= Mailbox.MAX_INCOMING; i++) {
                mailbox.put(peer);
            }
            assertThat(dropped).containsExactly(peer);
            assertThat(taken()).hasSize(Mailbox.MAX_INCOMING);
            mailbox.put(peer);
            assertThat(taken()).containsExactly(peer);
            peer.peer().connection().close();
        }
    }

    private static HandshakenPeer peer(ServerSocketChannel server) throws IOException {
        return new HandshakenPeer(
                new Connection(SocketChannel.open(server.getLocalAddress()).socket(), "tcp"),
                Handshake.ours(InfoHash.of(new byte[InfoHash.V1_LENGTH]),
                        PeerId.random(new SplittableRandom(1))));
    }
}
