package org.gridtorrent.ptcp.session;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.stream.BufferPool;
import org.gridtorrent.ptcp.stream.Merger;
import org.gridtorrent.ptcp.stream.Splitter;

/**
 * All data channels of a session, by id: added, retired, dropped, and their threads.
 *
 * <p>At most 128 are active, and 256 with those that retire. Thread-safe.
 */
final class DataStreams {
    private final ConcurrentSkipListMap<Integer, DataStream> live = new ConcurrentSkipListMap<>();
    private final Splitter splitter;
    private final Merger merger;
    private final ControlSender control;
    private final Consumer<DataStream> onEnd;
    private final Consumer<Throwable> onFailure;
    private final AtomicLong lost = new AtomicLong();
    private boolean closed;

    /**
     * @param onEnd gets each stream that has ended
     * @param onFailure gets what the session cannot survive: a violation of the protocol, or lack of memory
     */
    DataStreams(
            Splitter splitter,
            Merger merger,
            ControlSender control,
            Consumer<DataStream> onEnd,
            Consumer<Throwable> onFailure) {
        this.splitter = splitter;
        this.merger = merger;
        this.control = control;
        this.onEnd = onEnd;
        this.onFailure = onFailure;
    }

    /**
     * Adds a channel and starts its threads; false when the session has ended, has that id, or has no room.
     *
     * <p>Retiring streams do not count as active, because the peer may have closed them already. They are
     * limited all the same, so that a peer cannot make streams retire without end.
     */
    boolean add(int id, Channel channel) {
        DataStream stream;
        synchronized (this) {
            if (closed || live.containsKey(id) || isFull()) {
                return false;
            }
            stream = new DataStream(id, channel, splitter, merger, BufferPool.SHARED);
            live.put(id, stream);
        }
        start("ptcp-sender-" + id, stream, stream::send);
        start("ptcp-receiver-" + id, stream, () -> stream.receive(control));
        return true;
    }

    private boolean isFull() {
        return live.size() >= 2 * WireFormat.MAX_STREAMS
                || active().size() >= WireFormat.MAX_STREAMS;
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }

    private void start(String name, DataStream stream, Task task) {
        Thread.ofVirtual().name(name).start(() -> {
            try {
                task.run();
            } catch (ProtocolException | RuntimeException | Error e) {
                onFailure.accept(e);
            } catch (IOException | InterruptedException e) {
                channelEnded(stream);
            }
        });
    }

    private void channelEnded(DataStream stream) {
        if (stream.mayEnd()) {
            remove(stream, false);
        } else {
            drop(stream);
        }
    }

    /** Gives a stream up and tells the peer; what it had not delivered goes over others. */
    void drop(DataStream stream) {
        if (remove(stream, true)) {
            lost.incrementAndGet();
            control.sendForStream(ControlFrame.Type.DROP, stream.id());
        }
    }

    void droppedByPeer(int id) {
        DataStream stream = live.get(id);
        if (stream != null && remove(stream, true)) {
            lost.incrementAndGet();
        }
    }

    private boolean remove(DataStream stream, boolean reset) {
        if (!live.remove(stream.id(), stream)) {
            return false;
        }
        stream.channel().close(reset);
        splitter.removeStream(stream.sendState());
        onEnd.accept(stream);
        return true;
    }

    /** Gives the stream nothing new; it is closed when both directions are confirmed. */
    void retire(DataStream stream) {
        splitter.retire(stream.sendState());
    }

    void retiredByPeer(int id) {
        DataStream stream = live.get(id);
        if (stream != null) {
            stream.retireReceived();
        }
    }

    /** Sends the RETIREs that are due and closes streams that both sides retired. */
    void advanceRetirements() {
        long now = System.nanoTime();
        for (DataStream stream : live.values()) {
            if (stream.takeRetireDue(now)) {
                control.sendForStream(ControlFrame.Type.RETIRE, stream.id());
            }
            if (stream.isRetired()) {
                remove(stream, false);
            }
        }
    }

    /** Takes an ACK; one of a stream that has ended is ignored. */
    void confirm(int id, long bytes) throws ProtocolException {
        DataStream stream = live.get(id);
        if (stream != null) {
            splitter.confirm(stream.sendState(), bytes);
        }
    }

    void close(boolean reset) {
        synchronized (this) {
            closed = true;
        }
        for (DataStream stream : live.values()) {
            remove(stream, reset);
        }
    }

    /** A live view of all streams. */
    Collection<DataStream> all() {
        return Collections.unmodifiableCollection(live.values());
    }

    /** Streams that take new sub-packets. */
    List<DataStream> active() {
        return live.values().stream().filter(stream -> !stream.isRetiring()).toList();
    }

    List<SocketChannel> channels() {
        return live.values().stream().map(stream -> stream.channel().tcp()).toList();
    }

    /** The active stream that was added last. */
    Optional<DataStream> newestActive() {
        return live.descendingMap().values().stream()
                .filter(stream -> !stream.isRetiring())
                .findFirst();
    }

    /** Streams that died so far. */
    long lost() {
        return lost.get();
    }
}
