package org.gridtorrent.ptcp.session;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSession;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.TcpOptions;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.stream.BufferPool;
import org.gridtorrent.ptcp.stream.Merger;
import org.gridtorrent.ptcp.stream.Splitter;
import org.jspecify.annotations.Nullable;

/**
 * Open PTCP connection: a control channel, data channels that come and go, and their threads.
 *
 * <p>Each channel has a virtual thread for either direction, and the {@link StreamSupervisor} has one. A session
 * ends cleanly after both sides sent CLOSE and confirmed everything. It breaks when the control channel is lost or
 * the peer violates the protocol. Then all channels are reset, so that the peer learns it at once, and both
 * applications get an exception. Thread-safe.
 */
public final class Session {
    private final Channel control;
    private final InetSocketAddress localAddress;
    private final InetSocketAddress peerAddress;
    private final int initialStreams;
    private final TcpOptions tcpOptions;
    private final SessionTimeouts timeouts;
    private final ControlSender controlSender;
    private final Splitter splitter;
    private final Merger merger;
    private final DataStreams streams;
    private final StreamSupervisor supervisor;
    private final KeepAlive keepAlive;
    private final CountDownLatch peerFinished = new CountDownLatch(1);
    private final AtomicBoolean outputEnded = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Runnable onEnd;
    private volatile boolean peerClosed;

    /**
     * @param agreed what both sides agreed on in the handshake
     * @param opener opens more data channels; only the connecting side has one
     * @param onEnd called once, when all channels are closed
     */
    public Session(
            Channel control,
            SessionParameters agreed,
            SessionConfig config,
            TcpOptions tcpOptions,
            SessionTimeouts timeouts,
            @Nullable DataChannelOpener opener,
            Runnable onEnd)
            throws IOException {
        this.control = control;
        localAddress = (InetSocketAddress) control.tcp().getLocalAddress();
        peerAddress = (InetSocketAddress) control.tcp().getRemoteAddress();
        this.initialStreams = agreed.streams();
        this.tcpOptions = tcpOptions;
        this.timeouts = timeouts;
        this.onEnd = onEnd;
        RttEstimator rtt = new RttEstimator(agreed.roundTrip());
        keepAlive = new KeepAlive(timeouts, rtt, System.nanoTime());
        controlSender = new ControlSender(control, rtt);
        splitter = new Splitter(BufferPool.SHARED, agreed.sendPayloadLength(),
                config.sendBuffers(), agreed.sendWindow(),
                limit -> controlSender.send(ControlFrame.Type.BLOCKED, limit), System::nanoTime);
        merger = new Merger(BufferPool.SHARED, config.firstWindow(), config.maxWindow(),
                limit -> controlSender.send(ControlFrame.Type.WINDOW, limit));
        streams = new DataStreams(splitter, merger, controlSender, this::streamEnded,
                cause -> fail("data channel", cause));
        supervisor = new StreamSupervisor(streams, splitter, controlSender, keepAlive, timeouts,
                opener, agreed, config.tunedMax(agreed), this::fail);
    }

    /** Starts the threads; called once. */
    public void start() {
        start("control-sender", controlSender::run);
        start("control-receiver", this::receiveControl);
        start("supervisor", supervisor::run);
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }

    private void start(String name, Task task) {
        Thread.ofVirtual().name("ptcp-" + name).start(() -> {
            try {
                task.run();
            } catch (IOException | InterruptedException e) {
                controlFailed(e);
            } catch (RuntimeException | Error e) {
                // Without this thread the session would hang without a reason.
                fail("thread '" + name + "'", e);
            }
        });
    }

    /** A lost control channel is a clean end if the peer has closed and everything has arrived. */
    private void controlFailed(Exception cause) {
        if (peerClosed && merger.isComplete()) {
            peerFinished();
        } else {
            fail("control channel", cause);
        }
    }

    /** Takes one of the channels that the handshake opens; empty if it could not be opened. */
    public void initialChannel(int stream, Optional<Channel> channel) {
        boolean added = channel.isPresent() && streams.add(stream, channel.get());
        if (!added) {
            channel.ifPresent(refused -> refused.close(true));
        }
        supervisor.openingFinished(added);
    }

    /** Takes a data channel that the peer opened; false if the session has no use for it. */
    public boolean join(int stream, Channel channel) throws IOException {
        tcpOptions.applyTo(channel.tcp());
        return streams.add(stream, channel);
    }

    /** Data channels that the handshake opens. */
    public int initialStreams() {
        return initialStreams;
    }

    public TcpOptions tcpOptions() {
        return tcpOptions;
    }

    private void streamEnded(DataStream stream) {
        supervisor.streamEnded(stream);
    }

