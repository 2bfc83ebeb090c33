package org.gridtorrent.ptcp.handshake;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.net.TcpOptions;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.Session;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.gridtorrent.ptcp.session.SessionParameters;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.Nullable;

/**
 * Sorts accepted TCP connections: control channels, data channels, plain sockets, those to be dropped.
 *
 * <p>Each connection has a virtual thread and one deadline until it is sorted, so a silent one blocks
 * nobody; a crowd of them cannot keep out those who speak ({@link PendingHandshakes}). A data channel that comes
 * before its session waits for it, and a session is answered only when there is room for it among those
 * that wait to be accepted.
 */
public final class HandshakeAcceptor {
    private final SessionConfig config;
    private final SessionTimeouts timeouts;
    private final AcceptQueue ready;
    private final ChannelFactory channels;
    private final PendingHandshakes unsorted;

    /** Apart from those: a session's data channels, which wait too, would push it out. */
    private final PendingHandshakes withoutRoom;
    private final SessionRegistry registry = new SessionRegistry();
    private volatile boolean acceptPlain;

    public HandshakeAcceptor(SessionConfig config, ChannelFactory channels,
            SessionTimeouts timeouts,
            Duration handshakeDeadline,
            AcceptQueue ready) {
        this.config = config;
        this.timeouts = timeouts;
        this.ready = ready;
        this.channels = channels;
        unsorted = new PendingHandshakes(handshakeDeadline, PendingHandshakes.MAX, false);
        withoutRoom = new PendingHandshakes(handshakeDeadline, PendingHandshakes.MAX, true);
    }

    public void acceptPlain(boolean accept) {
        acceptPlain = accept;
    }

    /** Takes over a connection that was just accepted; returns at once. */
    public void greet(SocketChannel tcp) {
        Thread greeter = Thread.ofVirtual().name("ptcp-greeter").unstarted(() -> {
            boolean kept = false;
            try {
                kept = sort(tcp);
            } catch (IOException | InterruptedException e) {
                // Whatever it was, it did not become a connection; it is dropped without a word.
            } finally {
                unsorted.remove(tcp);
                withoutRoom.remove(tcp);
                if (!kept) {
                    Channel.close(tcp, false);
                }
            }
        });
        unsorted.add(tcp, greeter);
        greeter.start();
    }

    /** Drops all that are still being sorted. */
    public void close() {
        unsorted.close();
        withoutRoom.close();
    }

    /** True when somebody owns the channel now. */
    private boolean sort(SocketChannel tcp) throws IOException, InterruptedException {
        Channel channel = channels.open(tcp, (InetSocketAddress) tcp.getRemoteAddress());
        ByteBuffer buffer = ByteBuffer.allocate(Preamble.LENGTH);
        if (!readMagic(channel, buffer)) {
            return acceptPlain
                    && plain(channel, Arrays.copyOf(buffer.array(), buffer.position()));
        }
        buffer.limit(Integer.BYTES + 1);
        channel.readFully(buffer);
        if (buffer.get(Integer.BYTES) != WireFormat.VERSION) {
            return refuse(channel, OpenReply.Status.UNSUPPORTED_VERSION);
        }
        buffer.limit(Preamble.LENGTH);
        channel.readFully(buffer);
        try {
            return switch (Preamble.decode(buffer.flip())) {
                case Preamble.Open open -> open(open, channel);
                case Preamble.Join join -> join(join, channel);
            };
        } catch (ProtocolException e) {
            return refuse(channel, OpenReply.Status.BAD_REQUEST);
        }
    }

    /**
     * Reads byte by byte, no further than it takes to know; false if it is not PTCP's magic, or ends
     * within it.
     */
    private static boolean readMagic(Channel channel, ByteBuffer buffer) throws IOException {
        for (int i = 0; i < Integer.BYTES; i++) {
            buffer.limit(i + 1);
            if (channel.read(buffer) < 0) {
                if (i == 0) {
                    throw new EOFException("closed without a word");
                }
                return false;
            }
            byte expected = (byte) (WireFormat.MAGIC >>> (24 - 8 * i));
            if (buffer.get(i) != expected) {
                return false;
            }
        }
        return true;
    }

    private boolean plain(Channel channel, byte[] consumed) throws IOException {
        boolean kept = false;
        try (AcceptQueue.Room room = reserve(channel.tcp())) {
            // Nagle's delay is on unless asked otherwise, as on any socket.
            channel.tcp().setOption(StandardSocketOptions.TCP_NODELAY, false);
            kept = room != null && room.offer(
                    new AcceptedConnection.Plain(channel, new ByteArrayInputStream(consumed)));
        } finally {
            if (!kept) {
                // Its client must not take this for an answer that is empty.
                channel.close(true);
            }
        }
        return kept;
    }

    private boolean open(Preamble.Open open, Channel control) throws IOException {
        try (AcceptQueue.Room room = reserve(control.tcp())) {
            return room == null
                    ? refuse(control, OpenReply.Status.BUSY)
                    : open(open, control, room);
        }
    }

    /** Waits for room among those to be accepted; null when there is none in time, or never will be. */
    private AcceptQueue.@Nullable Room reserve(SocketChannel tcp) {
        if (!unsorted.remove(tcp)) {
            return null;
        }
        withoutRoom.add(tcp, Thread.currentThread());
        AcceptQueue.@Nullable Room room;
        try {
            room = ready.reserve();
        } catch (InterruptedException e) {
            return null;
        }
        if (room == null || withoutRoom.remove(tcp)) {
            return room;
        }
        // It was dropped at the last moment; what is left to be said must not be interrupted.
        Thread.interrupted();
        room.close();
        return null;
    }

    /** From here on it is the session's: closing the greeter does not cut it. */
    private boolean open(Preamble.Open open, Channel control, AcceptQueue.Room room)
            throws IOException {
        SessionParameters terms = new SessionParameters(open.streams(), open.maxStreams(),
                open.window(),
                open.payloadLength(), Duration.ZERO);
        Session session = new Session(control, terms, config, new TcpOptions(), timeouts, null,
                () -> registry.free(open.session()));
        if (!registry.take(open.session(), new JoinAuthenticator(session, open.secret()))) {
            return refuse(control, OpenReply.Status.BAD_REQUEST);
        }
        boolean offered = false;
        try {
            control.write(
                    new OpenReply(OpenReply.Status.READY, WireFormat.MAX_STREAMS,
                            config.firstWindow(),
                            WireFormat.PAYLOAD_LENGTH).encode());
            session.start();
            offered = room.offer(new AcceptedConnection.Ptcp(session));
        } catch (IOException e) {
            // The peer has given up already.
        } finally {
            if (!offered) {
                // Data channels may have joined it by now.
                session.abort();
            }
        }
        return true;
    }

    private boolean join(Preamble.Join join, Channel channel)
            throws IOException, InterruptedException {
        JoinAuthenticator authenticator = registry.await(join.session());
        return unsorted.remove(channel.tcp()) && authenticator.admit(join, channel);
    }

    private static boolean refuse(Channel channel, OpenReply.Status status) throws IOException {
        channel.write(OpenReply.refusal(status).encode());
        return false;
    }
}
