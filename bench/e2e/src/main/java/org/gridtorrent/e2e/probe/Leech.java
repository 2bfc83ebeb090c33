package org.gridtorrent.e2e.probe;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocket;
import org.gridtorrent.e2e.process.CheckFailure;
import org.gridtorrent.e2e.process.Deadline;

/**
 * A device that was admitted to a content once, and keeps its line open whatever its tracker says:
 * only the peer itself can be rid of it.
 */
public final class Leech implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String PROTOCOL = "BitTorrent protocol";
    private static final byte[] MAGIC = "GTAD".getBytes(StandardCharsets.US_ASCII);

    private final SSLSocket line;
    private final DataInputStream in;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private Leech(SSLSocket line) throws IOException {
        this.line = line;
        this.in = new DataInputStream(line.getInputStream());
    }

    /** Shows the peer a ticket of the device whose home is {@code home}; refused, it is wrong. */
    public static Leech admitted(Path home, InetSocketAddress peer, String infoHash,
            byte[] ticket) {
        try {
            var leech = knock(home, peer, infoHash, ticket);
            leech.expectWelcome();
            Thread.ofVirtual().start(leech::readToTheEnd);
            return leech;
        } catch (IOException e) {
            throw new CheckFailure("the peer at %s does not admit: %s".formatted(peer, e), e);
        }
    }

    /** Whether the peer turns away the device with this ticket. */
    public static boolean isRefused(Path home, InetSocketAddress peer, String infoHash,
            byte[] ticket) {
        try (var leech = knock(home, peer, infoHash, ticket)) {
            leech.expectWelcome();
            return false;
        } catch (SocketTimeoutException e) {
            throw new CheckFailure("the peer at %s neither admits nor refuses".formatted(peer), e);
        } catch (IOException e) {
            return true;
        }
    }

    private static Leech knock(Path home, InetSocketAddress peer, String infoHash, byte[] ticket)
            throws IOException {
        var socket = new Socket();
        socket.connect(peer, (int) LIMIT.toMillis());
        socket.setSoTimeout((int) LIMIT.toMillis());
        var tls = (SSLSocket) DeviceIdentity.tls(home).getSocketFactory().createSocket(socket,
                peer.getHostString(), peer.getPort(), true);
        tls.startHandshake();
        tls.getOutputStream().write(question(HexFormat.of().parseHex(infoHash), ticket));
        tls.getOutputStream().flush();
        return new Leech(tls);
    }

    /** The admission question, and BitTorrent's handshake behind it. */
    private static byte[] question(byte[] infoHash, byte[] ticket) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.write(MAGIC);
        out.writeByte(1);
        out.write(infoHash);
        out.writeShort(ticket.length);
        out.write(ticket);
        out.writeByte(PROTOCOL.length());
        out.write(PROTOCOL.getBytes(StandardCharsets.US_ASCII));
        out.write(new byte[8]);
        out.write(infoHash);
        out.write("-XX0000-123456789012".getBytes(StandardCharsets.US_ASCII));
        return bytes.toByteArray();
    }

    /** The answer with the peer's own ticket, and its handshake. */
    private void expectWelcome() throws IOException {
        in.readNBytes(MAGIC.length + 1);
        if (in.readUnsignedByte() != 0) {
            throw new IOException("refused");
        }
        in.skipNBytes(in.readUnsignedShort());
        in.skipNBytes(1);
        if (!new String(in.readNBytes(PROTOCOL.length()), StandardCharsets.US_ASCII)
                .equals(PROTOCOL)) {
            throw new IOException("no handshake");
        }
        line.setSoTimeout(0);
    }

    private void readToTheEnd() {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Reset is an end as well.
        } finally {
            ended.complete(null);
        }
    }

    public boolean isConnected() {
        return !ended.isDone();
    }

    /** Waits until the peer has closed the line. */
    public void awaitEnd(Deadline deadline) {
        try {
            ended.get(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new CheckFailure(
                    "the peer keeps the line open for more than " + deadline.limit().toSeconds()
                            + " s",
                    e);
        } catch (ExecutionException e) {
            throw new CheckFailure("the line failed: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailure("interrupted");
        }
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
