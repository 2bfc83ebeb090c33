package org.gridtorrent.tracker.announce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.tracker.swarm.OpenSite;
import org.gridtorrent.tracker.swarm.SwarmLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The UDP side as strangers meet it (BEP 15), byte for byte. */
class UdpAnnounceTest {
    private static final byte[] ME = "-XX0001-123456789012".getBytes(StandardCharsets.US_ASCII);
    private static final int TRANSACTION = 0x12345678;
    /** Where an announce has its key, which is another for each stranger. */
    private static final int KEY_AT = 88;

    @TempDir
    private Path folder;
    private OpenSite site;
    private AnnounceServer server;
    private InfoHash content;

    @BeforeEach
    void start() throws Exception {
        site = new OpenSite(folder);
        content = site.publishForEveryone();
        server = AnnounceServer.start("127.0.0.1", 0, site.keys, site.catalog, SwarmLimits.USUAL,
                site::now);
    }

    @AfterEach
    void stop() {
        server.close();
        site.close();
    }

    /** A stranger at an address of its own. */
    private final class Stranger implements AutoCloseable {
        private final DatagramSocket socket;

        Stranger(String address) throws IOException {
            socket = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
            socket.setSoTimeout(20_000);
        }

        void send(ByteBuffer request) throws IOException {
            byte[] bytes = new byte[request.flip().remaining()];
            request.get(bytes);
            socket.send(new DatagramPacket(bytes, bytes.length,
                    InetAddress.getLoopbackAddress(), server.port()));
        }

        ByteBuffer receive() throws IOException {
            var packet = new DatagramPacket(new byte[2000], 2000);
            socket.receive(packet);
            return ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
        }

        /** The answer without its head, which has to say this action. */
        ByteBuffer ask(ByteBuffer request, int action) throws IOException {
            send(request);
            ByteBuffer answer = receive();
            assertThat(answer.getInt()).isEqualTo(action);
            assertThat(answer.getInt()).isEqualTo(TRANSACTION);
            return answer;
        }

        String refusal(ByteBuffer request) throws IOException {
            return StandardCharsets.US_ASCII.decode(ask(request, 3)).toString();
        }

        long connect() throws IOException {
            return ask(head(0x41727101980L, 0), 0).getLong();
        }

        ByteBuffer announce(int port, int event, long left, int wanted) throws IOException {
            return ask(announcing(connect(), content, port, event, left, wanted)
                    .putInt(KEY_AT, socket.getLocalPort()), 1);
        }

        @Override
        public void close() {
            socket.close();
        }
    }

    private static ByteBuffer head(long id, int action) {
        return ByteBuffer.allocate(2000).putLong(id).putInt(action).putInt(TRANSACTION);
    }

    private static ByteBuffer announcing(long id, InfoHash content, int port, int event, long left,
            int wanted) {
        return head(id, 1).put(content.bytes()).put(ME).putLong(0).putLong(left).putLong(0)
                .putInt(event).putInt(0x01020304).putInt(77).putInt(wanted)
                .putShort((short) port);
    }

    @Test
    void announce_isAnswered() throws IOException {
        try (Stranger one = new Stranger("127.0.0.2"); Stranger two = new Stranger("127.0.0.3")) {
            ByteBuffer first = one.announce(258, 2, 0, -1);
            assertThat(first.getInt()).as("told of nobody, it may ask soon").isBetween(48, 72);
            assertThat(first.getInt()).as("leechers").isZero();
            assertThat(first.getInt()).as("seeders").isEqualTo(1);
            assertThat(first.hasRemaining()).isFalse();
            ByteBuffer second = two.announce(1000, 2, 5, -1);
            assertThat(second.getInt()).isBetween(720, 1080);
            assertThat(second.getInt()).isEqualTo(1);
            assertThat(second.getInt()).isEqualTo(1);
            byte[] peers = new byte[second.remaining()];
            second.get(peers);
            assertThat(peers).as("not the address that it named").containsExactly(127, 0, 0, 2, 1,
                    2);
            assertThat(two.announce(1000, 3, 5, -1).remaining()).isEqualTo(12);
        }
    }

    @Test
    void devicesOfTheSite_areTold() throws IOException {
        site.deviceAnnounces(content, "198.18.9.9", 0);
        try (Stranger stranger = new Stranger("127.0.0.2")) {
            assertThat(stranger.announce(258, 2, 5, -1).remaining()).isEqualTo(12 + 6);
        }
    }

