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
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.net.TcpOptions;
import org.gridtorrent.ptcp.net.TimedWait;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.Session;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.gridtorrent.ptcp.session.SessionParameters;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.Nullable;

/**
 * Handshake of the accepting side: finds out what each accepted TCP connection is.
 *
 * <p>A connection becomes a control channel, a data channel or a plain socket, or is closed. A data channel whose
 * session does not exist yet waits for it. A session is answered only when the accept queue has room for it.
 *
 * <p>Each connection has a virtual thread and one deadline until its handshake ends, so a silent one blocks no
 * other. {@link PendingHandshakes} limits how many there are. Thread-safe.
 */
public final class HandshakeAcceptor {
    private final SessionConfig config;
    private final ChannelFactory channels;
    private final SessionTimeouts timeouts;
    private final AcceptQueue acceptQueue;
    private final PendingHandshakes pending;

    /** Apart from {@code pending}: the data channels of a session, which wait for it, would push it out. */
    private final PendingHandshakes waitingForRoom;
    private final SessionRegistry registry = new SessionRegistry();
    private volatile boolean acceptPlain;

    /**
     * Handshakes of one server socket.
     *
     * @param backlog connections that may wait for {@link #take}
     */
    public HandshakeAcceptor(
            SessionConfig config,
            ChannelFactory channels,
            SessionTimeouts timeouts,
            Duration handshakeDeadline,
            int backlog) {
        this.config = config;
        this.channels = channels;
        this.timeouts = timeouts;
        acceptQueue = new AcceptQueue(backlog);
        pending = new PendingHandshakes(handshakeDeadline, PendingHandshakes.MAX, false);
        waitingForRoom = new PendingHandshakes(handshakeDeadline, PendingHandshakes.MAX, true);
    }

    /** Waits for the next connection whose handshake is complete; {@link TimedWait#FOREVER} for no limit. */
    public AcceptedConnection take(long timeoutNanos) throws IOException {
        return acceptQueue.take(timeoutNanos);
    }

    /** Whether connections of other protocols go to the accept queue; otherwise they are closed. */
    public void acceptPlain(boolean accept) {
        acceptPlain = accept;
    }

    /** Begins the handshake of a connection that was just accepted; returns at once. */
    public void accept(SocketChannel tcp) {
        Thread thread = Thread.ofVirtual().name("ptcp-handshake").unstarted(() -> {
            boolean kept = false;
            try {
                kept = handshake(tcp);
            } catch (IOException | InterruptedException e) {
                // Not a valid connection: it is closed without an answer.
            } finally {
                pending.remove(tcp);
                waitingForRoom.remove(tcp);
                if (!kept) {
                    Channel.close(tcp, false);
                }
            }
        });
        pending.add(tcp, thread);
        thread.start();
    }

    /** Closes all connections that were not taken. */
    public void close() {
        pending.close();
        waitingForRoom.close();
        acceptQueue.close();
    }

    /** Returns whether the channel has a new owner; otherwise the caller closes it. */
    private boolean handshake(SocketChannel tcp) throws IOException, InterruptedException {
        Channel channel = channels.open(tcp, (InetSocketAddress) tcp.getRemoteAddress());
        ByteBuffer buffer = ByteBuffer.allocate(Preamble.LENGTH);
        if (!readMagic(channel, buffer)) {
            return acceptPlain && offerPlain(channel, new ByteArrayInputStream(
                    buffer.array(), 0, buffer.position()));
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

    /** Reads byte by byte until one differs from the magic; false if one does, or the end comes within it. */
    private static boolean readMagic(Channel channel, ByteBuffer buffer) throws IOException {
        for (int i = 0; i < Integer.BYTES; i++) {
            buffer.limit(i + 1);
            if (channel.read(buffer) < 0) {
                if (i == 0) {
                    throw new EOFException("closed without a byte");
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

    private boolean offerPlain(Channel channel, ByteArrayInputStream firstBytes)
            throws IOException {
        boolean kept = false;
        try (AcceptQueue.Slot slot = reserveSlot(channel.tcp())) {
            // Nagle's delay is on unless the application turns it off, as on any socket.
            channel.tcp().setOption(StandardSocketOptions.TCP_NODELAY, false);
            kept = slot != null && slot.offer(new AcceptedConnection.Plain(channel, firstBytes));
        } finally {
            if (!kept) {
                // The client must not take this for an empty answer.
                channel.close(true);
            }
        }
        return kept;
    }

    private boolean open(Preamble.Open open, Channel control) throws IOException {
        try (AcceptQueue.Slot slot = reserveSlot(control.tcp())) {
            return slot == null
                    ? refuse(control, OpenReply.Status.BUSY)
                    : open(open, control, slot);
        }
    }

    /** Waits for room in the accept queue; null when there is none in time, or the queue is closed. */
    private AcceptQueue.@Nullable Slot reserveSlot(SocketChannel tcp) {
        if (!pending.remove(tcp)) {
            return null;
        }
        waitingForRoom.add(tcp, Thread.currentThread());
        AcceptQueue.@Nullable Slot slot;
        try {
            slot = acceptQueue.reserve();
        } catch (InterruptedException e) {
            return null;
        }
        if (slot == null || waitingForRoom.remove(tcp)) {
            return slot;
        }
        // The deadline passed at this moment; the interrupt must not hit the refusal.
        Thread.interrupted();
        slot.close();
        return null;
    }

    /** Opens the session, which owns the channel from now on: {@link #close} does not affect it. */
    private boolean open(Preamble.Open open, Channel control, AcceptQueue.Slot slot)
            throws IOException {
        SessionParameters agreed = new SessionParameters(open.streams(), open.maxStreams(),
                open.window(), open.payloadLength(), Duration.ZERO);
        Session session = new Session(control, agreed, config, new TcpOptions(), timeouts, null,
                () -> registry.remove(open.session()));
        if (!registry.register(open.session(), new JoinAuthenticator(session, open.secret()))) {
            return refuse(control, OpenReply.Status.BAD_REQUEST);
        }
        boolean offered = false;
        try {
            control.write(OpenReply.ready(config.firstWindow()).encode());
            session.start();
            offered = slot.offer(new AcceptedConnection.Ptcp(session));
        } catch (IOException e) {
            // The peer has given up already.
        } finally {
            if (!offered) {
                // Data channels may have joined by now.
                session.abort();
            }
        }
        return true;
    }

    private boolean join(Preamble.Join join, Channel channel)
            throws IOException, InterruptedException {
        JoinAuthenticator authenticator = registry.await(join.session());
        return pending.remove(channel.tcp()) && authenticator.admit(join, channel);
    }

    private static boolean refuse(Channel channel, OpenReply.Status status) throws IOException {
        channel.write(OpenReply.refusal(status).encode());
        return false;
    }
}
