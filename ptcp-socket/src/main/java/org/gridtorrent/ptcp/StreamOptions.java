package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The TCP options that every channel of a socket gets, also those asked for before it is connected.
 *
 * <p>Nagle's delay is off unless asked for: a sub-packet is written whole. Thread-safe.
 */
final class StreamOptions {
    static final Set<SocketOption<?>> SUPPORTED = Set.of(
            StandardSocketOptions.TCP_NODELAY,
            StandardSocketOptions.SO_KEEPALIVE,
            StandardSocketOptions.SO_SNDBUF,
            StandardSocketOptions.SO_RCVBUF,
            StandardSocketOptions.SO_REUSEADDR,
            StandardSocketOptions.IP_TOS);

    private final Map<SocketOption<?>, Object> values = new ConcurrentHashMap<>(
            Map.of(StandardSocketOptions.TCP_NODELAY, true));

    static int requirePositive(int length) {
        if (length <= 0) {
            throw new IllegalArgumentException("length must be positive: " + length);
        }
        return length;
    }

    /** Keeps the value for channels to come and applies it to those that are there. */
    <T> void set(SocketOption<T> option, T value, List<SocketChannel> channels)
            throws SocketException {
        values.put(option, value);
        try {
            for (SocketChannel channel : channels) {
                channel.setOption(option, value);
            }
        } catch (IOException e) {
            throw new SocketException(option + ": " + e.getMessage(), e);
        }
    }

    /** The first channel's value; without a channel what was asked for, or the system's default. */
    <T> T get(SocketOption<T> option, List<SocketChannel> channels) throws SocketException {
        try {
            if (!channels.isEmpty()) {
                return channels.getFirst().getOption(option);
            }
            Object value = values.get(option);
            if (value != null) {
                return option.type().cast(value);
            }
            try (SocketChannel fresh = SocketChannel.open()) {
                return fresh.getOption(option);
            }
        } catch (IOException e) {
            throw new SocketException(option + ": " + e.getMessage(), e);
        }
    }

    void applyTo(SocketChannel channel) throws IOException {
        for (Map.Entry<SocketOption<?>, Object> entry : values.entrySet()) {
            apply(channel, entry.getKey(), entry.getValue());
        }
    }

    private static <T> void apply(SocketChannel channel, SocketOption<T> option, Object value)
            throws IOException {
        channel.setOption(option, option.type().cast(value));
    }
}
