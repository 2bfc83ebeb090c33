package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.ptcp.handshake.HandshakeToken;
import org.gridtorrent.ptcp.handshake.OpenReply;
import org.gridtorrent.ptcp.handshake.Preamble;
import org.gridtorrent.ptcp.net.TcpChannel;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.ControlFrame;
import org.gridtorrent.ptcp.stream.SubPacketHeader;

/** The connecting side's channels without anything behind them, for a peer that misbehaves. */
public record RawSession(SocketChannel control, List<SocketChannel> data) implements AutoCloseable {
    static RawSession connect(SocketAddress server, int streams) throws IOException {
        return connect(server, streams, streams);
    }

    /** One that would open more, up to that count. */
    static RawSession connect(SocketAddress server, int streams, int maxStreams)
            throws IOException {
        HandshakeToken session = HandshakeToken.random(Preamble.SESSION_LENGTH);
        HandshakeToken secret = HandshakeToken.random(Preamble.SECRET_LENGTH);
        List<SocketChannel> data = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            data.add(send(server, Preamble.Join.of(i, session, secret).encode()));
        }
        SocketChannel control = send(server, open(streams, maxStreams, session, secret).encode());
        OpenReply answer = answer(control);
        if (answer.status() != OpenReply.Status.READY) {
            throw new IOException(answer.toString());
        }
        return new RawSession(control, data);
    }

    static Preamble.Open open(int streams, HandshakeToken session, HandshakeToken secret) {
        return open(streams, streams, session, secret);
    }

    private static Preamble.Open open(
            int streams, int maxStreams, HandshakeToken session, HandshakeToken secret) {
        return new Preamble.Open(streams, maxStreams, session, secret, 64,
                WireFormat.PAYLOAD_LENGTH);
    }

    static SocketChannel send(SocketAddress server, ByteBuffer bytes) throws IOException {
        SocketChannel channel = SocketChannel.open(server);
        channel.write(bytes);
        return channel;
    }

    static OpenReply answer(SocketChannel control) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(OpenReply.LENGTH);
        new TcpChannel(control).readFully(buffer);
        return OpenReply.decode(buffer.flip());
    }

    /** A data frame's 12 bytes and so many bytes of payload. */
    public static ByteBuffer frame(int type, int length, long number, int payloadLength) {
        return ByteBuffer.allocate(SubPacketHeader.LENGTH + payloadLength)
                .putInt(type << 24 | length)
                .putLong(number)
                .clear();
    }

    /** The next frame on the control channel. */
    ControlFrame heard() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(ControlFrame.LENGTH);
        new TcpChannel(control).readFully(buffer);
        return ControlFrame.decode(buffer.flip());
    }

    @Override
    public void close() throws IOException {
        control.close();
        for (SocketChannel channel : data) {
            channel.close();
        }
    }
}
