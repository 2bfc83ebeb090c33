package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.gridtorrent.client.disk.DurableFile;

/** Where peers reach this device: HOST:PORT, the port the same after a restart. */
final class ListenAddress {
    private ListenAddress() {}

    /** {@link IllegalArgumentException} names the text when it is malformed. */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            String host = colon < 0 ? "" : text.substring(0, colon);
            int port = Integer.parseInt(text.substring(colon + 1));
            return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT", e);
        }
    }

    /** With port 0, the port of the last start, if there was one. */
    static InetSocketAddress remembered(InetSocketAddress wanted, Path file) throws IOException {
        if (wanted.getPort() != 0) {
            return wanted;
        }
        String text = new String(DurableFile.read(file).orElse(new byte[0]),
                StandardCharsets.US_ASCII).strip();
        return text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= 65535
                ? new InetSocketAddress(wanted.getAddress(), Integer.parseInt(text))
                : wanted;
    }

    static void remember(int port, Path file) throws IOException {
        DurableFile.write(file, Integer.toString(port).getBytes(StandardCharsets.US_ASCII));
    }
}
