package org.gridtorrent.ptcp;

import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.jspecify.annotations.Nullable;

/**
 * How a PTCP socket is to be made.
 *
 * @param streams data channels at first, 1 to {@value WireFormat#MAX_STREAMS}; the side that connects decides
 * @param maxStreams the most to which the count may tune itself; equal to {@code streams}, it is fixed
 * @param receiveLimit bytes that this side keeps at most until they are read, 1 MiB to 2 GiB − 1
 * @param sendLimit bytes that this side keeps at most until the peer has them, in the same range; on a
 *     long line both limits bound what is under way, so they must cover bandwidth × round trip
 * @param tls for TLS 1.3 on every channel, which both sides must want, or neither; null for none
 */
public record PTCPOptions(
        int streams, int maxStreams, int receiveLimit, int sendLimit, @Nullable Tls tls) {
    private static final int LEAST_LIMIT = 1 << 20;
    private static final int DEFAULT_LIMIT = 32 << 20;
    private static final int DEFAULT_STREAMS = 4;
    private static final int DEFAULT_MAX_STREAMS = 64;

    /** A window begins small: most sockets never need more. */
    private static final int FIRST_WINDOW = 64;

    /** A count of 4 streams that tunes itself up to 64; at most 32 MiB kept in each direction. */
    public static final PTCPOptions DEFAULTS = new PTCPOptions(
            DEFAULT_STREAMS, DEFAULT_MAX_STREAMS, DEFAULT_LIMIT, DEFAULT_LIMIT, null);

    /**
     * What TLS needs to know.
     *
     * @param parameters such as client authentication or the host name's verification; protocol versions
     *     other than TLS 1.3 are not used, whatever they say
     */
    public record Tls(SSLContext context, SSLParameters parameters) {
        public Tls {
            Objects.requireNonNull(context, "context");
            Objects.requireNonNull(parameters, "parameters");
        }
    }

    public PTCPOptions {
        if (streams < 1 || streams > WireFormat.MAX_STREAMS) {
            throw new IllegalArgumentException("streams must be 1 to 128: " + streams);
        }
        if (maxStreams < streams || maxStreams > WireFormat.MAX_STREAMS) {
            throw new IllegalArgumentException(
                    "maxStreams must be " + streams + ", the first streams, to 128: " + maxStreams);
        }
        requireLimit("receiveLimit", receiveLimit);
        requireLimit("sendLimit", sendLimit);
    }

    private static void requireLimit(String name, int bytes) {
        if (bytes < LEAST_LIMIT) {
            throw new IllegalArgumentException(name + " must be at least 1 MiB: " + bytes);
        }
    }

    /** A fixed count. */
    public PTCPOptions withStreams(int count) {
        return new PTCPOptions(count, count, receiveLimit, sendLimit, tls);
    }

    /** A count that begins so and tunes itself from measured goodput, to 1 to {@code max}. */
    public PTCPOptions withTunedStreams(int first, int max) {
        return new PTCPOptions(first, max, receiveLimit, sendLimit, tls);
    }

    public PTCPOptions withReceiveLimit(int bytes) {
        return new PTCPOptions(streams, maxStreams, bytes, sendLimit, tls);
    }

    public PTCPOptions withSendLimit(int bytes) {
        return new PTCPOptions(streams, maxStreams, receiveLimit, bytes, tls);
    }

    /**
     * TLS 1.3 on every channel, with what the context says about keys and trust. A server whose context
     * has no key that the clients' TLS accepts refuses them all, each in its handshake.
     */
    public PTCPOptions withTls(SSLContext context) {
        Objects.requireNonNull(context, "context");
        return withTls(context, context.getDefaultSSLParameters());
    }

    /** The same, with parameters such as {@link SSLParameters#setNeedClientAuth}. */
    public PTCPOptions withTls(SSLContext context, SSLParameters parameters) {
        return new PTCPOptions(streams, maxStreams, receiveLimit, sendLimit,
                new Tls(context, parameters));
    }

    /** What a session needs of this; limits in bytes become counts of sub-packets. */
    SessionConfig sessionConfig() {
        int maxWindow = Math.min(WireFormat.MAX_WINDOW, receiveLimit / WireFormat.PAYLOAD_LENGTH);
        return new SessionConfig(streams, maxStreams, sendLimit / WireFormat.PAYLOAD_LENGTH,
                Math.min(FIRST_WINDOW, maxWindow), maxWindow);
    }

    /** @param connects whether this side is the TLS client */
    ChannelFactory channelFactory(boolean connects) {
        return tls == null
                ? ChannelFactory.plain()
                : ChannelFactory.tls(tls.context(), tls.parameters(), connects);
    }
}
