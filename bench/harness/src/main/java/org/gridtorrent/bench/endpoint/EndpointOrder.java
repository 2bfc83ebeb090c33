package org.gridtorrent.bench.endpoint;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;

/** Order to an endpoint, one JSON object a line; it answers each with one line. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
@JsonSubTypes({
    @JsonSubTypes.Type(EndpointOrder.Listen.class), @JsonSubTypes.Type(EndpointOrder.Accept.class),
    @JsonSubTypes.Type(EndpointOrder.Receive.class), @JsonSubTypes.Type(EndpointOrder.Send.class),
    @JsonSubTypes.Type(EndpointOrder.Connect.class), @JsonSubTypes.Type(EndpointOrder.Cost.class)})
public sealed interface EndpointOrder {

    /** Binds a server to a free port of all addresses, in the place of the one before; answers {@link Port}. */
    @JsonTypeName("listen")
    record Listen(SocketSpec spec) implements EndpointOrder {}

    /** From now on accepts and holds whatever comes; answers {@link Port} at once. */
    @JsonTypeName("accept")
    record Accept() implements EndpointOrder {}

    /**
     * Accepts so many connections, reads until the seconds are over, and resets them; answers {@link Received}.
     *
     * @param connections that the sender makes
     * @param omitSeconds from the first byte on, that do not count
     * @param seconds after these, that count
     */
    @JsonTypeName("receive")
    record Receive(int connections, double omitSeconds, double seconds) implements EndpointOrder {}

    /** Connects, and sends for so long or until the receiver cuts the connection; answers {@link Sent}. */
    @JsonTypeName("send")
    record Send(SocketSpec spec, String address, int port,
            double seconds) implements EndpointOrder {}

    /** Connects and closes so many times, one after the other; answers {@link Connected}. */
    @JsonTypeName("connect")
    record Connect(SocketSpec spec, String address, int port, int times) implements EndpointOrder {}

    /** Connects so many sockets and looks at what the open ones cost here; answers {@link Costs}. */
    @JsonTypeName("cost")
    record Cost(SocketSpec spec, String address, int port, int sockets) implements EndpointOrder {}

    /**
     * Kind, number and buffers of sockets.
     *
     * @param kind of socket
     * @param streams of PTCP, 0 lets it choose and change their number; or connections of TCP
     * @param bufferBytes that the kernel is asked for, for each TCP connection, in each direction; 0 leaves
     *     them to the kernel
     */
    record SocketSpec(SocketKind kind, int streams, int bufferBytes) {
        public static SocketSpec plain(int connections, int bufferBytes) {
            return new SocketSpec(SocketKind.PLAIN, connections, bufferBytes);
        }

        public static SocketSpec ptcp(int streams, int bufferBytes) {
            return new SocketSpec(SocketKind.PTCP, streams, bufferBytes);
        }

        public static SocketSpec tuned(int bufferBytes) {
            return new SocketSpec(SocketKind.PTCP, 0, bufferBytes);
        }

        /** Sockets on each end. */
        int connections() {
            return kind == SocketKind.PLAIN ? streams : 1;
        }
    }

    /** A {@code Socket}, or PTCP's. */
    enum SocketKind {
        PLAIN,
        PTCP
    }

    /** Address where it listens. */
    record Port(int port) {}

    /**
     * What arrived in the seconds that count.
     *
     * @param totalBytes from the first to the last
     * @param cpuSeconds of this process for all of them
     */
    record Received(long bytes, double seconds, long totalBytes, double cpuSeconds) {
        public double megabitsPerSecond() {
            return bytes * 8 / seconds / 1e6;
        }
    }

    /**
     * What was sent.
     *
     * @param streams in use at the end
     */
    record Sent(long totalBytes, double seconds, double cpuSeconds, int streams) {}

    record Connected(List<Double> milliseconds) {}

    /**
     * What one open and idle socket takes, on the average.
     *
     * @param bytes of heap and of buffers outside it
     */
    record Costs(double bytes, double platformThreads, double virtualThreads, double descriptors) {}
}
