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

/** Bare channels of a connecting side, for a peer that breaks the protocol. */
public record RawSession(SocketChannel control, List<SocketChannel> data) implements AutoCloseable {
    static RawSession connect(SocketAddress server, int streams) throws IOException {
        return connect(server, streams, streams);
    }

    /** Connects as a peer that would open more streams, up to {@code maxStreams}. */
    static RawSession connect(SocketAddress server, int streams, int maxStreams)
            throws IOException {
        HandshakeToken session = HandshakeToken.random(Preamble.SESSION_LENGTH);
        HandshakeToken secret = HandshakeToken.random(Preamble.SECRET_LENGTH);
        List<SocketChannel> data = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            data.add(send(server, Preamble.Join.of(i, session, secret).encode()));
        }
        SocketChannel control = send(server, open(streams, maxStreams, session, secret).encode());
        OpenReply reply = readReply(control);
        if (reply.status() != OpenReply.Status.READY) {
            throw new IOException(reply.toString());
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

    static OpenReply readReply(SocketChannel control) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(OpenReply.LENGTH);
        new TcpChannel(control).readFully(buffer);
        return OpenReply.decode(buffer.flip());
    }

    /** A frame header and so many bytes of payload, whatever the header says. */
    public static ByteBuffer frame(int type, int length, long number, int payloadLength) {
        return ByteBuffer.allocate(SubPacketHeader.LENGTH + payloadLength)
                .putInt(type << 24 | length)
                .putLong(number)
                .clear();
    }

    /** Reads the next frame of the control channel. */
    ControlFrame readControlFrame() throws IOException {
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
