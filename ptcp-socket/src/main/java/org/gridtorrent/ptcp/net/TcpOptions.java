package org.gridtorrent.ptcp.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * TCP options of all channels of a socket, those that are open and those to come.
 *
 * <p>Before there are channels, an unconnected placeholder stands for them. It lets the system check values,
 * tell them, and hold a port, as for any socket.
 *
 * <p>Nagle's delay is off unless the application turns it on, because a sub-packet is written whole.
 * Thread-safe.
 */
public final class TcpOptions {
    private final Map<SocketOption<?>, Object> values = new ConcurrentHashMap<>(
            Map.of(StandardSocketOptions.TCP_NODELAY, true));
    private @Nullable SocketChannel placeholder;

    /** The options of a plain socket; unlike a channel's, they do not include urgent data. */
    public static Set<SocketOption<?>> supported() {
        try (Socket plain = new Socket()) {
            return plain.supportedOptions();
        } catch (IOException e) {
            return Set.of();
        }
    }

    /** Applies the value to the open channels and keeps it for those to come. */
    public <T> void set(SocketOption<T> option, T value, List<SocketChannel> channels)
            throws IOException {
        boolean checked = false;
        for (SocketChannel channel : channels) {
            try {
                channel.setOption(option, value);
                checked = true;
            } catch (ClosedChannelException e) {
                // The channel died or retired; its successor gets the value.
            }
        }
        if (!checked) {
            placeholder().setOption(option, value);
        }
        values.put(option, value);
    }

    /** The value of the first open channel; without one, the value that it would have. */
    public <T> T get(SocketOption<T> option, List<SocketChannel> channels) throws IOException {
        for (SocketChannel channel : channels) {
            try {
                return channel.getOption(option);
            } catch (ClosedChannelException e) {
                // The channel died or retired; the next one has the same value.
            }
        }
        return placeholder().getOption(option);
    }

    private synchronized SocketChannel placeholder() throws IOException {
        SocketChannel current = placeholder;
        if (current == null) {
            current = SocketChannel.open();
            placeholder = current;
            applyTo(current);
        }
        return current;
    }

    /** Holds the address until {@link #release}, port 0 being any free one; returns it. */
    public InetSocketAddress bind(InetSocketAddress address) throws IOException {
        placeholder().bind(address);
        return localAddress();
    }

    public InetSocketAddress localAddress() throws IOException {
        return (InetSocketAddress) placeholder().getLocalAddress();
    }

    /** Closes the placeholder; returns the address that it held, or null. */
    public synchronized @Nullable InetSocketAddress release() throws IOException {
        SocketChannel current = placeholder;
        if (current == null) {
            return null;
        }
        placeholder = null;
        try (current) {
            return (InetSocketAddress) current.getLocalAddress();
        }
    }

    public void applyTo(SocketChannel channel) throws IOException {
        for (Map.Entry<SocketOption<?>, Object> entry : values.entrySet()) {
            apply(channel, entry.getKey(), entry.getValue());
        }
    }

    private static <T> void apply(SocketChannel channel, SocketOption<T> option, Object value)
            throws IOException {
        channel.setOption(option, option.type().cast(value));
    }
}
