package org.gridtorrent.engine.cache;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Gives ranges of a file back to the file system, by Linux's fallocate(2).
 *
 * <p>Java has no call for it. The file keeps its length, and reads as zeros there. Thread-safe.
 */
@SuppressWarnings("restricted") // to be allowed where the program is started
final class HolePuncher implements AutoCloseable {
    private static final int O_RDWR = 2;
    private static final int O_CLOEXEC = 0x80000;
    /** FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE. */
    private static final int PUNCH_HOLE_KEEP_SIZE = 3;
    private static final int EINTR = 4;
    private static final int EOPNOTSUPP = 95;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO_FIELD = Linker.Option.captureStateLayout()
            .varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle OPEN = call("open", FunctionDescriptor
            .of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final MethodHandle FALLOCATE = call("fallocate",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle CLOSE = call("close",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private final Path file;
    private final int descriptor;

    private HolePuncher(Path file, int descriptor) {
        this.file = file;
        this.descriptor = descriptor;
    }

    private static MethodHandle call(String name, FunctionDescriptor form) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), form, ERRNO);
    }

    /** Opens the file, which must exist. */
    static HolePuncher open(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            int descriptor = (int) OPEN.invokeExact(state, arena.allocateFrom(file.toString()),
                    O_RDWR | O_CLOEXEC);
            if (descriptor < 0) {
                throw new FileSystemException(file.toString(), null,
                        "cannot be opened: error " + errno(state));
            }
            return new HolePuncher(file, descriptor);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Frees what the range takes on the disk, to whole blocks of the file system. */
    void punch(long offset, long length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            while ((int) FALLOCATE.invokeExact(state, descriptor, PUNCH_HOLE_KEEP_SIZE, offset,
                    length) != 0) {
                int error = errno(state);
                if (error != EINTR) {
                    throw new FileSystemException(file.toString(), null, error == EOPNOTSUPP
                            ? "the file system cannot punch holes; put the cache on another one"
                            : "no hole can be punched: error " + error);
                }
            }
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO_FIELD.get(state, 0L);
    }

    private static IOException unexpected(Throwable e) throws IOException {
        switch (e) {
            case IOException io -> throw io;
            case RuntimeException mistake -> throw mistake;
            case Error error -> throw error;
            default -> throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try (Arena arena = Arena.ofConfined()) {
            int _ = (int) CLOSE.invokeExact(arena.allocate(Linker.Option.captureStateLayout()),
                    descriptor);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
