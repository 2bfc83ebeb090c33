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
 * The TCP options that every channel of a socket gets, also those asked for before it is connected.
 *
 * <p>As long as there are no channels, an unconnected one stands for them: so values are checked, told
 * and a port is held as the system does it for any socket.
 *
 * <p>Nagle's delay is off unless asked for: a sub-packet is written whole. Thread-safe.
 */
public final class TcpOptions {
    private final Map<SocketOption<?>, Object> values = new ConcurrentHashMap<>(
            Map.of(StandardSocketOptions.TCP_NODELAY, true));
    private @Nullable SocketChannel placeholder;

    /** All that a plain socket has; a channel's urgent data is not among them. */
    public static Set<SocketOption<?>> supported() {
        try (Socket plain = new Socket()) {
            return plain.supportedOptions();
        } catch (IOException e) {
            return Set.of();
        }
    }

    /** Keeps the value for channels to come and applies it to those that are open. */
    public <T> void set(SocketOption<T> option, T value, List<SocketChannel> channels)
            throws IOException {
        boolean checked = false;
        for (SocketChannel channel : channels) {
            try {
                channel.setOption(option, value);
                checked = true;
            } catch (ClosedChannelException e) {
                // It died or retired meanwhile; its successor gets the value.
            }
        }
        if (!checked) {
            placeholder().setOption(option, value);
        }
        values.put(option, value);
    }

    /** The first open channel's value; without one what it would be. */
    public <T> T get(SocketOption<T> option, List<SocketChannel> channels) throws IOException {
        for (SocketChannel channel : channels) {
            try {
                return channel.getOption(option);
            } catch (ClosedChannelException e) {
                // It died or retired meanwhile; the next one has the same value.
            }
        }
        return placeholder().getOption(option);
    }

    private synchronized SocketChannel placeholder() throws IOException {
        SocketChannel present = placeholder;
        if (present == null) {
            present = SocketChannel.open();
            placeholder = present;
            applyTo(present);
        }
        return present;
    }

    /** Holds the address until it is released; port 0 is any free one. Returns what it holds. */
    public InetSocketAddress bind(InetSocketAddress address) throws IOException {
        placeholder().bind(address);
        return local();
    }

    public InetSocketAddress local() throws IOException {
        return (InetSocketAddress) placeholder().getLocalAddress();
    }

    /** Frees what stood for channels to come; returns the address that was held, if one was. */
    public synchronized @Nullable InetSocketAddress release() throws IOException {
        SocketChannel present = placeholder;
        if (present == null) {
            return null;
        }
        placeholder = null;
        try (present) {
            return (InetSocketAddress) present.getLocalAddress();
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
