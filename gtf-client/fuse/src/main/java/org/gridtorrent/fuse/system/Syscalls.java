package org.gridtorrent.fuse.system;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * System calls of Linux without a Java API. Pointers are passed as numbers.
 *
 * <p>Each instance keeps the error number of its last call: one thread at a time.
 */
@SuppressWarnings("restricted") // allowed where the program is started
final class Syscalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO_FIELD = Linker.Option.captureStateLayout()
            .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MethodHandle OPEN = call("open", 2, INT, LONG, INT);
    private static final MethodHandle CLOSE = call("close", 1, INT, INT);
    private static final MethodHandle READ = call("read", 3, LONG, INT, LONG, LONG);
    private static final MethodHandle WRITEV = call("writev", 3, LONG, INT, LONG, INT);
    private static final MethodHandle ACCESS = call("access", 2, INT, LONG, INT);
    private static final MethodHandle MOUNT = call("mount", 5, INT, LONG, LONG, LONG, LONG, LONG);
    private static final MethodHandle UMOUNT2 = call("umount2", 2, INT, LONG, INT);
    private static final MethodHandle GETEUID = call("geteuid", 0, INT);
    private static final MethodHandle GETEGID = call("getegid", 0, INT);
    private static final MethodHandle SOCKETPAIR = call("socketpair", 4, INT, INT, INT, INT, LONG);
    private static final MethodHandle RECVMSG = call("recvmsg", 3, LONG, INT, LONG, INT);
    private static final MethodHandle WAITPID = call("waitpid", 3, INT, INT, LONG, INT);
    private static final MethodHandle SPAWN = call("posix_spawnp", 6, INT, LONG, LONG, LONG, LONG,
            LONG, LONG);
    private static final MethodHandle SPAWN_ACTIONS = call("posix_spawn_file_actions_init", 1, INT,
            LONG);
    private static final MethodHandle SPAWN_DUP2 = call("posix_spawn_file_actions_adddup2", 3, INT,
            LONG, INT, INT);
    private static final MethodHandle SPAWN_ACTIONS_END = call("posix_spawn_file_actions_destroy",
            1, INT, LONG);

    private final MemorySegment state;

    /** @param arena lives as long as this is used */
    Syscalls(Arena arena) {
        state = arena.allocate(Linker.Option.captureStateLayout());
    }

    private static MethodHandle call(String name, int fixedArguments, MemoryLayout result,
            MemoryLayout... arguments) {
        FunctionDescriptor form = FunctionDescriptor.of(result, arguments);
        MemorySegment function = LINKER.defaultLookup().findOrThrow(name);
        return fixedArguments == arguments.length
                ? LINKER.downcallHandle(function, form, ERRNO)
                : LINKER.downcallHandle(function, form, ERRNO,
                        Linker.Option.firstVariadicArg(fixedArguments));
    }

    /** Error number of the last call that failed. */
    int error() {
        return (int) ERRNO_FIELD.get(state, 0L);
    }

    boolean failedWith(Errno errno) {
        return error() == errno.code();
    }

    String errorText() {
        return Errno.of(error()).map(Errno::description).orElse("error number " + error());
    }

    int open(MemorySegment path, int flags) {
        try {
            return (int) OPEN.invokeExact(state, path.address(), flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    void close(int descriptor) {
        try {
            int _ = (int) CLOSE.invokeExact(state, descriptor);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    long read(int descriptor, MemorySegment into) {
        try {
            return (long) READ.invokeExact(state, descriptor, into.address(), into.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** @param vectors addresses and lengths in turn */
    long writev(int descriptor, MemorySegment vectors, int count) {
        try {
            return (long) WRITEV.invokeExact(state, descriptor, vectors.address(), count);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int access(MemorySegment path) {
        try {
            return (int) ACCESS.invokeExact(state, path.address(), 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int mount(MemorySegment source, MemorySegment target, MemorySegment type, long flags,
            MemorySegment data) {
        try {
            return (int) MOUNT.invokeExact(state, source.address(), target.address(),
                    type.address(), flags, data.address());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int unmount(MemorySegment target, int flags) {
        try {
            return (int) UMOUNT2.invokeExact(state, target.address(), flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int effectiveUser() {
        try {
            return (int) GETEUID.invokeExact(state);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int effectiveGroup() {
        try {
            return (int) GETEGID.invokeExact(state);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** @param pair where the two descriptors go */
    int socketPair(int domain, int type, MemorySegment pair) {
        try {
            return (int) SOCKETPAIR.invokeExact(state, domain, type, 0, pair.address());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    long receiveMessage(int socket, MemorySegment message, int flags) {
        try {
            return (long) RECVMSG.invokeExact(state, socket, message.address(), flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** The error number itself, 0 when the process runs. */
    int spawn(MemorySegment pid, MemorySegment program, MemorySegment actions,
            MemorySegment arguments, MemorySegment environment) {
        try {
            return (int) SPAWN.invokeExact(state, pid.address(), program.address(),
                    actions.address(), 0L, arguments.address(), environment.address());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    void beginActions(MemorySegment actions) {
        try {
            int _ = (int) SPAWN_ACTIONS.invokeExact(state, actions.address());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    void addDuplicate(MemorySegment actions, int descriptor, int as) {
        try {
            int _ = (int) SPAWN_DUP2.invokeExact(state, actions.address(), descriptor, as);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    void endActions(MemorySegment actions) {
        try {
            int _ = (int) SPAWN_ACTIONS_END.invokeExact(state, actions.address());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int waitFor(int pid, MemorySegment status) {
        try {
            return (int) WAITPID.invokeExact(state, pid, status.address(), 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable e) {
        return new IllegalStateException("a system call failed in Java", e);
    }
}
