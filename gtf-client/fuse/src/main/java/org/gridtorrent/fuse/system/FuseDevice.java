package org.gridtorrent.fuse.system;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One mount's connection to the kernel: each read takes one request, each write brings one reply or
 * notification.
 *
 * <p>Thread-safe. Several threads read from one descriptor; cloned descriptors would spare them a lock in
 * the kernel, but every reply would have to find its own, and two processors gain nothing by it.
 */
public final class FuseDevice {
    /** Header, and the longest list of what is written at once. */
    private static final int VECTOR_LENGTH = 16;

    private final int descriptor;

    FuseDevice(int descriptor) {
        this.descriptor = descriptor;
    }

    int descriptor() {
        return descriptor;
    }

    /** Reads requests into one buffer. Confined to the thread that made it. */
    public final class Reader {
        private final MemorySegment buffer;
        private final Syscalls calls;

        private Reader(Arena arena, int length) {
            buffer = arena.allocate(length, Long.BYTES);
            calls = new Syscalls(arena);
        }

        /** Waits for a request; an empty segment when it is unmounted. Valid until the next call. */
        public MemorySegment next() throws IOException {
            while (true) {
                long length = calls.read(descriptor, buffer);
                if (length >= 0) {
                    return buffer.asSlice(0, length);
                }
                if (calls.failedWith(Errno.ENODEV)) {
                    return MemorySegment.NULL;
                }
                // ENOENT: whoever asked was interrupted before the request was read.
                if (!calls.failedWith(Errno.EINTR) && !calls.failedWith(Errno.EAGAIN)
                        && !calls.failedWith(Errno.ENOENT)) {
                    throw new IOException("reading from /dev/fuse: " + calls.errorText());
                }
            }
        }
    }

    /** Reader whose buffer takes requests of at most this length. */
    public Reader reader(Arena arena, int length) {
        return new Reader(arena, length);
    }

    /**
     * Writes one message; never waits for another process unless it is a notification. Whether somebody
     * took it: nobody does when the request was given up meanwhile or the mount is gone.
     *
     * @param parts native memory, in order
     */
    public boolean write(MemorySegment... parts) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment vectors = arena.allocate((long) VECTOR_LENGTH * parts.length, Long.BYTES);
            for (int i = 0; i < parts.length; i++) {
                vectors.set(ValueLayout.JAVA_LONG, (long) i * VECTOR_LENGTH, parts[i].address());
                vectors.set(ValueLayout.JAVA_LONG, (long) i * VECTOR_LENGTH + Long.BYTES,
                        parts[i].byteSize());
            }
            Syscalls calls = new Syscalls(arena);
            return calls.writev(descriptor, vectors, parts.length) >= 0;
        }
    }

    /** Gives the connection up: whoever waits for a reply gets an error. No thread may use it any more. */
    public void close() {
        try (Arena arena = Arena.ofConfined()) {
            new Syscalls(arena).close(descriptor);
        }
    }
}
