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
 * The data channels of a session: they come, carry, retire or die, and the session goes on.
 *
 * <p>Thread-safe.
 */
public final class DataStreams {
    private final ConcurrentSkipListMap<Integer, DataStream> live = new ConcurrentSkipListMap<>();
    private final Splitter splitter;
    private final Merger merger;
    private final ControlSender control;
    private final Consumer<Throwable> onFailure;
    private final AtomicLong lost = new AtomicLong();
    private final Consumer<DataStream> onEnd;
    private boolean closed;

    /**
     * @param onEnd told when one is no more
     * @param onFailure told what the session cannot survive: the peer broke the protocol on one of them,
     *     or there is no memory left
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
     * Puts a channel to work; false when the session is over, has that stream already or has no room.
     * Those that retire do not count: the peer may have closed them already. But nobody makes them
     * retire without an end.
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
                || working().size() >= WireFormat.MAX_STREAMS;
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
                ended(stream);
            }
        });
    }

    private void ended(DataStream stream) {
        if (stream.mayEnd()) {
            remove(stream, false);
        } else {
            drop(stream);
        }
    }

    /** Gives the stream up: the peer is told, and what it had not delivered goes over others. */
    void drop(DataStream stream) {
        if (remove(stream, true)) {
            lost.incrementAndGet();
            control.sayAbout(ControlFrame.Type.DROP, stream.id());
        }
    }

    /** The peer gave the stream up. */
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
        splitter.streamDied(stream.sendState());
        onEnd.accept(stream);
        return true;
    }

    /** The stream takes nothing new; when all is confirmed in both directions, it is closed. */
    void retire(DataStream stream) {
        splitter.retire(stream.sendState());
    }

    /** The peer has nothing more to send on the stream. */
    void retiredByPeer(int id) {
        DataStream stream = live.get(id);
        if (stream != null) {
            stream.retireHeard();
        }
    }

    /** Moves those that retire a step further. */
    void finishRetiring() {
        long now = System.nanoTime();
        for (DataStream stream : live.values()) {
            if (stream.mayRetire(now)) {
                control.sayAbout(ControlFrame.Type.RETIRE, stream.id());
            }
            if (stream.isRetired()) {
                remove(stream, false);
            }
        }
    }

    /** The peer has so many bytes of the stream; of one that is no more it does not matter. */
    void confirm(int id, long bytes) throws ProtocolException {
        DataStream stream = live.get(id);
        if (stream != null) {
            splitter.confirm(stream.sendState(), bytes);
        }
    }

    /** Ends them all. */
    void close(boolean reset) {
        synchronized (this) {
            closed = true;
        }
        for (DataStream stream : live.values()) {
            remove(stream, reset);
        }
    }

    /** A live view. */
    Collection<DataStream> all() {
        return Collections.unmodifiableCollection(live.values());
    }

    /** Those that take new sub-packets. */
    List<DataStream> working() {
        return live.values().stream().filter(stream -> !stream.isRetiring()).toList();
    }

    List<SocketChannel> channels() {
        return live.values().stream().map(stream -> stream.channel().tcp()).toList();
    }

    /** The one that came last, of those that take new sub-packets. */
    Optional<DataStream> newestWorking() {
        return live.descendingMap().values().stream()
                .filter(stream -> !stream.isRetiring())
                .findFirst();
    }

    long lost() {
        return lost.get();
    }
}
