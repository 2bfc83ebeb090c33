package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sorts accepted TCP connections: control channels, data channels, plain sockets, those to be dropped.
 *
 * <p>Each connection has a virtual thread and one deadline until it is sorted, so a silent one blocks
 * nobody; a crowd of them cannot keep out those who speak ({@link Unsorted}). A data channel that comes
 * before its session waits for it.
 */
final class Greeter {
    private final PTCPOptions options;
    private final Timing timing;
    private final ReadyQueue ready;
    private final Channels channels;
    private final Unsorted unsorted;
    private final ConcurrentMap<Token, CompletableFuture<Admission>> sessions = new ConcurrentHashMap<>();
    private volatile boolean acceptPlain;

    Greeter(PTCPOptions options, Timing timing, Duration handshakeDeadline, ReadyQueue ready) {
        this.options = options;
        this.timing = timing;
        this.ready = ready;
        channels = new Channels(options.tls(), false);
        unsorted = new Unsorted(handshakeDeadline);
    }

    void acceptPlain(boolean accept) {
        acceptPlain = accept;
    }

    /** Takes over a connection that was just accepted; returns at once. */
    void greet(SocketChannel tcp) {
        Deadline deadline = unsorted.add(tcp);
        Thread.ofVirtual().name("ptcp-greeter").start(() -> {
            boolean kept = false;
            try {
                kept = sort(tcp, deadline);
            } catch (IOException | InterruptedException e) {
                // Whatever it was, it did not become a connection; it is dropped without a word.
            } finally {
                unsorted.remove(tcp);
                if (!kept) {
                    Channel.close(tcp, false);
                }
            }
        });
    }

    /** Drops all that are still being sorted. */
    void close() {
        unsorted.close();
    }

    /** True when somebody owns the channel now. */
    private boolean sort(SocketChannel tcp, Deadline deadline)
            throws IOException, InterruptedException {
        Channel channel = channels.over(tcp, (InetSocketAddress) tcp.getRemoteAddress());
        ByteBuffer buffer = ByteBuffer.allocate(Preamble.LENGTH);
        if (!readMagic(channel, buffer)) {
            byte[] consumed = Arrays.copyOf(buffer.array(), buffer.position());
            return acceptPlain && ready.offer(new PlainSocket(channel.socket(), consumed));
        }
        buffer.limit(Integer.BYTES + 1);
        Handshakes.read(channel, buffer);
        if (buffer.get(Integer.BYTES) != Wire.VERSION) {
            return refuse(channel, Answer.Status.UNSUPPORTED_VERSION);
        }
        buffer.limit(Preamble.LENGTH);
        Handshakes.read(channel, buffer);
        try {
            return switch (Preamble.decode(buffer.flip())) {
                case Preamble.Open open -> open(open, channel);
                case Preamble.Join join -> join(join, channel, deadline);
            };
        } catch (ProtocolException e) {
            return refuse(channel, Answer.Status.BAD_REQUEST);
        }
    }

    /** Reads byte by byte, no further than it takes to know; false if it is not PTCP's magic. */
    private static boolean readMagic(Channel channel, ByteBuffer buffer) throws IOException {
        for (int i = 0; i < Integer.BYTES; i++) {
            buffer.limit(i + 1);
            Handshakes.read(channel, buffer);
            byte expected = (byte) (Wire.MAGIC >>> (24 - 8 * i));
            if (buffer.get(i) != expected) {
                return false;
            }
        }
        return true;
    }

    private boolean open(Preamble.Open open, Channel control) throws IOException {
        CompletableFuture<Admission> place = place(open.session());
        Session.Terms terms = new Session.Terms(open.streams(), open.maxStreams(), open.window(),
                open.payloadLength(), Duration.ZERO);
        Session session = new Session(control, terms, options, new StreamOptions(), timing, null,
                () -> sessions.remove(open.session(), place));
        if (!place.complete(new Admission(session, open.secret()))) {
            return refuse(control, Answer.Status.BAD_REQUEST);
        }
        // From here on it is the session's: closing the greeter must not cut it.
        unsorted.remove(control.tcp());
        try {
            control.write(new Answer(Answer.Status.READY, Wire.MAX_STREAMS, options.firstWindow(),
                    Wire.PAYLOAD_LENGTH).encode());
            PTCPSocket socket = new PTCPSocket(session);
            if (!ready.offer(socket)) {
                socket.close();
            }
        } catch (IOException e) {
            // Data channels may have joined it by now.
            session.abort();
        }
        return true;
    }

    private boolean join(Preamble.Join join, Channel channel, Deadline deadline)
            throws IOException, InterruptedException {
        CompletableFuture<Admission> place = place(join.session());
        try {
            Admission admission = place.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
            unsorted.remove(channel.tcp());
            return admission.admit(join, channel);
        } catch (TimeoutException e) {
            if (!place.isDone()) {
                sessions.remove(join.session(), place);
            }
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a place is only ever taken", e);
        }
    }

    private CompletableFuture<Admission> place(Token session) {
        return sessions.computeIfAbsent(session, id -> new CompletableFuture<>());
    }

    private static boolean refuse(Channel channel, Answer.Status status) throws IOException {
        channel.write(Answer.refusal(status).encode());
        return false;
    }
}
