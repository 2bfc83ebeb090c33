package org.gridtorrent.bench.link.relay;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Linux system calls without a Java API (64-bit only).
 *
 * <p>Pointers are passed as numbers, so that nothing is allocated for a packet. Not thread-safe: the error
 * number of the last call is shared. One thread of a process makes all calls.
 */
@SuppressWarnings("restricted") // to be allowed where the program is started
final class Syscalls {
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final long FAILED = -1;

    /** All memory of this process, so that an address is an offset in it. */
    static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO_FIELD = Linker.Option.captureStateLayout()
            .varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MemorySegment STATE = Arena.global()
            .allocate(Linker.Option.captureStateLayout());

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MethodHandle OPEN = call("open", 2, INT, LONG, INT);
    private static final MethodHandle IOCTL = call("ioctl", 2, INT, INT, LONG, LONG);
    private static final MethodHandle READ = call("read", 3, LONG, INT, LONG, LONG);
    private static final MethodHandle WRITE = call("write", 3, LONG, INT, LONG, LONG);
    private static final MethodHandle CLOSE = call("close", 1, INT, INT);
    private static final MethodHandle PPOLL = call("ppoll", 4, INT, LONG, LONG, LONG, LONG);
    private static final MethodHandle SCHEDULE = call("sched_setscheduler", 3, INT, INT, INT, LONG);
    private static final MethodHandle MMAP = call("mmap", 6, LONG, LONG, LONG, INT, INT, INT, LONG);
    private static final MethodHandle STRERROR = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, INT));

    private Syscalls() {}

    private static MethodHandle call(String name, int fixedArguments, MemoryLayout result,
            MemoryLayout... arguments) {
        FunctionDescriptor form = FunctionDescriptor.of(result, arguments);
        MemorySegment function = LINKER.defaultLookup().findOrThrow(name);
        return fixedArguments == arguments.length
                ? LINKER.downcallHandle(function, form, ERRNO)
                : LINKER.downcallHandle(function, form, ERRNO,
                        Linker.Option.firstVariadicArg(fixedArguments));
    }

    static int open(MemorySegment path, int flags) {
        try {
            return (int) OPEN.invokeExact(STATE, path.address(), flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int ioctl(int descriptor, long request, long argument) {
        try {
            return (int) IOCTL.invokeExact(STATE, descriptor, request, argument);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static long read(int descriptor, long address, long length) {
        try {
            return (long) READ.invokeExact(STATE, descriptor, address, length);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static long write(int descriptor, long address, long length) {
        try {
            return (long) WRITE.invokeExact(STATE, descriptor, address, length);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static void close(int descriptor) {
        try {
            int _ = (int) CLOSE.invokeExact(STATE, descriptor);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int ppoll(long descriptors, long count, long timeout) {
        try {
            return (int) PPOLL.invokeExact(STATE, descriptors, count, timeout, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Lets the calling thread run as soon as it can, before all that are not of this kind; false if this
     * user may not.
     */
    static boolean runFirst() {
        int roundRobin = 2;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment lowestPriority = arena.allocateFrom(INT, 1);
            return (int) SCHEDULE.invokeExact(STATE, 0, roundRobin, lowestPriority.address()) == 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Memory that takes no room before it is written to, and is held to the process's end. */
    static MemorySegment reserve(long length) throws IOException {
        int readWrite = 3;
        int privateAnonymousNoReserve = 0x2 | 0x20 | 0x4000;
        try {
            long address = (long) MMAP.invokeExact(STATE, 0L, length, readWrite,
                    privateAnonymousNoReserve, -1, 0L);
            if (address == FAILED) {
                throw new IOException(length + " bytes of memory: " + errorText());
            }
            return MemorySegment.ofAddress(address).reinterpret(length);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Why the last call failed. */
    static int error() {
        return (int) ERRNO_FIELD.get(STATE, 0L);
    }

    static String errorText() {
        try {
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(error());
            return text.reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable e) {
        return new IllegalStateException("a call of the kernel failed in Java", e);
    }
}
