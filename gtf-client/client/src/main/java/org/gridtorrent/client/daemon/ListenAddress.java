package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.gridtorrent.client.disk.DurableFile;

/** Where peers reach this device, the port the same after a restart. */
final class ListenAddress {
    private ListenAddress() {}

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
