package org.gridtorrent.ptcp;

import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.jspecify.annotations.Nullable;

/**
 * Options of a PTCP socket: streams, memory and TLS.
 *
 * <p>Both memory limits bound what is in flight on a long line, so they must cover bandwidth × round trip.
 *
 * @param streams data channels at first, 1 to {@value WireFormat#MAX_STREAMS}; the connecting side decides
 * @param maxStreams most data channels to which the number may tune itself; equal to {@code streams}, it is fixed
 * @param receiveLimit bytes that this side holds at most until they are read, 1 MiB to 2 GiB − 1
 * @param sendLimit bytes that this side holds at most until the peer has confirmed them, 1 MiB to 2 GiB − 1
 * @param tls TLS 1.3 on every channel, which both sides must use, or neither; null for none
 */
public record PTCPOptions(
        int streams, int maxStreams, int receiveLimit, int sendLimit, @Nullable Tls tls) {
    private static final int MIN_LIMIT = 1 << 20;
    private static final int DEFAULT_LIMIT = 64 << 20;
    private static final int DEFAULT_STREAMS = 4;
    private static final int DEFAULT_MAX_STREAMS = 64;

    /** First window in sub-packets; most sockets never need more. */
    private static final int FIRST_WINDOW = 64;

    /** Four streams at first, tuned up to 64; at most 64 MiB held in each direction. */
    public static final PTCPOptions DEFAULTS = new PTCPOptions(
            DEFAULT_STREAMS, DEFAULT_MAX_STREAMS, DEFAULT_LIMIT, DEFAULT_LIMIT, null);

    /**
     * Keys and parameters for TLS.
     *
     * @param context with the keys of this side and the trusted certificates
     * @param parameters such as client authentication or host name verification; only TLS 1.3 is used, whatever
     *     versions they name
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
        if (bytes < MIN_LIMIT) {
            throw new IllegalArgumentException(name + " must be at least 1 MiB: " + bytes);
        }
    }

    /** Fixes the number of streams. */
    public PTCPOptions withStreams(int count) {
        return new PTCPOptions(count, count, receiveLimit, sendLimit, tls);
    }

    /** Begins with so many streams and tunes the number by measured goodput, between 1 and {@code max}. */
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
     * Uses TLS 1.3 on every channel, with the keys and the trust of the context. A server whose context has no key
     * that a client accepts refuses that client in its handshake. The name in a certificate is not checked.
     */
    public PTCPOptions withTls(SSLContext context) {
        Objects.requireNonNull(context, "context");
        return withTls(context, context.getDefaultSSLParameters());
    }

    /**
     * Uses TLS 1.3 on every channel, with parameters such as {@link SSLParameters#setNeedClientAuth}. A client checks the
     * server's name with {@link SSLParameters#setEndpointIdentificationAlgorithm} "HTTPS".
     */
    public PTCPOptions withTls(SSLContext context, SSLParameters parameters) {
        return new PTCPOptions(streams, maxStreams, receiveLimit, sendLimit,
                new Tls(context, parameters));
    }

    /** The part of these options that a session needs, with limits in sub-packets. */
    SessionConfig sessionConfig() {
        int maxWindow = Math.min(WireFormat.MAX_WINDOW, receiveLimit / WireFormat.PAYLOAD_LENGTH);
        return new SessionConfig(streams, maxStreams, sendLimit / WireFormat.PAYLOAD_LENGTH,
                Math.min(FIRST_WINDOW, maxWindow), maxWindow);
    }

    /** @param client whether this side is the TLS client */
    ChannelFactory channelFactory(boolean client) {
        return tls == null
                ? ChannelFactory.plain()
                : ChannelFactory.tls(tls.context(), tls.parameters(), client);
    }
}
