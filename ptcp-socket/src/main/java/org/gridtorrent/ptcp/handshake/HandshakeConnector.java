package org.gridtorrent.ptcp.handshake;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.net.Deadline;
import org.gridtorrent.ptcp.net.TcpOptions;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.DataChannelOpener;
import org.gridtorrent.ptcp.session.Session;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.gridtorrent.ptcp.session.SessionFailure;
import org.gridtorrent.ptcp.session.SessionParameters;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.Nullable;

/**
 * Handshake of the connecting side: two round trips, for any number of streams.
 *
 * <p>It opens all TCP connections at once and sends a preamble on each. The reply on the control channel opens the
 * session. Data channels join when they come, so a late one delays nothing. Later it opens the additional data
 * channels that the session asks for.
 *
 * <p>Each data channel is opened by a virtual thread. {@link #abandon} may be called from any thread.
 */
public final class HandshakeConnector implements DataChannelOpener {
    private final InetSocketAddress target;
    private final @Nullable InetSocketAddress local;
    private final SessionConfig config;
    private final TcpOptions tcpOptions;
    private final SessionTimeouts timeouts;
    private final ChannelFactory channels;
    private final Deadline deadline;
    private final HandshakeToken sessionId = HandshakeToken.random(Preamble.SESSION_LENGTH);
    private final HandshakeToken secret = HandshakeToken.random(Preamble.SECRET_LENGTH);
    private final Set<SocketChannel> connecting = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Session session;
    private volatile boolean abandoned;

    public HandshakeConnector(
            InetSocketAddress target,
            @Nullable InetSocketAddress local,
            SessionConfig config,
            ChannelFactory channels,
            TcpOptions tcpOptions,
            SessionTimeouts timeouts,
            Duration timeout) {
        this.target = target;
        this.local = local;
        this.config = config;
        this.tcpOptions = tcpOptions;
        this.timeouts = timeouts;
        this.channels = channels;
        this.deadline = Deadline.after(timeout);
    }

    /** Opens the session and starts its threads. */
    public Session connect() throws IOException {
        try {
            SocketChannel controlTcp = newSocket(local);
            List<InitialJoin> joins = new ArrayList<>();
            for (int i = 0; i < config.streams(); i++) {
                joins.add(new InitialJoin(i));
            }
            try (Deadline.Watchdog _ = deadline.watch(controlTcp)) {
                Session opened = openSession(controlTcp);
                session = opened;
                int streams = opened.initialStreams();
                joins.subList(0, streams).forEach(join -> join.attachTo(opened));
                joins.subList(streams, joins.size()).forEach(InitialJoin::discard);
                if (abandoned) {
                    throw new SocketTimeoutException("no time left to connect");
                }
                opened.start();
                return opened;
            }
        } catch (IOException e) {
            abandon();
            throw deadline.nanosLeft() == 0 ? timeout(e) : e;
        } catch (RuntimeException e) {
            abandon();
            throw e;
        } catch (OutOfMemoryError e) {
            abandon();
            throw new ConnectException(
                    target + " cannot be reached: " + SessionFailure.describe(e));
        }
    }

    /** Resets all connections that are being opened, and the session if it is open. */
    public void abandon() {
        abandoned = true;
        connecting.forEach(channel -> Channel.close(channel, true));
        Session opened = session;
        if (opened != null) {
            opened.abort();
        }
    }

    private Session openSession(SocketChannel tcp) throws IOException {
        Channel control = connect(tcp, deadline, new Preamble.Open(config.streams(),
                config.maxStreams(), sessionId, secret, config.firstWindow(),
                WireFormat.PAYLOAD_LENGTH));
        long askedNanos = System.nanoTime();
        OpenReply reply = readReply(control);
        Duration roundTrip = Duration.ofNanos(System.nanoTime() - askedNanos);
        int streams = Math.min(config.streams(), reply.maxStreams());
        connecting.remove(tcp);
        return new Session(control, new SessionParameters(streams, reply.maxStreams(),
                reply.window(), reply.payloadLength(), roundTrip), config, tcpOptions, timeouts,
                this, () -> {});
    }

    @Override
    public Channel open(int stream, Duration timeout) throws IOException {
        Channel channel = join(stream, Deadline.after(timeout));
        connecting.remove(channel.tcp());
        return channel;
    }

    private Channel join(int stream, Deadline end) throws IOException {
        InetSocketAddress from = local;
        // Only the control channel has the local port that the application chose.
        SocketChannel tcp = newSocket(from == null
                ? null
                : new InetSocketAddress(from.getAddress(), 0));
        try (Deadline.Watchdog _ = end.watch(tcp)) {
            return connect(tcp, end, Preamble.Join.of(stream, sessionId, secret));
        }
    }

