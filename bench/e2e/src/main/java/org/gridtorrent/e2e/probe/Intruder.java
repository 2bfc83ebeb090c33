package org.gridtorrent.e2e.probe;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import javax.net.ssl.SSLSocket;
import org.gridtorrent.e2e.process.CheckFailure;

/** A device of the site that knocks at a peer for a content it has no ticket for. */
public final class Intruder {
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String PROTOCOL = "BitTorrent protocol";

    private final Path home;

    /** Knocks with the certificate of the device whose home is {@code home}. */
    public Intruder(Path home) {
        this.home = home;
    }

    /**
     * Expects the peer at {@code address} to end the connection without BitTorrent's handshake, which it
     * would only send to someone it admitted.
     */
    public void expectRefused(InetSocketAddress address, String infoHash) {
        try (var socket = new Socket()) {
            var tls = handshake(socket, address);
            refuseHandshake(answerTo(knock(HexFormat.of().parseHex(infoHash)), tls));
        } catch (IOException e) {
            throw new CheckFailure("the peer at %s could not be asked: %s".formatted(address, e),
                    e);
        }
    }

    /** The device belongs to the site, so TLS itself lets it in. */
    private SSLSocket handshake(Socket socket, InetSocketAddress address) throws IOException {
        socket.connect(address, (int) LIMIT.toMillis());
        socket.setSoTimeout((int) LIMIT.toMillis());
        var tls = (SSLSocket) DeviceIdentity.tls(home).getSocketFactory().createSocket(socket,
                address.getHostString(), address.getPort(), true);
        tls.startHandshake();
        return tls;
    }

    private static byte[] answerTo(byte[] words, SSLSocket tls) {
        var all = new ByteArrayOutputStream();
        try {
            tls.getOutputStream().write(words);
            tls.getOutputStream().flush();
            tls.getInputStream().transferTo(all);
        } catch (SocketTimeoutException e) {
            throw new CheckFailure("the peer kept a connection open that it should have refused",
                    e);
        } catch (IOException e) {
            // Closed or reset: refused, which is what was asked for; what came before still counts.
        }
        return all.toByteArray();
    }

    /** An admission frame with a forged ticket, and BitTorrent's handshake behind it. */
    private static byte[] knock(byte[] infoHash) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.write("GTAD".getBytes(StandardCharsets.US_ASCII));
        out.writeByte(1);
        out.write(infoHash);
        var ticket = "GTT1 let me in".getBytes(StandardCharsets.US_ASCII);
        out.writeShort(ticket.length);
        out.write(ticket);
        out.writeByte(PROTOCOL.length());
        out.write(PROTOCOL.getBytes(StandardCharsets.US_ASCII));
        out.write(new byte[8]);
        out.write(infoHash);
        out.write("-XX0000-123456789012".getBytes(StandardCharsets.US_ASCII));
        return bytes.toByteArray();
    }

    private static void refuseHandshake(byte[] answer) {
        if (new String(answer, StandardCharsets.ISO_8859_1).contains(PROTOCOL)) {
            throw new CheckFailure("the peer answered an intruder with BitTorrent's handshake");
        }
    }
}
