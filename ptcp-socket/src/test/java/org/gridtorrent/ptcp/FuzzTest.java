package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gridtorrent.ptcp.handshake.HandshakeToken;
import org.gridtorrent.ptcp.handshake.OpenReply;
import org.gridtorrent.ptcp.handshake.Preamble;
import org.gridtorrent.ptcp.session.ControlFrame;
import org.gridtorrent.ptcp.stream.SubPacketHeader;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random and mutated bytes for each decoder and for whole sessions; more with {@code -Dptcp.fuzz}. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTest {
    private static final int ROUNDS = TestScale.of("ptcp.fuzz", 1, 10);

    private final Random random = new Random(TestScale.seed("ptcp.seed"));

    private interface Decoder {
        /** The bytes that the decoded value encodes to. */
        ByteBuffer decodeAndEncode(ByteBuffer bytes) throws ProtocolException;
    }

    private static ByteBuffer encoded(ControlFrame frame) {
        ByteBuffer buffer = ByteBuffer.allocate(ControlFrame.LENGTH);
        frame.encode(buffer);
        return buffer.flip();
    }

    private static ByteBuffer encoded(SubPacketHeader header) {
        ByteBuffer buffer = ByteBuffer.allocate(SubPacketHeader.LENGTH);
        header.encode(buffer);
        return buffer.flip();
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        ByteBuffer same = ByteBuffer.allocate(bytes.remaining());
        return same.put(bytes.duplicate()).flip();
    }

    @Test
    void controlFrames_areDecodedOrRefused() {
        fuzz(encoded(new ControlFrame(ControlFrame.Type.ACK, 7, 1000)),
                bytes -> encoded(ControlFrame.decode(bytes)));
    }

    @Test
    void subPacketHeaders_areDecodedOrRefused() {
        fuzz(encoded(new SubPacketHeader(5, 1000)),
                bytes -> encoded(SubPacketHeader.decode(bytes)));
    }

    @Test
    void preambles_areDecodedOrRefused() {
        HandshakeToken session = HandshakeToken.random(Preamble.SESSION_LENGTH);
        HandshakeToken secret = HandshakeToken.random(Preamble.SECRET_LENGTH);
        fuzz(RawSession.open(3, session, secret).encode(), b -> Preamble.decode(b).encode());
        fuzz(Preamble.Join.of(3, session, secret).encode(), b -> Preamble.decode(b).encode());
    }

    @Test
    void openReplies_areDecodedOrRefused() {
        fuzz(new OpenReply(OpenReply.Status.READY, 128, 64, 65_536).encode(), bytes -> {
            OpenReply reply = OpenReply.decode(bytes.duplicate());
            // A refusal is decoded for any version.
            return reply.status() == OpenReply.Status.READY ? reply.encode() : bytes;
        });
    }

    private void fuzz(ByteBuffer valid, Decoder decoder) {
        int decoded = 0;
        for (int i = 0; i < 20_000 * ROUNDS; i++) {
            ByteBuffer bytes = i % 4 == 0 ? garbage(valid.remaining()) : mutated(valid);
            try {
                assertThat(decoder.decodeAndEncode(copy(bytes))).isEqualTo(bytes);
                decoded++;
            } catch (ProtocolException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
        assertThat(decoded).isPositive();
    }

    private ByteBuffer garbage(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private ByteBuffer mutated(ByteBuffer valid) {
        ByteBuffer bytes = copy(valid);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(bytes.limit());
            bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
        }
        return bytes;
    }

    @Test
    void mutatedFrames_onAnyChannel_breakTheSessionOrDoNot_butNeverHangIt() throws Exception {
        try (PTCPServerSocket server = SocketPair.listening(PTCPOptions.DEFAULTS)) {
            for (int i = 0; i < 300 * ROUNDS; i++) {
                try (RawSession raw = RawSession.connect(SocketPair.addressOf(server), 3);
                        PTCPSocket accepted = (PTCPSocket) server.accept()) {
                    accepted.setSoTimeout(SocketPair.TIMEOUT_MILLIS);
                    play(raw);
                    readToTheEnd(accepted);
                }
            }
        }
    }

    private void play(RawSession raw) throws IOException {
        try {
            for (ByteBuffer frame : frames()) {
                boolean control = frame.limit() == ControlFrame.LENGTH;
                boolean stray = random.nextInt(40) == 0;
                SocketChannel to = control != stray
                        ? raw.control()
                        : raw.data().get(random.nextInt(3));
                to.write(random.nextInt(20) == 0 ? mutated(frame) : frame);
            }
        } catch (IOException e) {
            assertThat(e).as("the session is broken, or a stream given up")
                    .hasMessageMatching("(?i).*(broken pipe|reset|abort).*");
        } finally {
            raw.control().close();
        }
    }

    private List<ByteBuffer> frames() {
        List<ByteBuffer> frames = new ArrayList<>();
        int count = random.nextInt(60);
        for (int number = 0; number < count; number++) {
            int length = 1 + random.nextInt(2000);
            frames.add(RawSession.frame(1, length, number, length));
            var types = ControlFrame.Type.values();
            if (random.nextInt(4) == 0) {
                int type = random.nextInt(types.length - 2);
                frames.add(encoded(types[type].hasStream()
                        ? ControlFrame.ofStream(types[type], random.nextInt(4))
                        : ControlFrame.of(types[type], random.nextInt(200))));
            }
        }
        frames.add(encoded(ControlFrame.of(ControlFrame.Type.END, count)));
        frames.add(encoded(ControlFrame.of(ControlFrame.Type.CLOSE, 0)));
        return frames;
    }

    private static void readToTheEnd(PTCPSocket accepted) throws IOException {
        try {
            accepted.getInputStream().readAllBytes();
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("PTCP");
        }
    }
}
