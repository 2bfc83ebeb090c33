package org.gridtorrent.ptcp.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.ptcp.net.TimedWait;

/**
 * Base of the endpoints: a {@link SocketImpl} whose options and unsupported calls are the same for all.
 *
 * <p>{@link java.net.Socket} and {@link java.net.ServerSocket} keep the states and check each call in them, so
 * every method of theirs behaves as with any socket, also one that a later JDK adds. Options come by their old
 * numbers or as {@link SocketOption}s; the numbers are translated here.
 */
public abstract class SocketEndpoint extends SocketImpl {
    private static final Map<Integer, SocketOption<?>> BY_NUMBER = Map.of(
            TCP_NODELAY, StandardSocketOptions.TCP_NODELAY,
            SO_KEEPALIVE, StandardSocketOptions.SO_KEEPALIVE,
            SO_LINGER, StandardSocketOptions.SO_LINGER,
            SO_SNDBUF, StandardSocketOptions.SO_SNDBUF,
            SO_RCVBUF, StandardSocketOptions.SO_RCVBUF,
            SO_REUSEADDR, StandardSocketOptions.SO_REUSEADDR,
            SO_REUSEPORT, StandardSocketOptions.SO_REUSEPORT,
            IP_TOS, StandardSocketOptions.IP_TOS);

    private volatile int timeoutMillis;

    /** Time that a read or an accept may wait. */
    public final long timeoutNanos() {
        int millis = timeoutMillis;
        return millis == 0 ? TimedWait.FOREVER : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** The address of this side; called only when bound. */
    abstract InetAddress localAddress() throws IOException;

    @Override
    public void setOption(int number, Object value) throws SocketException {
        switch (number) {
            case SO_TIMEOUT -> timeoutMillis = (Integer) value;
            case SO_LINGER -> set(option(number), value instanceof Integer ? value : -1);
            case SO_OOBINLINE -> requireNoUrgentData((Boolean) value);
            default -> set(option(number), value);
        }
    }

    @Override
    public Object getOption(int number) throws SocketException {
        try {
            return switch (number) {
                case SO_TIMEOUT -> timeoutMillis;
                case SO_BINDADDR -> localAddress();
                case SO_OOBINLINE -> false;
                default -> getOption(option(number));
            };
        } catch (IOException e) {
            throw asSocketException(e);
        }
    }

    private static void requireNoUrgentData(boolean on) throws SocketException {
        if (on) {
            throw new SocketException("Urgent data not supported");
        }
    }

    private static SocketOption<?> option(int number) throws SocketException {
        SocketOption<?> option = BY_NUMBER.get(number);
        if (option == null) {
            throw new SocketException("Option " + number + " is not supported");
        }
        return option;
    }

    private <T> void set(SocketOption<T> option, Object value) throws SocketException {
        try {
            setOption(option, option.type().cast(value));
        } catch (IOException e) {
            throw asSocketException(e);
        }
    }

    static SocketException asSocketException(IOException e) {
        if (e instanceof SocketException known) {
            return known;
        }
        boolean isClosed = e instanceof ClosedChannelException;
        return new SocketException(isClosed ? "Socket closed" : e.getMessage(), e);
    }

    @Override
    protected final void connect(String host, int port) throws IOException {
        connect(new InetSocketAddress(host, port), 0);
    }

    @Override
    protected final void connect(InetAddress remote, int port) throws IOException {
        connect(new InetSocketAddress(remote, port), 0);
    }

    // From here on: calls that either sockets or server sockets make, but not both.

    @Override
    protected void connect(SocketAddress remote, int millis) throws IOException {
        throw unsupported();
    }

    @Override
    protected void listen(int backlog) throws IOException {
        throw unsupported();
    }

    /** Never called: {@code accept} of the server socket is overridden. */
    @Override
    protected final void accept(SocketImpl connection) throws IOException {
        throw unsupported();
    }

    @Override
    protected InputStream getInputStream() throws IOException {
        throw unsupported();
    }

    @Override
    protected OutputStream getOutputStream() throws IOException {
        throw unsupported();
    }

    @Override
    protected int available() throws IOException {
        throw unsupported();
    }

    @Override
    protected void sendUrgentData(int data) throws IOException {
        throw unsupported();
    }

    private SocketException unsupported() {
        return new SocketException("not supported by " + getClass().getSimpleName());
    }
}
