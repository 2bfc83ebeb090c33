package org.gridtorrent.terminal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Service manager that started this program: systemd, told how the program does (sd_notify(3)).
 *
 * <p>Each message is a datagram to the Unix socket that {@code NOTIFY_SOCKET} names. Java has no such sockets, so the system's
 * calls are made. Without the variable nothing is sent. A message that cannot be sent is dropped: the manager ends a
 * service of which it hears nothing. Thread-safe.
 *
 * <p>Where the unit has a watchdog, a virtual thread reports at half of its interval. A process whose virtual threads
 * stand still is therefore restarted.
 */
public final class ServiceManager {
    /** A start that takes longer than this between two reports of progress has failed. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Optional<DatagramSocket> socket;
    private final Duration watchdog;
    private volatile @Nullable Thread reporter;

    private ServiceManager(Optional<DatagramSocket> socket, Duration watchdog) {
        this.socket = socket;
        this.watchdog = watchdog;
    }

    /** The manager that the environment names, or one that is told nothing. */
    public static ServiceManager of(Map<String, String> environment) {
        String address = environment.getOrDefault("NOTIFY_SOCKET", "");
        boolean known = address.startsWith("/") || address.startsWith("@");
        return new ServiceManager(
                known ? Optional.of(new DatagramSocket(address)) : Optional.empty(),
                watchdog(environment));
    }

    /** Zero where nobody watches, or another process is meant. */
    private static Duration watchdog(Map<String, String> environment) {
        String self = Long.toString(ProcessHandle.current().pid());
        if (!environment.getOrDefault("WATCHDOG_PID", self).equals(self)) {
            return Duration.ZERO;
        }
        try {
            return Duration.of(Long.parseLong(environment.getOrDefault("WATCHDOG_USEC", "0")),
                    ChronoUnit.MICROS);
        } catch (NumberFormatException e) {
            return Duration.ZERO;
        }
    }

    /** Starting takes long, as an upgrade of the database may: the manager waits for it. */
    public void starting() {
        send("EXTEND_TIMEOUT_USEC=" + PATIENCE.toNanos() / 1_000);
    }

    /** The program serves from now on; the status is one line for people. */
    public void ready(String status) {
        send("READY=1\nSTATUS=" + status.replace('\n', ' '));
        if (socket.isPresent() && watchdog.isPositive()) {
            reporter = Thread.ofVirtual().name("watchdog").start(this::report);
        }
    }

    private void report() {
        try {
            while (true) {
                send("WATCHDOG=1");
                Thread.sleep(watchdog.dividedBy(2));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The program ends from now on. */
    public void stopping() {
        send("STOPPING=1");
        Thread running = reporter;
        if (running != null) {
            running.interrupt();
        }
    }

    private void send(String message) {
        socket.ifPresent(open -> open.send(message));
    }

    /** Address of a datagram socket of the Unix domain, to which messages are sent (Linux). */
    @SuppressWarnings("restricted") // allowed where the program is started
    private static final class DatagramSocket {
        private static final short AF_UNIX = 1;
        private static final int SOCK_DGRAM = 2;
        private static final int SOCK_CLOEXEC = 0x80000;
        private static final int MSG_NOSIGNAL = 0x4000;
        private static final int FAMILY_LENGTH = 2;

        private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
        private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
        private final MethodHandle socket = call("socket", INT, INT, INT, INT);
        private final MethodHandle sendto = call("sendto", LONG, INT, ValueLayout.ADDRESS, LONG,
                INT, ValueLayout.ADDRESS, INT);
        private final MethodHandle close = call("close", INT, INT);
        private final byte[] address;

        /** @param name a path, or a name in the abstract name space that begins with {@code @} */
        DatagramSocket(String name) {
            address = name.getBytes(StandardCharsets.UTF_8);
            if (address[0] == '@') {
                address[0] = 0;
            }
        }

        private static MethodHandle call(String name, MemoryLayout result,
                MemoryLayout... arguments) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name),
                    FunctionDescriptor.of(result, arguments));
        }

        synchronized void send(String message) {
            try (Arena arena = Arena.ofConfined()) {
                int descriptor = (int) socket.invokeExact((int) AF_UNIX,
                        SOCK_DGRAM | SOCK_CLOEXEC, 0);
                MemorySegment text = arena.allocateFrom(message);
                MemorySegment to = address(arena);
                long _ = (long) sendto.invokeExact(descriptor, text, text.byteSize() - 1,
                        MSG_NOSIGNAL, to, (int) to.byteSize());
                int _ = (int) close.invokeExact(descriptor);
            } catch (Throwable e) {
                throw new IllegalStateException("a call of the system failed in Java", e);
            }
        }

        /** The structure {@code sockaddr_un}, as long as its name. */
        private MemorySegment address(Arena arena) {
            MemorySegment all = arena.allocate(FAMILY_LENGTH + address.length, Short.BYTES);
            all.set(ValueLayout.JAVA_SHORT, 0, AF_UNIX);
            MemorySegment.copy(address, 0, all, ValueLayout.JAVA_BYTE, FAMILY_LENGTH,
                    address.length);
            return all;
        }
    }
}