    private void receiveControl() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 * ControlFrame.LENGTH);
        while (true) {
            if (control.read(buffer) < 0) {
                throw new EOFException(buffer.position() == 0 ? "closed" : "cut");
            }
            keepAlive.received(System.nanoTime());
            buffer.flip();
            while (buffer.remaining() >= ControlFrame.LENGTH) {
                handle(ControlFrame.decode(buffer));
            }
            buffer.compact();
        }
    }

    private void handle(ControlFrame frame) throws IOException {
        long number = frame.number();
        switch (frame.type()) {
            case ACK -> streams.confirm(frame.stream(), number);
            case WINDOW -> splitter.raiseLimit(number);
            case BLOCKED -> merger.peerBlocked(number);
            case STREAMS ->
                supervisor.requestedByPeer((int) Math.min(WireFormat.MAX_STREAMS, number));
            case RETIRE -> {
                streams.retiredByPeer(frame.stream());
                supervisor.wake();
            }
            case DROP -> streams.droppedByPeer(frame.stream());
            case PING -> controlSender.send(ControlFrame.Type.PONG, number);
            case PONG -> keepAlive.pongReceived(number, System.nanoTime());
            case END -> merger.end(number);
            case CLOSE -> {
                splitter.fail(new SocketException("Connection closed by peer"));
                peerClosed = true;
            }
        }
    }

    /** Reads as {@link Merger#read}. */
    public int read(ByteBuffer target, long timeoutNanos) throws IOException {
        return merger.read(target, timeoutNanos);
    }

    /** Writes as {@link Splitter#write}; without memory the session breaks, because a part was written. */
    public void write(ByteBuffer source) throws IOException {
        try {
            splitter.write(source);
        } catch (OutOfMemoryError e) {
            IOException failure = SessionFailure.of(peerAddress, "writer", e);
            fail(failure);
            throw failure;
        }
    }

    public int available() {
        return merger.available();
    }

    /** Ends the output: the peer reads what was written, then the end. */
    public void shutdownOutput() {
        if (outputEnded.compareAndSet(false, true)) {
            controlSender.send(ControlFrame.Type.END, splitter.end());
        }
    }

    /** Drops all input, present and to come. */
    public void shutdownInput() {
        merger.discard();
    }

    /** Streams that take new sub-packets. */
    public int streams() {
        return streams.active().size();
    }

    public void setStreams(int count) {
        supervisor.setFixedCount(count);
    }

    public List<SocketChannel> dataChannels() {
        return streams.channels();
    }

    /** The control channel's address; each data channel has a port of its own. */
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    public InetSocketAddress peerAddress() {
        return peerAddress;
    }

    public SocketChannel controlChannel() {
        return control.tcp();
    }

    public Optional<SSLSession> tls() {
        return control.tls();
    }

    /** Data channels that have died so far. */
    public long lostStreams() {
        return streams.lost();
    }

    /** Times that a sub-packet was sent on one more stream. */
    public long resentSubPackets() {
        return splitter.resent();
    }

    /** Payload bytes that the peer has confirmed. */
    public long deliveredBytes() {
        return splitter.deliveredBytes();
    }

    /** Bytes of buffers whose content the peer has not confirmed. */
    public long heldToSendBytes() {
        return splitter.heldBytes();
    }

    /** Bytes of buffers whose content was not read. */
    public long heldToReadBytes() {
        return merger.heldBytes();
    }

    public Duration roundTrip() {
        return Duration.ofNanos(keepAlive.rtt().roundTripNanos());
    }

    /**
     * Ends both directions and waits at most so long for the delivery of what was written. The rest is delivered
     * in the background as long as there is progress.
     */
    public void close(Duration wait) {
        if (beginClose()) {
            splitter.awaitDelivered(wait);
            LingeringClose.begin(this::finish);
        }
    }

    /** Ends both directions, waits for delivery at most so long, and resets the connection if that fails. */
    public void closeWithin(Duration linger) {
        if (beginClose()) {
            if (splitter.awaitDelivered(linger)) {
                LingeringClose.begin(this::finish);
            } else {
                end(new SocketException("Socket closed"), true);
            }
        }
    }

    /** Resets the connection at once. */
    public void abort() {
        closed.set(true);
        IOException cause = new SocketException("Socket closed");
        end(cause, true);
        // Also when the peer had ended it before: what was not read has no use any more.
        merger.fail(cause);
    }

    private boolean beginClose() {
        boolean first = closed.compareAndSet(false, true);
        if (first) {
            shutdownOutput();
            merger.fail(new SocketException("Socket closed"));
            merger.discard();
            controlSender.send(ControlFrame.Type.CLOSE, 0);
        }
        return first;
    }

    /** Delivers what is left while there is progress, then waits for the peer's end. */
    private void finish() {
        long delivered = -1;
        while (!splitter.awaitDelivered(timeouts.linger())
                && delivered != splitter.deliveredBytes()) {
            delivered = splitter.deliveredBytes();
        }
        boolean clean = splitter.awaitDelivered(Duration.ZERO);
        if (clean) {
            controlSender.finish();
            awaitPeerFinished();
        }
        end(new SocketException("Socket closed"), !clean);
    }

    private void awaitPeerFinished() {
        try {
            peerFinished.await(timeouts.linger().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The peer has everything and sends no more; what it sent can still be read. */
    private void peerFinished() {
        peerFinished.countDown();
        if (!closed.get() && ended.compareAndSet(false, true)) {
            release(false);
        }
    }

    private void fail(String part, Throwable cause) {
        fail(SessionFailure.of(peerAddress, part, cause));
    }

    private void fail(IOException cause) {
        end(cause, true);
    }

    private void end(IOException cause, boolean reset) {
        if (ended.compareAndSet(false, true)) {
            // In this order: once a reader knows that the session broke, no writer succeeds.
            splitter.fail(cause);
            merger.fail(cause);
            release(reset);
        }
    }

    private void release(boolean reset) {
        controlSender.stop();
        supervisor.stop();
        control.close(reset);
        streams.close(reset);
        peerFinished.countDown();
        onEnd.run();
    }
}
