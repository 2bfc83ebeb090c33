package org.gridtorrent.bench.tracker;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Connection to a tracker that stays, with as much of HTTP as its answers need. Confined to one thread. */
final class SoapConnection implements AutoCloseable {
    private static final int BUFFER_LENGTH = 1024;
    private static final int CONNECT_MS = 20_000;
    /** Longer than a long poll. */
    private static final int ANSWER_MS = 90_000;
    private static final int MAX_LINE_LENGTH = 8 * 1024;

    private final SSLSocket socket;
    private final InputStream in;

    private SoapConnection(SSLSocket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER_LENGTH);
    }

    /** Connects, and completes TLS's handshake. */
    static SoapConnection open(InetSocketAddress tracker, SSLContext tls) throws IOException {
        Socket plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(ANSWER_MS);
            plain.connect(tracker, CONNECT_MS);
            var socket = (SSLSocket) tls.getSocketFactory().createSocket(plain,
                    tracker.getAddress().getHostAddress(), tracker.getPort(), true);
            socket.startHandshake();
            return new SoapConnection(socket);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    /** The tracker has too much to do just now. */
    static final class BusyException extends IOException {
        private static final long serialVersionUID = 1;
        private static final Pattern AGAIN = Pattern.compile("again in (\\d+) s");

        private final int seconds;

        private BusyException(String fault) {
            super(fault);
            Matcher again = AGAIN.matcher(fault);
            seconds = again.find() ? Integer.parseInt(again.group(1)) : 1;
        }

        /** Seconds after which to ask again. */
        int seconds() {
            return seconds;
        }
    }

    /** The answer's body; a fault is an exception. */
    String ask(SoapRequest request) throws IOException {
        socket.getOutputStream().write(request.bytes());
        String status = line();
        String body = body();
        if (body.contains("<code>BUSY</code>")) {
            throw new BusyException(body);
        }
        if (!status.contains(" 200 ") || !body.contains(request.operation() + "Response")) {
            throw new IOException(request.operation() + " was answered " + status + ": " + body);
        }
        return body;
    }

    private String body() throws IOException {
        int length = -1;
        String header = line().toLowerCase(Locale.ROOT);
        while (!header.isEmpty()) {
            if (header.startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
            }
            header = line().toLowerCase(Locale.ROOT);
        }
        return length >= 0 ? bytes(length) : chunks();
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        int length = Integer.parseInt(line(), 16);
        while (length > 0) {
            body.append(bytes(length));
            var _ = line();
            length = Integer.parseInt(line(), 16);
        }
        var _ = line();
        return body.toString();
    }

    private String bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the tracker closed in the middle of an answer");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next >= 0 && next != '\n' && line.length() < MAX_LINE_LENGTH) {
            if (next != '\r') {
                line.append((char) next);
            }
            next = in.read();
        }
        if (next != '\n') {
            throw new EOFException("the tracker closed, or answered what is not HTTP: " + line);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
