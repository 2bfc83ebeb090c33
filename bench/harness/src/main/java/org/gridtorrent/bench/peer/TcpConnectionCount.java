package org.gridtorrent.bench.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Count of this network namespace's TCP connections, from {@code /proc/net/tcp} of proc(5). */
final class TcpConnectionCount {
    private static final List<Path> TABLES = List.of(Path.of("/proc/self/net/tcp"),
            Path.of("/proc/self/net/tcp6"));
    private static final String ESTABLISHED = "01";
    private static final int REMOTE = 2;
    private static final int STATE = 3;

    private TcpConnectionCount() {}

    /** Number of connections to one of these ports; 0 where the kernel is not Linux. */
    static int to(Collection<InetSocketAddress> peers) {
        Set<String> ports = peers.stream()
                .map(peer -> String.format(Locale.ROOT, ":%04X", peer.getPort()))
                .collect(Collectors.toSet());
        return (int) TABLES.stream().flatMap(TcpConnectionCount::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > STATE && fields[STATE].equals(ESTABLISHED))
                .filter(fields -> ports.stream().anyMatch(fields[REMOTE]::endsWith)).count();
    }

    private static Stream<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1);
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
