package org.gridtorrent.bench.link.relay;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * TUN device: packets that its host sends are read here, packets written here it receives. Never blocks.
 *
 * <p>One {@link PacketBundle} a call. The device goes on working when it is moved to another network
 * namespace, and is gone when closed.
 */
final class TunDevice implements AutoCloseable {
    private static final String DEVICE = "/dev/net/tun";
    private static final int READ_WRITE_NONBLOCK_CLOEXEC = 0x2 | 0x800 | 0x80000;
    private static final long TUNSETIFF = 0x400454caL;
    private static final short IFF_TUN_NO_PI_VNET_HDR = 0x5001;
    private static final long TUNSETOFFLOAD = 0x400454d0L;
    private static final long TUN_F_CSUM_TSO4 = 0x3;
    private static final int NAME_LENGTH = 16;

    private final int descriptor;

    private TunDevice(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Makes a device of this name in this process's network namespace. */
    static TunDevice open(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = Syscalls.open(arena.allocateFrom(DEVICE), READ_WRITE_NONBLOCK_CLOEXEC);
            if (descriptor < 0) {
                throw new IOException(DEVICE + ": " + Syscalls.errorText());
            }
            MemorySegment request = arena.allocate(40);
            request.setString(0, name);
            request.set(ValueLayout.JAVA_SHORT, NAME_LENGTH, IFF_TUN_NO_PI_VNET_HDR);
            if (Syscalls.ioctl(descriptor, TUNSETIFF, request.address()) < 0
                    || Syscalls.ioctl(descriptor, TUNSETOFFLOAD, TUN_F_CSUM_TSO4) < 0) {
                String reason = Syscalls.errorText();
                Syscalls.close(descriptor);
                throw new IOException("a TUN device cannot be made: " + reason);
            }
            return new TunDevice(descriptor);
        }
    }

    int descriptor() {
        return descriptor;
    }

    /** Puts what comes next at this address; its length, or 0 if there is nothing now. */
    int read(long address, int room) throws IOException {
        long length = Syscalls.read(descriptor, address, room);
        if (length >= 0) {
            return (int) length;
        }
        if (Syscalls.error() == Syscalls.EAGAIN || Syscalls.error() == Syscalls.EINTR) {
            return 0;
        }
        throw new IOException("reading from a TUN device: " + Syscalls.errorText());
    }

    /** Whether the host took it; it refuses while its device is down. */
    boolean write(PacketBundle bundle) {
        return Syscalls.write(descriptor, bundle.address(), bundle.length()) == bundle.length();
    }

    @Override
    public void close() {
        Syscalls.close(descriptor);
    }
}
