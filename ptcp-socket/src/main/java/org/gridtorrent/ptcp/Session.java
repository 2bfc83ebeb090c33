package org.gridtorrent.ptcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open connection: a control channel, N data channels, and the threads that serve them.
 *
 * <p>Each channel has a virtual thread for either direction. A session ends in one of two ways: cleanly,
 * after both sides said END, FIN and CLOSE, or broken, when any channel dies or breaks the protocol;
 * then all channels are reset, so that the peer learns it at once, and both applications get an
 * exception. Thread-safe.
 */
final class Session {
    /** Buffers of the splitter: each sender has one in hand and one waiting, and a few to fill. */
    private static final int SPARE_SLOTS = 4;

    /** A closed session that makes no progress for so long is cut. */
    private static final Duration LINGER = Duration.ofSeconds(30);

    private final SocketChannel control;
    private final List<SocketChannel> data;
    private final ControlSender controlSender;
    private final Splitter splitter;
    private final Merger merger;
    private final CountDownLatch sendersDone;
    private final CountDownLatch peerClosed = new CountDownLatch(1);
    private final AtomicInteger openInputs;
    private final AtomicBoolean outputEnded = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();

    /** What both sides agreed on in the handshake: windows in sub-packets, length in bytes. */
    record Terms(int receiveWindow, int sendWindow, int sendPayloadLength) {
        Terms {
            sendPayloadLength = Math.min(sendPayloadLength, Wire.PAYLOAD_LENGTH);
        }
    }

    Session(SocketChannel control, List<SocketChannel> data, Terms terms) {
        this.control = control;
        this.data = List.copyOf(data);
        BufferPool pool = BufferPool.SHARED;
        int slots = 2 * data.size() + SPARE_SLOTS;
        controlSender = new ControlSender(control);
        splitter = new Splitter(pool, slots, terms.sendPayloadLength(), terms.sendWindow());
        merger = new Merger(pool, terms.receiveWindow(), controlSender::window);
        sendersDone = new CountDownLatch(data.size());
        openInputs = new AtomicInteger(data.size());
    }

    /** Starts the threads; called once. */
    void start() {
        start("control-sender", "control channel", () -> unlessPeerClosed(controlSender::run));
        start("control-receiver", "control channel", this::receiveControl);
        for (int i = 0; i < data.size(); i++) {
            SocketChannel channel = data.get(i);
            String name = "data channel " + i + " of " + data.size();
            Sender sender = new Sender(splitter, channel);
            Receiver receiver = new Receiver(merger, BufferPool.SHARED, channel);
            start("sender-" + i, name, () -> send(sender));
            start("receiver-" + i, name, () -> receive(receiver));
        }
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }

    private void start(String name, String channel, Task task) {
        Thread.ofVirtual().name("ptcp-" + name).start(() -> {
            try {
                task.run();
            } catch (IOException | InterruptedException e) {
                fail(new SocketException("PTCP " + channel + " failed: " + reason(e), e));
            }
        });
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private void send(Sender sender) throws IOException, InterruptedException {
        try {
            unlessPeerClosed(sender::run);
        } finally {
            sendersDone.countDown();
        }
    }

    /** To a peer that reads no more, nothing can be said, and nothing needs to. */
    private void unlessPeerClosed(Task task) throws IOException, InterruptedException {
        try {
            task.run();
        } catch (IOException e) {
            if (peerClosed.getCount() > 0) {
                throw e;
            }
        }
    }

    private void receive(Receiver receiver) throws IOException {
        receiver.run();
        if (openInputs.decrementAndGet() == 0) {
            merger.streamsEnded();
        }
    }

    private void receiveControl() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(Frame.LENGTH);
        while (peerClosed.getCount() > 0) {
            buffer.clear();
            while (buffer.hasRemaining()) {
                if (control.read(buffer) < 0) {
                    throw new EOFException("cut without a CLOSE frame");
                }
            }
            handle(Frame.decodeControl(buffer.flip()));
        }
    }

    private void handle(Frame frame) throws IOException {
        switch (frame.type()) {
            case WINDOW -> splitter.grant(frame.number());
            case END -> merger.end(frame.number());
            case CLOSE -> {
                splitter.refuse(new SocketException("Connection closed by peer"));
                peerClosed.countDown();
            }
            case DATA, FIN -> throw new IllegalStateException("not a control frame: " + frame);
        }
    }

    int read(ByteBuffer target, long timeoutNanos) throws IOException {
        return merger.read(target, timeoutNanos);
    }

    void write(ByteBuffer source) throws IOException {
        splitter.write(source);
    }

    int available() {
        return merger.available();
    }

    /** The peer reads all that was written, then the end. */
    void shutdownOutput() {
        if (outputEnded.compareAndSet(false, true)) {
            controlSender.end(splitter.end());
        }
    }

    void shutdownInput() {
        merger.discard();
    }

    List<SocketChannel> dataChannels() {
        return data;
    }

    SocketChannel controlChannel() {
        return control;
    }

    /**
     * Ends both directions and lets what was written go on its way; waits for that at most so long.
     * Afterwards it goes on in the background while it makes progress, or is cut, as asked.
     */
    void close(Duration wait, boolean cutAfterwards) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        IOException cause = new SocketException("Socket closed");
        shutdownOutput();
        merger.fail(cause);
        merger.discard();
        controlSender.close();
        boolean sent = awaitQuietly(sendersDone, wait);
        if (!sent && cutAfterwards) {
            fail(cause);
        } else {
            Thread.ofVirtual().name("ptcp-closing").start(this::finish);
        }
    }

    private void finish() {
        long taken = -1;
        while (!awaitQuietly(sendersDone, LINGER) && taken != splitter.taken()) {
            taken = splitter.taken();
        }
        awaitQuietly(peerClosed, LINGER);
        if (over.compareAndSet(false, true)) {
            boolean clean = sendersDone.getCount() == 0;
            end(new SocketException("Socket closed"), !clean);
        }
    }

    private void fail(IOException cause) {
        if (over.compareAndSet(false, true)) {
            end(cause, true);
        }
    }

    private void end(IOException cause, boolean reset) {
        // In this order: whoever reads that the session broke can write no more.
        splitter.fail(cause);
        merger.fail(cause);
        controlSender.stop();
        closeChannel(control, reset);
        data.forEach(channel -> closeChannel(channel, reset));
        peerClosed.countDown();
    }

    /** A reset tells the peer at once, and apart from any clean end, that the session is broken. */
    static void closeChannel(SocketChannel channel, boolean reset) {
        try (channel) {
            if (reset) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // It was closed already, or the peer was faster: nothing is left to do either way.
        }
    }

    private static boolean awaitQuietly(CountDownLatch latch, Duration time) {
        try {
            return latch.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
