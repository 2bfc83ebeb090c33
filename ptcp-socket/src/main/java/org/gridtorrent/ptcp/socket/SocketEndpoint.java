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
 * What stands behind a socket of this module. {@link java.net.Socket} and {@link java.net.ServerSocket}
 * keep the states and check what is asked in which; this does what they then ask for. So each of their
 * methods, also one that a later JDK adds, behaves as with any socket.
 *
 * <p>Options come by their old numbers or as {@link SocketOption}s; here the first become the second.
 */
public abstract class SocketEndpoint extends SocketImpl {
    private static final Map<Integer, SocketOption<?>> NUMBERED = Map.of(
            TCP_NODELAY, StandardSocketOptions.TCP_NODELAY,
            SO_KEEPALIVE, StandardSocketOptions.SO_KEEPALIVE,
            SO_LINGER, StandardSocketOptions.SO_LINGER,
            SO_SNDBUF, StandardSocketOptions.SO_SNDBUF,
            SO_RCVBUF, StandardSocketOptions.SO_RCVBUF,
            SO_REUSEADDR, StandardSocketOptions.SO_REUSEADDR,
            SO_REUSEPORT, StandardSocketOptions.SO_REUSEPORT,
            IP_TOS, StandardSocketOptions.IP_TOS);

    private volatile int timeoutMillis;

    /** How long a read or an accept may wait. */
    public final long timeoutNanos() {
        int millis = timeoutMillis;
        return millis == 0 ? TimedWait.FOREVER : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** The address that this side has; asked for only when bound. */
    abstract InetAddress localAddress() throws IOException;

    @Override
    public void setOption(int number, Object value) throws SocketException {
        switch (number) {
            case SO_TIMEOUT -> timeoutMillis = (Integer) value;
            case SO_LINGER -> set(named(number), value instanceof Integer ? value : -1);
            case SO_OOBINLINE -> requireNoUrgentData((Boolean) value);
            default -> set(named(number), value);
        }
    }

    @Override
    public Object getOption(int number) throws SocketException {
        try {
            return switch (number) {
                case SO_TIMEOUT -> timeoutMillis;
                case SO_BINDADDR -> localAddress();
                case SO_OOBINLINE -> false;
                default -> getOption(named(number));
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

    private static SocketOption<?> named(int number) throws SocketException {
        SocketOption<?> option = NUMBERED.get(number);
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
        boolean gone = e instanceof ClosedChannelException;
        return new SocketException(gone ? "Socket closed" : e.getMessage(), e);
    }

    @Override
    protected final void connect(String host, int port) throws IOException {
        connect(new InetSocketAddress(host, port), 0);
    }

    @Override
    protected final void connect(InetAddress remote, int port) throws IOException {
        connect(new InetSocketAddress(remote, port), 0);
    }

    // From here on: what only one of the two kinds of socket asks for. The other never does.

    @Override
    protected void connect(SocketAddress remote, int millis) throws IOException {
        throw refusal();
    }

    @Override
    protected void listen(int backlog) throws IOException {
        throw refusal();
    }

    /** An accepted connection comes with an endpoint of its own. */
    @Override
    protected final void accept(SocketImpl connection) throws IOException {
        throw refusal();
    }

    @Override
    protected InputStream getInputStream() throws IOException {
        throw refusal();
    }

    @Override
    protected OutputStream getOutputStream() throws IOException {
        throw refusal();
    }

    @Override
    protected int available() throws IOException {
        throw refusal();
    }

    @Override
    protected void sendUrgentData(int data) throws IOException {
        throw refusal();
    }

    private SocketException refusal() {
        return new SocketException("not supported by " + getClass().getSimpleName());
    }
}
