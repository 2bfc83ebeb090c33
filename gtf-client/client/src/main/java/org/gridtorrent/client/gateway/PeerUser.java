package org.gridtorrent.client.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Which user of this machine has the other end of a connection over the loopback interface, by the kernel's tables of
 * sockets (proc(5)). Where there are none, as on macOS, every user passes, and the session's cookie alone decides.
 */
final class PeerUser {
    /** The second has IPv4 connections of sockets that are open for IPv6 too. */
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"),
            Path.of("/proc/net/tcp6"));
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int USER = 7;

    private PeerUser() {}

    /** Whether the connection's other end is of the user who runs this process. */
    static boolean isOwn(InetSocketAddress peer, InetSocketAddress own) throws IOException {
        if (!Files.exists(TABLES.getFirst())) {
            return true;
        }
        String user = Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
        for (Path table : TABLES) {
            if (Files.exists(table) && has(table, address(peer), address(own), user)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(Path table, String local, String remote, String user)
            throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(table)) {
            return lines.lines().map(line -> line.strip().split("\\s+", -1))
                    .anyMatch(fields -> fields.length > USER && fields[USER].equals(user)
                            && fields[LOCAL].endsWith(local) && fields[REMOTE].endsWith(remote));
        }
    }

    /** As the tables have it, the address in the machine's order of bytes; the end of an IPv4 one in the IPv6 table. */
    private static String address(InetSocketAddress socket) {
        if (!(socket.getAddress() instanceof Inet4Address)) {
            throw new IllegalArgumentException("not an IPv4 address: " + socket);
        }
        byte[] bytes = socket.getAddress().getAddress();
        boolean isLittle = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length; i++) {
            text.append("%02X".formatted(bytes[isLittle ? bytes.length - 1 - i : i]));
        }
        return text.append(":%04X".formatted(socket.getPort())).toString();
    }
}
