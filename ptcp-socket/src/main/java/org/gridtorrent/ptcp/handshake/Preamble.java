package org.gridtorrent.ptcp.handshake;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.gridtorrent.ptcp.net.WireFormat;

/** First 68 bytes that the connecting side sends on each TCP connection. */
public sealed interface Preamble {
    int LENGTH = 68;
    int SESSION_LENGTH = 16;
    int SECRET_LENGTH = 32;

    /** Bytes of a JOIN that its proof covers: all before the proof itself. */
    int PROVEN_LENGTH = 12 + SESSION_LENGTH;

    HandshakeToken session();

    ByteBuffer encode();

    /**
     * OPEN: the connection becomes the control channel of a new session.
     *
     * @param streams data channels at first
     * @param maxStreams most data channels that this side will open
     * @param window sub-packets that this side takes at first
     * @param payloadLength longest payload that this side takes, in bytes
     */
    record Open(
            int streams, int maxStreams, HandshakeToken session, HandshakeToken secret, int window,
            int payloadLength)
            implements
                Preamble {
        @Override
        public ByteBuffer encode() {
            ByteBuffer buffer = start(1, maxStreams, streams, session);
            secret.write(buffer);
            return buffer.putInt(window).putInt(payloadLength).flip();
        }
    }

    /** JOIN: the connection becomes a data channel of a session whose secret the sender knows. */
    record Join(int stream, HandshakeToken session, HandshakeToken proof) implements Preamble {
        public static Join of(int stream, HandshakeToken session, HandshakeToken secret) {
            return new Join(stream, session, proof(stream, session, secret));
        }

        boolean isProvenBy(HandshakeToken secret) {
            return proof.equals(proof(stream, session, secret));
        }

        private static HandshakeToken proof(int stream, HandshakeToken session,
                HandshakeToken secret) {
            byte[] proven = new byte[PROVEN_LENGTH];
            start(2, 0, stream, session).flip().get(proven);
            return secret.hmac(proven);
        }

        @Override
        public ByteBuffer encode() {
            ByteBuffer buffer = start(2, 0, stream, session);
            proof.write(buffer);
            return buffer.putLong(0).flip();
        }
    }

    /** Decodes the 68 bytes; a {@link ProtocolException} names the field that is wrong. */
    static Preamble decode(ByteBuffer from) throws ProtocolException {
        require(from.getInt() == WireFormat.MAGIC, "magic");
        require(from.get() == WireFormat.VERSION, "version");
        int kind = from.get();
        int maxStreams = Short.toUnsignedInt(from.getShort());
        int number = from.getInt();
        HandshakeToken session = HandshakeToken.read(from, SESSION_LENGTH);
        HandshakeToken token = HandshakeToken.read(from, SECRET_LENGTH);
        int window = from.getInt();
        int payloadLength = from.getInt();
        return switch (kind) {
            case 1 -> {
                require(number >= 1 && number <= maxStreams, "stream count");
                require(maxStreams <= WireFormat.MAX_STREAMS, "greatest stream count");
                OpenReply.requireLimits(window, payloadLength);
                yield new Open(number, maxStreams, session, token, window, payloadLength);
            }
            case 2 -> {
                require(number >= 0 && number <= WireFormat.MAX_STREAM_ID, "stream id");
                require(maxStreams == 0 && window == 0 && payloadLength == 0, "reserved bytes");
                yield new Join(number, session, token);
            }
            default -> throw new ProtocolException("PTCP preamble: bad kind " + kind);
        };
    }

    private static ByteBuffer start(int kind, int maxStreams, int number, HandshakeToken session) {
        ByteBuffer buffer = ByteBuffer.allocate(LENGTH).putInt(WireFormat.MAGIC);
        buffer.put((byte) WireFormat.VERSION).put((byte) kind);
        buffer.putShort((short) maxStreams).putInt(number);
        session.write(buffer);
        return buffer;
    }

    private static void require(boolean holds, String field) throws ProtocolException {
        if (!holds) {
            throw new ProtocolException("PTCP preamble: bad " + field);
        }
    }
}
