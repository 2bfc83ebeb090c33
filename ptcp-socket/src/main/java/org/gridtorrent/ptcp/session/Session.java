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
 * An open connection: a control channel, data channels that come and go, and the threads that serve them.
 *
 * <p>Each channel has a virtual thread for either direction, and the {@link StreamSupervisor} one. A session ends
 * in one of two ways: cleanly, after both sides said CLOSE and confirmed what came, or broken, when the
 * control channel is lost or the protocol is broken; then all channels are reset, so that the peer learns
 * it at once, and both applications get an exception. Thread-safe.
 */
public final class Session {
    private final Channel control;
    private final InetSocketAddress localAddress;
    private final InetSocketAddress peerAddress;
    private final int firstStreams;
    private final TcpOptions tcpOptions;
    private final SessionTimeouts timeouts;
    private final ControlSender controlSender;
    private final Splitter splitter;
    private final Merger merger;
    private final DataStreams streams;
    private final StreamSupervisor supervisor;
    private final KeepAlive keepAlive;
    private final CountDownLatch peerClosed = new CountDownLatch(1);
    private final CountDownLatch peerDone = new CountDownLatch(1);
    private final AtomicBoolean outputEnded = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Runnable onOver;

    /**
     * @param opener how to open more data channels, for the side that connects
     * @param onOver called once, when no channel is left
     */
    public Session(
            Channel control,
            SessionParameters agreed,
            SessionConfig config,
            TcpOptions tcpOptions,
            SessionTimeouts timeouts,
            @Nullable DataChannelOpener opener,
            Runnable onOver)
            throws IOException {
        this.control = control;
        localAddress = (InetSocketAddress) control.tcp().getLocalAddress();
        peerAddress = (InetSocketAddress) control.tcp().getRemoteAddress();
        this.firstStreams = agreed.streams();
        this.tcpOptions = tcpOptions;
        this.timeouts = timeouts;
        this.onOver = onOver;
        RttEstimator rtt = new RttEstimator(agreed.roundTrip());
        keepAlive = new KeepAlive(timeouts, rtt, System.nanoTime());
        controlSender = new ControlSender(control, rtt);
        splitter = new Splitter(BufferPool.SHARED, agreed.sendPayloadLength(),
                config.sendBuffers(), agreed.sendWindow(),
                limit -> controlSender.say(ControlFrame.Type.BLOCKED, limit), System::nanoTime);
        merger = new Merger(BufferPool.SHARED, config.firstWindow(), config.maxWindow(),
                limit -> controlSender.say(ControlFrame.Type.WINDOW, limit));
        streams = new DataStreams(splitter, merger, controlSender, this::streamEnded,
                cause -> fail("data channel", cause));
        supervisor = new StreamSupervisor(streams, splitter, controlSender, keepAlive, timeouts,
                opener,
                agreed,
                config.tunedMax(agreed), this::fail);
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
                // Without the thread the session would stand still, and nobody would know why.
                fail("thread '" + name + "'", e);
            }
        });
    }

    /** After both sides are done, a channel that breaks breaks nothing. */
    private void controlFailed(Exception cause) {
        if (peerClosed.getCount() == 0 && merger.isComplete()) {
            peerDone();
        } else {
            fail("control channel", cause);
        }
    }

    /** One of the channels that the handshake opened has come, or not. */
    public void joined(int stream, Optional<Channel> channel) {
        boolean came = channel.isPresent() && streams.add(stream, channel.get());
        if (!came) {
            channel.ifPresent(late -> late.close(true));
        }
        supervisor.joined(came);
    }

    /** A data channel that the peer opened; false if the session does not want it. */
    public boolean join(int stream, Channel channel) throws IOException {
        tcpOptions.applyTo(channel.tcp());
        return streams.add(stream, channel);
    }

    /** As many as the handshake opens. */
    public int firstStreams() {
        return firstStreams;
    }

    public TcpOptions tcpOptions() {
        return tcpOptions;
    }

    private void streamEnded(DataStream stream) {
        supervisor.ended(stream);
    }

    private void receiveControl() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64 * ControlFrame.LENGTH);
        while (true) {
            if (control.read(buffer) < 0) {
                throw new EOFException(buffer.position() == 0 ? "closed" : "cut");
            }
            keepAlive.heard(System.nanoTime());
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
            case STREAMS -> supervisor.wantedByPeer((int) Math.min(WireFormat.MAX_STREAMS, number));
            case RETIRE -> {
                streams.retiredByPeer(frame.stream());
                supervisor.stir();
            }
            case DROP -> streams.droppedByPeer(frame.stream());
            case PING -> controlSender.say(ControlFrame.Type.PONG, number);
            case PONG -> keepAlive.pongReceived(number, System.nanoTime());
            case END -> merger.end(number);
            case CLOSE -> {
                splitter.fail(new SocketException("Connection closed by peer"));
                peerClosed.countDown();
            }
        }
    }

    public int read(ByteBuffer target, long timeoutNanos) throws IOException {
        return merger.read(target, timeoutNanos);
    }

    /** Fails with the whole session when there is no memory: a part was written already. */
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

    /** The peer reads all that was written, then the end. */
    public void shutdownOutput() {
        if (outputEnded.compareAndSet(false, true)) {
            controlSender.say(ControlFrame.Type.END, splitter.end());
        }
    }

    public void shutdownInput() {
        merger.discard();
    }

    /** Streams that take new sub-packets. */
    public int streams() {
        return streams.working().size();
    }

    public void setStreams(int count) {
        supervisor.fix(count);
    }

    public List<SocketChannel> dataChannels() {
        return streams.channels();
    }

    /** This side's address, of the control channel: each data channel has a port of its own. */
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

    /** Data channels that died so far. */
    public long lostStreams() {
        return streams.lost();
    }

    /** Sub-packets that were sent on a second stream. */
    public long resentSubPackets() {
        return splitter.resent();
    }

    /** Bytes that the peer has confirmed. */
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
     * Ends both directions and lets what was written go on its way; waits for that at most so long.
     * Afterwards it goes on in the background while it makes progress.
     */
    public void close(Duration wait) {
        if (beginClose()) {
            splitter.awaitDelivered(wait);
            LingeringClose.begin(this::finish);
        }
    }

    /** The same, but what is not delivered by then is cut. */
    public void closeWithin(Duration linger) {
        if (beginClose()) {
            if (splitter.awaitDelivered(linger)) {
                LingeringClose.begin(this::finish);
            } else {
                end(new SocketException("Socket closed"), true);
            }
        }
    }

    /** Ends it at once, without a word but a reset. */
    public void abort() {
        closed.set(true);
        IOException cause = new SocketException("Socket closed");
        end(cause, true);
        // Also when the peer had ended it before: what was not read is of no use any more.
        merger.fail(cause);
    }

    private boolean beginClose() {
        boolean first = closed.compareAndSet(false, true);
        if (first) {
            shutdownOutput();
            merger.fail(new SocketException("Socket closed"));
            merger.discard();
            controlSender.say(ControlFrame.Type.CLOSE, 0);
        }
        return first;
    }

    private void finish() {
        long delivered = -1;
        while (!splitter.awaitDelivered(timeouts.linger())
                && delivered != splitter.deliveredBytes()) {
            delivered = splitter.deliveredBytes();
        }
        boolean clean = splitter.awaitDelivered(Duration.ZERO);
        if (clean) {
            controlSender.finish();
            awaitPeerDone();
        }
        end(new SocketException("Socket closed"), !clean);
    }

    private void awaitPeerDone() {
        try {
            peerDone.await(timeouts.linger().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The peer has everything and says no more; what it sent can still be read. */
    private void peerDone() {
        peerDone.countDown();
        if (!closed.get() && over.compareAndSet(false, true)) {
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
        if (over.compareAndSet(false, true)) {
            // In this order: whoever reads that the session broke can write no more.
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
        peerDone.countDown();
        onOver.run();
    }
}
