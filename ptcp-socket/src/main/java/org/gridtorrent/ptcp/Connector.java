package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The connecting side's handshake: two round trips, whatever the number of streams.
 *
 * <p>All TCP connections are opened at once, each sends its preamble, and the answer on the control
 * channel comes when the peer has them all.
 */
final class Connector {
    private final InetSocketAddress target;
    private final @Nullable InetSocketAddress local;
    private final PTCPOptions options;
    private final StreamOptions streamOptions;
    private final Deadline deadline;
    private final Token session = Token.random(Preamble.SESSION_LENGTH);
    private final Token secret = Token.random(Preamble.SECRET_LENGTH);
    private final List<SocketChannel> channels = new ArrayList<>();

    Connector(
            InetSocketAddress target,
            @Nullable InetSocketAddress local,
            PTCPOptions options,
            StreamOptions streamOptions,
            Duration timeout) {
        this.target = target;
        this.local = local;
        this.options = options;
        this.streamOptions = streamOptions;
        this.deadline = Deadline.in(timeout);
    }

    /** Makes the channels; apart from connecting, so that they can be closed from another thread. */
    List<SocketChannel> open() throws IOException {
        try {
            for (int i = 0; i <= options.streams(); i++) {
                channels.add(SocketChannel.open());
                prepare(channels.get(i), i == 0);
            }
            return List.copyOf(channels);
        } catch (IOException e) {
            abandon();
            throw e;
        }
    }

    private void prepare(SocketChannel channel, boolean isControl) throws IOException {
        streamOptions.applyTo(channel);
        InetSocketAddress from = local;
        if (from != null) {
            // Only one channel can have the port that was asked for.
            InetAddress address = from.getAddress();
            channel.bind(isControl ? from : new InetSocketAddress(address, 0));
        }
    }

    Session connect() throws IOException {
        try {
            List<CompletableFuture<@Nullable Void>> joins = new ArrayList<>();
            for (int i = 0; i < options.streams(); i++) {
                Preamble join = Preamble.Join.of(i, session, secret);
                SocketChannel channel = channels.get(i + 1);
                joins.add(inBackground(() -> greet(channel, join)));
            }
            SocketChannel control = channels.getFirst();
            int window = options.receiveWindow();
            greet(
                    control,
                    new Preamble.Open(
                            options.streams(), session, secret, window, Wire.PAYLOAD_LENGTH));
            Answer answer = answer(control);
            requireJoined(joins);
            Session.Terms terms = new Session.Terms(window, answer.window(),
                    answer.payloadLength());
            return new Session(control, channels.subList(1, channels.size()), terms);
        } catch (IOException e) {
            abandon();
            throw e;
        }
    }

    /** Closes whatever there is. */
    void abandon() {
        channels.forEach(channel -> Session.closeChannel(channel, true));
    }

    private void greet(SocketChannel channel, Preamble preamble) throws IOException {
        channel.socket().connect(target, deadline.millisLeft("connect to " + target));
        ByteBuffer buffer = preamble.encode();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private Answer answer(SocketChannel control) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Answer.LENGTH);
        try {
            Handshakes.read(control, buffer, deadline);
        } catch (SocketTimeoutException e) {
            throw timeout(e);
        } catch (IOException e) {
            if (buffer.position() < Integer.BYTES || buffer.getInt(0) != Wire.MAGIC) {
                throw notPtcp("it closed the connection", e);
            }
            throw e;
        }
        if (buffer.getInt(0) != Wire.MAGIC) {
            throw notPtcp("it answered with something else", null);
        }
        Answer answer = Answer.decode(buffer.flip());
        if (answer.status() != Answer.Status.READY) {
            throw new ConnectException(target + " refused the PTCP session: " + answer.status());
        }
        if (answer.streams() != options.streams()) {
            throw new ProtocolException(
                    "asked for " + options.streams() + " streams, got " + answer);
        }
        return answer;
    }

    private SocketTimeoutException timeout(SocketTimeoutException cause) {
        var timeout = new SocketTimeoutException(
                target + " did not answer in time: is it a PTCP server?");
        timeout.initCause(cause);
        return timeout;
    }

    private ConnectException notPtcp(String what, @Nullable IOException cause) {
        var exception = new ConnectException(target + " is not a PTCP server: " + what);
        exception.initCause(cause);
        return exception;
    }

    private interface Step {
        void run() throws IOException;
    }

    private static CompletableFuture<@Nullable Void> inBackground(Step step) {
        CompletableFuture<@Nullable Void> future = new CompletableFuture<>();
        Thread.ofVirtual().name("ptcp-join").start(() -> {
            try {
                step.run();
                future.complete(null);
            } catch (IOException e) {
                future.completeExceptionally(e);
            }
        });
        return future;
    }

    private static void requireJoined(List<CompletableFuture<@Nullable Void>> joins)
            throws IOException {
        for (CompletableFuture<@Nullable Void> join : joins) {
            try {
                join.get();
            } catch (ExecutionException e) {
                throw new ConnectException("a data channel failed: " + e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Waiting.InterruptedSocketException();
            }
        }
    }
}
