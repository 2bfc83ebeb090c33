package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Sorts accepted TCP connections: into sessions, plain sockets, and those to be dropped.
 *
 * <p>Each connection has a virtual thread and one deadline until it is sorted, so a silent one blocks
 * nobody. At most {@value #MAX_UNSORTED} are being sorted; one more pushes out the oldest, so that a
 * crowd of silent ones cannot keep out those who speak.
 */
final class Greeter {
    static final int MAX_UNSORTED = 1024;

    private final PTCPOptions options;
    private final Duration handshakeDeadline;
    private final ReadyQueue ready;
    private final Set<SocketChannel> unsorted = new LinkedHashSet<>();
    private final ConcurrentMap<Token, Rendezvous> sessions = new ConcurrentHashMap<>();
    private volatile boolean acceptPlain;

    Greeter(PTCPOptions options, Duration handshakeDeadline, ReadyQueue ready) {
        this.options = options;
        this.handshakeDeadline = handshakeDeadline;
        this.ready = ready;
    }

    void acceptPlain(boolean accept) {
        acceptPlain = accept;
    }

    /** Takes over a connection that was just accepted; returns at once. */
    void greet(SocketChannel channel) {
        SocketChannel pushedOut = add(channel);
        if (pushedOut != null) {
            Session.closeChannel(pushedOut, true);
        }
        Deadline deadline = Deadline.in(handshakeDeadline);
        Thread.ofVirtual().name("ptcp-greeter").start(() -> {
            boolean kept = false;
            try {
                kept = sort(channel, deadline);
            } catch (IOException | InterruptedException e) {
                // Whatever it was, it did not become a connection; it is dropped without a word.
            } finally {
                remove(channel);
                if (!kept) {
                    Session.closeChannel(channel, false);
                }
            }
        });
    }

    private @Nullable SocketChannel add(SocketChannel channel) {
        synchronized (unsorted) {
            SocketChannel oldest = null;
            if (unsorted.size() == MAX_UNSORTED) {
                oldest = unsorted.iterator().next();
                unsorted.remove(oldest);
            }
            unsorted.add(channel);
            return oldest;
        }
    }

    private void remove(SocketChannel channel) {
        synchronized (unsorted) {
            unsorted.remove(channel);
        }
    }

    /** Drops all that are still being sorted. */
    void close() {
        synchronized (unsorted) {
            unsorted.forEach(channel -> Session.closeChannel(channel, false));
        }
    }

    /** True when somebody owns the channel now. */
    private boolean sort(SocketChannel channel, Deadline deadline)
            throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(Preamble.LENGTH);
        if (!readMagic(channel, buffer, deadline)) {
            byte[] consumed = Arrays.copyOf(buffer.array(), buffer.position());
            return acceptPlain && ready.offer(new PlainSocket(channel.socket(), consumed));
        }
        buffer.limit(Integer.BYTES + 1);
        Handshakes.read(channel, buffer, deadline);
        if (buffer.get(Integer.BYTES) != Wire.VERSION) {
            return refuse(channel, Answer.Status.UNSUPPORTED_VERSION);
        }
        buffer.limit(Preamble.LENGTH);
        Handshakes.read(channel, buffer, deadline);
        try {
            return switch (Preamble.decode(buffer.flip())) {
                case Preamble.Open open -> open(open, channel, deadline);
                case Preamble.Join join -> join(join, channel, deadline);
            };
        } catch (ProtocolException e) {
            return refuse(channel, Answer.Status.BAD_REQUEST);
        }
    }

    /** Reads byte by byte, no further than it takes to know; false if it is not PTCP's magic. */
    private static boolean readMagic(SocketChannel channel, ByteBuffer buffer, Deadline deadline)
            throws IOException {
        for (int i = 0; i < Integer.BYTES; i++) {
            buffer.limit(i + 1);
            Handshakes.read(channel, buffer, deadline);
            byte expected = (byte) (Wire.MAGIC >>> (24 - 8 * i));
            if (buffer.get(i) != expected) {
                return false;
            }
        }
        return true;
    }

    private boolean open(Preamble.Open open, SocketChannel channel, Deadline deadline)
            throws IOException, InterruptedException {
        Rendezvous rendezvous = rendezvous(open.session());
        if (!rendezvous.open(open)) {
            return refuse(channel, Answer.Status.BAD_REQUEST);
        }
        List<SocketChannel> data = rendezvous.awaitAll(deadline);
        sessions.remove(open.session(), rendezvous);
        boolean established = false;
        try {
            established = data.size() == open.streams()
                    ? establish(open, channel, data)
                    : refuse(channel, Answer.Status.INCOMPLETE);
        } finally {
            if (!established) {
                data.forEach(dropped -> Session.closeChannel(dropped, false));
            }
        }
        return established;
    }

    private boolean establish(Preamble.Open open, SocketChannel control, List<SocketChannel> data)
            throws IOException {
        Session session = new Session(
                control,
                data,
                new Session.Terms(options.receiveWindow(), open.window(), open.payloadLength()));
        // From the answer on they are the session's: closing the greeter must not cut one of them.
        remove(control);
        data.forEach(this::remove);
        Answer answer = new Answer(
                Answer.Status.READY, data.size(), options.receiveWindow(), Wire.PAYLOAD_LENGTH);
        write(control, answer.encode());
        Socket socket = new PTCPSocket(session);
        if (!ready.offer(socket)) {
            socket.close();
        }
        return true;
    }

    private boolean join(Preamble.Join join, SocketChannel channel, Deadline deadline)
            throws InterruptedException {
        Rendezvous rendezvous = rendezvous(join.session());
        boolean joined = rendezvous.join(join, channel, deadline);
        if (!joined && deadline.nanosLeft() == 0) {
            sessions.remove(join.session(), rendezvous);
        }
        return joined;
    }

    private Rendezvous rendezvous(Token session) {
        return sessions.computeIfAbsent(session, id -> new Rendezvous());
    }

    private static boolean refuse(SocketChannel channel, Answer.Status status) throws IOException {
        write(channel, Answer.refusal(status).encode());
        return false;
    }

    private static void write(SocketChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