    private SocketChannel newSocket(@Nullable InetSocketAddress from) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            tcpOptions.applyTo(channel);
            if (from != null) {
                channel.bind(from);
            }
            connecting.add(channel);
            if (abandoned) {
                throw new SocketTimeoutException("no time left to connect");
            }
            return channel;
        } catch (IOException e) {
            Channel.close(channel, true);
            connecting.remove(channel);
            throw e;
        }
    }

    private Channel connect(SocketChannel tcp, Deadline end, Preamble preamble) throws IOException {
        boolean connected = false;
        try {
            tcp.socket().connect(target, end.millisLeft("connect to " + target));
            Channel channel = openChannel(tcp);
            send(preamble, channel);
            connected = true;
            return channel;
        } finally {
            if (!connected) {
                Channel.close(tcp, true);
                connecting.remove(tcp);
            }
        }
    }

    /** With TLS 1.3 a refused client learns it only when it writes this, or when it reads the reply. */
    private void send(Preamble preamble, Channel channel) throws IOException {
        try {
            channel.write(preamble.encode());
        } catch (IOException e) {
            throw channel.tls().isPresent() ? tlsEnded(e) : e;
        }
    }

    private SSLException tlsEnded(IOException cause) {
        return tlsFailure(
                target + " ended the TLS connection without an answer; does it trust this side's"
                        + " certificate? " + cause.getMessage(),
                cause);
    }

    private Channel openChannel(SocketChannel tcp) throws IOException {
        try {
            return channels.open(tcp, target);
        } catch (SSLHandshakeException e) {
            throw tlsFailure("no TLS handshake with " + target + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw tlsFailure("no TLS handshake with " + target + ", does it expect TLS? "
                    + e.getMessage(), e);
        }
    }

    private static SSLException tlsFailure(String message, IOException cause) {
        return new SSLHandshakeException(message, cause);
    }

    private OpenReply readReply(Channel control) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(OpenReply.LENGTH);
        try {
            control.readFully(buffer);
        } catch (IOException e) {
            if (deadline.nanosLeft() == 0) {
                // The watchdog closed it.
                throw e;
            }
            if (control.tls().isPresent()) {
                throw tlsEnded(e);
            }
            if (buffer.position() < Integer.BYTES || buffer.getInt(0) != WireFormat.MAGIC) {
                throw notPtcp(
                        ": it closed the connection without an answer; it may also expect TLS, or have"
                                + " too many connections",
                        e);
            }
            throw e;
        }
        if (buffer.getInt(0) != WireFormat.MAGIC) {
            throw notPtcp(": it answered with something else", null);
        }
        OpenReply reply = OpenReply.decode(buffer.flip());
        if (reply.status() == OpenReply.Status.BUSY) {
            throw new ConnectException(target + " takes no more connections at the moment: as many"
                    + " as its backlog holds wait to be accepted; try again");
        }
        if (reply.status() != OpenReply.Status.READY) {
            throw new ConnectException(target + " refused the PTCP session: " + reply.status());
        }
        return reply;
    }

    private SocketTimeoutException timeout(IOException cause) {
        var timeout = new SocketTimeoutException(
                target + " did not answer in time: is it a PTCP server?");
        timeout.initCause(cause);
        return timeout;
    }

    private ConnectException notPtcp(String detail, @Nullable IOException cause) {
        var exception = new ConnectException(target + " is not a PTCP server" + detail);
        exception.initCause(cause);
        return exception;
    }

    /** Data channel that is being opened at the same time as the session; either may be ready first. */
    private final class InitialJoin {
        private final int stream;
        private final CompletableFuture<Optional<Channel>> outcome = new CompletableFuture<>();

        InitialJoin(int stream) {
            this.stream = stream;
            Thread.ofVirtual().name("ptcp-join-" + stream).start(() -> {
                try {
                    outcome.complete(Optional.of(join(stream, deadline)));
                } catch (IOException | RuntimeException | Error e) {
                    outcome.complete(Optional.empty());
                }
            });
        }

        void attachTo(Session opened) {
            var _ = outcome.thenAccept(channel -> {
                channel.ifPresent(joined -> connecting.remove(joined.tcp()));
                opened.initialChannel(stream, channel);
            });
        }

        /** Closes the channel: the peer takes fewer streams. */
        void discard() {
            var _ = outcome.thenAccept(channel -> channel.ifPresent(joined -> {
                connecting.remove(joined.tcp());
                joined.close(true);
            }));
        }
    }
}
