package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An accepted connection that did not speak PTCP: a plain socket whose input begins with the bytes
 * that were read to find that out.
 */
final class PlainSocket extends Socket {
    private final Socket socket;
    private final PushedBackInputStream input;

    PlainSocket(Socket socket, byte[] consumed) throws IOException {
        this.socket = socket;
        this.input = new PushedBackInputStream(consumed, socket.getInputStream());
    }

    /** Some bytes, then the rest of another stream. */
    private static final class PushedBackInputStream extends InputStream {
        private final byte[] first;
        private final InputStream rest;
        private int position;

        PushedBackInputStream(byte[] first, InputStream rest) {
            this.first = first;
            this.rest = rest;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = Math.min(length, first.length - position);
            if (count <= 0) {
                return rest.read(bytes, offset, length);
            }
            System.arraycopy(first, position, bytes, offset, count);
            position += count;
            return count;
        }

        @Override
        public int available() throws IOException {
            return first.length - position + rest.available();
        }

        @Override
        public void close() throws IOException {
            rest.close();
        }
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        throw new SocketException("already connected");
    }

    @Override
    public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
        throw new SocketException("already connected");
    }

    @Override
    public void bind(@Nullable SocketAddress address) throws IOException {
        throw new SocketException("already bound");
    }

    @Override
    public InputStream getInputStream() throws IOException {
        socket.getInputStream();
        return input;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return socket.getOutputStream();
    }

    @Override
    public void shutdownInput() throws IOException {
        socket.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        return socket.getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return socket.getLocalAddress();
    }

    @Override
    public int getPort() {
        return socket.getPort();
    }

    @Override
    public int getLocalPort() {
        return socket.getLocalPort();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return socket.getRemoteSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return socket.getLocalSocketAddress();
    }

    /** None: bytes that were read already would be missing from it. */
    @Override
    public @Nullable SocketChannel getChannel() {
        return null;
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isBound() {
        return true;
    }

    @Override
    public boolean isClosed() {
        return socket.isClosed();
    }

    @Override
    public boolean isInputShutdown() {
        return socket.isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return socket.isOutputShutdown();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        socket.setTcpNoDelay(on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return socket.getTcpNoDelay();
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        socket.setSoLinger(on, seconds);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return socket.getSoLinger();
    }

    @Override
    public void sendUrgentData(int data) throws IOException {
        socket.sendUrgentData(data);
    }

    @Override
    public void setOOBInline(boolean on) throws SocketException {
        socket.setOOBInline(on);
    }

    @Override
    public boolean getOOBInline() throws SocketException {
        return socket.getOOBInline();
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        socket.setSoTimeout(millis);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return socket.getSoTimeout();
    }

    @Override
    public void setSendBufferSize(int length) throws SocketException {
        socket.setSendBufferSize(length);
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return socket.getSendBufferSize();
    }

    @Override
    public void setReceiveBufferSize(int length) throws SocketException {
        socket.setReceiveBufferSize(length);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return socket.getReceiveBufferSize();
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        socket.setKeepAlive(on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return socket.getKeepAlive();
    }

    @Override
    public void setTrafficClass(int value) throws SocketException {
        socket.setTrafficClass(value);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return socket.getTrafficClass();
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        socket.setReuseAddress(on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return socket.getReuseAddress();
    }

    @Override
    public <T> Socket setOption(SocketOption<T> option, T value) throws IOException {
        socket.setOption(option, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> option) throws IOException {
        return socket.getOption(option);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return socket.supportedOptions();
    }

    @Override
    public String toString() {
        return "PlainSocket[" + socket.getRemoteSocketAddress() + "]";
    }
}
