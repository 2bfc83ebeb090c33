package org.gridtorrent.ptcp.socket;

import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gridtorrent.ptcp.net.InterruptedSocketException;
import org.gridtorrent.ptcp.net.SocketInterrupts;
import org.gridtorrent.ptcp.net.TcpOptions;

/**
 * Endpoint of an accepted connection of another protocol, of which the handshake has read the first bytes.
 *
 * <p>Thread-safe, as far as the socket below is.
 */
public final class PlainEndpoint extends SocketEndpoint {
    private final Socket socket;
    private final ByteArrayInputStream first;
    private final InputStream rest;

    PlainEndpoint(Socket socket, ByteArrayInputStream firstBytes) throws IOException {
        this.socket = socket;
        first = firstBytes;
        rest = socket.getInputStream();
        address = socket.getInetAddress();
        port = socket.getPort();
        localport = socket.getLocalPort();
    }

    /** The first bytes, then what comes. */
    private final class Input extends InputStream {
        private volatile boolean ended;

        @Override
        public int read() throws IOException {
            byte[] one = readNBytes(1);
            return one.length == 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length == 0) {
                return 0;
            }
            if (ended) {
                return -1;
            }
            int count = transfer(() -> readFirst(bytes, offset, length));
            ended = count < 0;
            return count;
        }

        private int readFirst(byte[] bytes, int offset, int length) throws IOException {
            boolean open = !socket.isClosed() && !socket.isInputShutdown();
            return open && first.available() > 0
                    ? first.read(bytes, offset, length)
                    : rest.read(bytes, offset, length);
        }

        @Override
        public int available() throws IOException {
            return PlainEndpoint.this.available();
        }
    }

    /** Output whose failures are those of a socket, not of a channel. */
    private final class Output extends FilterOutputStream {
        Output(OutputStream channel) {
            super(channel);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length > 0) {
                requireOutput();
                transfer(() -> {
                    out.write(bytes, offset, length);
                    return length;
                });
            }
        }
    }

    /**
     * Reads or writes, and fails as a socket does. For a platform thread a virtual one does it, because an
     * interrupt must not close the channel.
     */
    private static int transfer(Callable<Integer> action) throws IOException {
        try {
            return SocketInterrupts.callOnChannel(action);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (ClosedByInterruptException e) {
            throw new InterruptedSocketException();
        } catch (IOException e) {
            throw asSocketException(e);
        }
    }

    private void requireOutput() throws SocketException {
        if (socket.isClosed()) {
            throw new SocketException("Socket closed");
        }
        if (socket.isOutputShutdown()) {
            throw new SocketException("Socket output is shutdown");
        }
    }

    @Override
    protected void create(boolean stream) {}

    /** Nothing to do: it is connected, and {@link Socket} only has to learn that. */
    @Override
    protected void connect(SocketAddress remote, int millis) {}

    @Override
    protected void bind(InetAddress host, int port) throws IOException {
        throw new SocketException("Already bound");
    }

    @Override
    InetAddress localAddress() {
        return socket.getLocalAddress();
    }

    @Override
    protected InputStream getInputStream() {
        return new Input();
    }

    @Override
    protected OutputStream getOutputStream() throws IOException {
        return new Output(socket.getOutputStream());
    }

    @Override
    protected int available() throws IOException {
        try {
            int more = rest.available();
            return socket.isInputShutdown() ? more : first.available() + more;
        } catch (ClosedChannelException e) {
            throw asSocketException(e);
        }
    }

    @Override
    protected void shutdownInput() throws IOException {
        socket.shutdownInput();
    }

    @Override
    protected void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    protected void close() throws IOException {
        socket.close();
    }

    @Override
    protected boolean supportsUrgentData() {
        return true;
    }

    @Override
    protected void sendUrgentData(int data) throws IOException {
        requireOutput();
        socket.sendUrgentData(data);
    }

    @Override
    public void setOption(int number, Object value) throws SocketException {
        switch (number) {
            case SO_TIMEOUT -> socket.setSoTimeout((Integer) value);
            case SO_OOBINLINE -> socket.setOOBInline((Boolean) value);
            default -> super.setOption(number, value);
        }
    }

    @Override
    public Object getOption(int number) throws SocketException {
        return switch (number) {
            case SO_TIMEOUT -> socket.getSoTimeout();
            case SO_OOBINLINE -> socket.getOOBInline();
            default -> super.getOption(number);
        };
    }

    @Override
    protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
        socket.setOption(option, value);
    }

    @Override
    protected <T> T getOption(SocketOption<T> option) throws IOException {
        return socket.getOption(option);
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return TcpOptions.supported();
    }
}
