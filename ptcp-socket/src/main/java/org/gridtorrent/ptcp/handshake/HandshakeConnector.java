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
 * The connecting side's handshake: two round trips, whatever the number of streams.
 *
 * <p>All TCP connections are opened at once and each sends its preamble; the answer on the control
 * channel opens the session. Data channels take their place in it when they come, so one that is late
 * holds up nobody. Afterwards it opens those that the session wants more.
 */
public final class HandshakeConnector implements DataChannelOpener {
    private final InetSocketAddress target;
    private final @Nullable InetSocketAddress local;
    private final SessionConfig config;
    private final TcpOptions tcpOptions;
    private final SessionTimeouts timeouts;
    private final ChannelFactory channels;
    private final Deadline deadline;
    private final HandshakeToken session = HandshakeToken.random(Preamble.SESSION_LENGTH);
    private final HandshakeToken secret = HandshakeToken.random(Preamble.SECRET_LENGTH);
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Session established;
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

    /** The session, whose threads run. */
    public Session connect() throws IOException {
        try {
            SocketChannel first = tcp(local);
            List<Arrival> arrivals = new ArrayList<>();
            for (int i = 0; i < config.streams(); i++) {
                arrivals.add(new Arrival(i));
            }
            try (Deadline.Watchdog _ = deadline.watch(first)) {
                Session made = establish(first);
                established = made;
                int streams = made.initialStreams();
                arrivals.subList(0, streams).forEach(arrival -> arrival.meet(made));
                arrivals.subList(streams, arrivals.size()).forEach(Arrival::refuse);
                if (abandoned) {
                    throw new SocketTimeoutException("no time left to connect");
                }
                made.start();
                return made;
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

    /** Closes whatever is being opened, and the session if there is one already. */
    public void abandon() {
        abandoned = true;
        open.forEach(channel -> Channel.close(channel, true));
        Session made = established;
        if (made != null) {
            made.abort();
        }
    }

    private Session establish(SocketChannel first) throws IOException {
        Channel control = greet(first, deadline, new Preamble.Open(config.streams(),
                config.maxStreams(), session, secret, config.firstWindow(),
                WireFormat.PAYLOAD_LENGTH));
        long asked = System.nanoTime();
        OpenReply answer = answer(control);
        Duration roundTrip = Duration.ofNanos(System.nanoTime() - asked);
        int streams = Math.min(config.streams(), answer.maxStreams());
        open.remove(first);
        return new Session(control, new SessionParameters(streams, answer.maxStreams(),
                answer.window(), answer.payloadLength(), roundTrip), config, tcpOptions, timeouts,
                this, () -> {});
    }

    @Override
    public Channel open(int stream, Duration timeout) throws IOException {
        Channel channel = join(stream, Deadline.after(timeout));
        open.remove(channel.tcp());
        return channel;
    }

    private Channel join(int stream, Deadline by) throws IOException {
        InetSocketAddress from = local;
        // Only the control channel can have the port that was asked for.
        SocketChannel tcp = tcp(from == null
                ? null
                : new InetSocketAddress(from.getAddress(), 0));
        try (Deadline.Watchdog _ = by.watch(tcp)) {
            return greet(tcp, by, Preamble.Join.of(stream, session, secret));
        }
    }

    private SocketChannel tcp(@Nullable InetSocketAddress from) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            tcpOptions.applyTo(channel);
            if (from != null) {
                channel.bind(from);
            }
            open.add(channel);
            if (abandoned) {
                throw new SocketTimeoutException("no time left to connect");
            }
            return channel;
        } catch (IOException e) {
            Channel.close(channel, true);
            open.remove(channel);
            throw e;
        }
    }

    private Channel greet(SocketChannel tcp, Deadline by, Preamble preamble) throws IOException {
        boolean greeted = false;
        try {
            tcp.socket().connect(target, by.millisLeft("connect to " + target));
            Channel channel = secured(tcp);
            say(channel, preamble);
            greeted = true;
            return channel;
        } finally {
            if (!greeted) {
                Channel.close(tcp, true);
                open.remove(tcp);
            }
        }
    }

    /** A refused TLS 1.3 client learns it only now, or when it reads, whichever the alert is ahead of. */
    private void say(Channel channel, Preamble preamble) throws IOException {
        try {
            channel.write(preamble.encode());
        } catch (IOException e) {
            throw channel.tls().isPresent() ? endedUnderTls(e) : e;
        }
    }

    private SSLException endedUnderTls(IOException cause) {
        return noTls(
                target + " ended the TLS connection without an answer; does it trust this side's"
                        + " certificate? " + cause.getMessage(),
                cause);
    }

    private Channel secured(SocketChannel tcp) throws IOException {
        try {
            return channels.open(tcp, target);
        } catch (SSLHandshakeException e) {
            throw e;
        } catch (IOException e) {
            throw noTls("no TLS handshake with " + target + ", does it expect TLS? "
                    + e.getMessage(), e);
        }
    }

    private static SSLException noTls(String what, IOException cause) {
        return new SSLHandshakeException(what, cause);
    }

    private OpenReply answer(Channel control) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(OpenReply.LENGTH);
        try {
            control.readFully(buffer);
        } catch (IOException e) {
            if (deadline.nanosLeft() == 0) {
                // It was this side that closed it.
                throw e;
            }
            if (control.tls().isPresent()) {
                throw endedUnderTls(e);
            }
            if (buffer.position() < Integer.BYTES || buffer.getInt(0) != WireFormat.MAGIC) {
                throw notPtcp(
                        ", or expects TLS, or has more connections at once than it can look at:"
                                + " it ended this one without an answer",
                        e);
            }
            throw e;
        }
        if (buffer.getInt(0) != WireFormat.MAGIC) {
            throw notPtcp(": it answered with something else", null);
        }
        OpenReply answer = OpenReply.decode(buffer.flip());
        if (answer.status() == OpenReply.Status.BUSY) {
            throw new ConnectException(target + " takes no more connections at the moment: as many"
                    + " as its backlog holds wait to be accepted; try again");
        }
        if (answer.status() != OpenReply.Status.READY) {
            throw new ConnectException(target + " refused the PTCP session: " + answer.status());
        }
        return answer;
    }

    private SocketTimeoutException timeout(IOException cause) {
        var timeout = new SocketTimeoutException(
                target + " did not answer in time: is it a PTCP server?");
        timeout.initCause(cause);
        return timeout;
    }

    private ConnectException notPtcp(String what, @Nullable IOException cause) {
        var exception = new ConnectException(target + " is not a PTCP server" + what);
        exception.initCause(cause);
        return exception;
    }

    /** A data channel that is being opened while the session is; whichever is later meets the other. */
    private final class Arrival {
        private final int stream;
        private final CompletableFuture<Optional<Channel>> outcome = new CompletableFuture<>();

        Arrival(int stream) {
            this.stream = stream;
            Thread.ofVirtual().name("ptcp-join-" + stream).start(() -> {
                try {
                    outcome.complete(Optional.of(join(stream, deadline)));
                } catch (IOException | RuntimeException | Error e) {
                    outcome.complete(Optional.empty());
                }
            });
        }

        void meet(Session session) {
            var _ = outcome.thenAccept(channel -> {
                channel.ifPresent(joined -> open.remove(joined.tcp()));
                session.initialChannel(stream, channel);
            });
        }

        /** The peer takes fewer. */
        void refuse() {
            var _ = outcome.thenAccept(channel -> channel.ifPresent(joined -> {
                open.remove(joined.tcp());
                joined.close(true);
            }));
        }
    }
}
