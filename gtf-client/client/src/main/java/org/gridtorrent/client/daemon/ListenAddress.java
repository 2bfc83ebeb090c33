package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.gridtorrent.client.disk.StateFile;

/** Where peers reach this device, the port the same after a restart. */
public final class ListenAddress {
    private static final String LOSS = "another port is taken";

    private ListenAddress() {}

    /** With port 0, the port of the last start, if there was one. */
    public static InetSocketAddress remembered(InetSocketAddress wanted, Path file)
            throws IOException {
        if (wanted.getPort() != 0) {
            return wanted;
        }
        Optional<byte[]> bytes = StateFile.read(file, LOSS);
        if (bytes.isEmpty()) {
            return wanted;
        }
        String text = new String(bytes.get(), StandardCharsets.US_ASCII).strip();
        if (text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= 65535) {
            return new InetSocketAddress(wanted.getAddress(), Integer.parseInt(text));
        }
        StateFile.setAside(file, "it has no port in it", LOSS);
        return wanted;
    }

    static void remember(int port, Path file) throws IOException {
        StateFile.write(file, Integer.toString(port).getBytes(StandardCharsets.US_ASCII));
    }
}