    @Test
    void numberWanted_isHeldToWhatFits() throws IOException {
        for (int i = 1; i <= 210; i++) {
            try (Stranger some = new Stranger("127.1.1." + i)) {
                some.announce(1000, 2, 5, 0);
            }
        }
        try (Stranger stranger = new Stranger("127.0.0.2")) {
            assertThat(stranger.announce(258, 0, 5, 7).remaining()).isEqualTo(12 + 7 * 6);
            assertThat(stranger.announce(258, 0, 5, -1).remaining()).isEqualTo(12 + 50 * 6);
            assertThat(stranger.announce(258, 0, 5, 0).remaining()).isEqualTo(12 + 50 * 6);
            assertThat(stranger.announce(258, 0, 5, 99_999).remaining())
                    .isEqualTo(12 + 200 * 6);
        }
    }

    @Test
    void scrape_tellsCountsInTheOrderAsked() throws IOException {
        InfoHash hidden = site.publishPrivately();
        site.deviceAnnounces(hidden, "198.18.9.9", 0);
        try (Stranger stranger = new Stranger("127.0.0.2")) {
            stranger.announce(258, 2, 5, 0);
            stranger.announce(258, 1, 0, 0);
            ByteBuffer counts = stranger.ask(head(stranger.connect(), 2).put(hidden.bytes())
                    .put(content.bytes()), 2);
            assertThat(counts.remaining()).isEqualTo(24);
            byte[] nothing = new byte[12];
            counts.get(nothing);
            assertThat(nothing).containsOnly(0);
            assertThat(counts.getInt()).as("seeders").isEqualTo(1);
            assertThat(counts.getInt()).as("downloads").isEqualTo(1);
            assertThat(counts.getInt()).as("leechers").isZero();
        }
    }

    @Test
    void privateAndUnknown_getOneAnswer() throws IOException {
        InfoHash hidden = site.publishPrivately();
        InfoHash unknown = InfoHash.ofHex("ab".repeat(20));
        try (Stranger stranger = new Stranger("127.0.0.2")) {
            for (InfoHash each : new InfoHash[]{hidden, unknown}) {
                assertThat(stranger.refusal(
                        announcing(stranger.connect(), each, 258, 2, 5, -1)))
                        .isEqualTo("no such content here");
            }
        }
    }

    @Test
    void everyMistake_isNamed() throws IOException {
        try (Stranger stranger = new Stranger("127.0.0.2")) {
            long id = stranger.connect();
            assertThat(stranger.refusal(announcing(id, content, 0, 2, 5, -1)))
                    .isEqualTo("port has to be from 1 to 65535");
            assertThat(stranger.refusal(announcing(id, content, 1, 9, 5, -1)))
                    .isEqualTo("event has to be from 0 to 3");
            assertThat(stranger.refusal(head(id, 1).put(new byte[81])))
                    .isEqualTo("the announce is cut off");
            assertThat(stranger.refusal(head(id, 7))).isEqualTo("no such action");
            assertThat(stranger.refusal(head(id, 0))).isEqualTo("no such action");
            assertThat(stranger.refusal(head(id, 2))).isEqualTo("scrape 1 to 74");
            assertThat(stranger.refusal(head(id, 2).put(new byte[75 * 20])))
                    .isEqualTo("scrape 1 to 74");
        }
    }

    @Test
    void connectionId_isGoodForItsAddressAndItsTime() throws IOException {
        try (Stranger one = new Stranger("127.0.0.2"); Stranger two = new Stranger("127.0.0.3")) {
            long id = one.connect();
            assertThat(two.refusal(announcing(id, content, 1, 2, 5, -1)))
                    .isEqualTo("connection id is over");
            site.pass(Duration.ofMinutes(2));
            assertThat(one.refusal(announcing(id, content, 1, 2, 5, -1)))
                    .isEqualTo("connection id is over");
        }
    }

    /** Or somebody could have much sent to another by little in his name. */
    @Test
    void whoHasNotShownThatHeHears_isSentNoMoreThanHeSent() throws IOException {
        try (Stranger stranger = new Stranger("127.0.0.2")) {
            stranger.send(head(7, 1).putInt(12, 1));
            stranger.send(head(7, 2).putInt(12, 2).put(new byte[19]));
            stranger.send(ByteBuffer.allocate(15).put(new byte[15]));
            stranger.send(head(7, 2).put(new byte[20]));
            ByteBuffer first = stranger.receive();
            assertThat(first.remaining()).isLessThanOrEqualTo(36);
            assertThat(first.getInt(4)).as("those before were not answered")
                    .isEqualTo(TRANSACTION);
        }
    }
}
