package org.gridtorrent.fuse.system;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code fusermount3} of the package fuse3, which mounts for users who are not root.
 *
 * <p>It opens {@code /dev/fuse}, mounts, and sends the descriptor over a socket whose number is in {@code
 * _FUSE_COMMFD}. Java's processes inherit no descriptors, so it is started by {@code posix_spawn}.
 */
final class MountHelper {
    private static final String PROGRAM = "fusermount3";
    private static final String MISSING = PROGRAM
            + " is missing. Install the package fuse3: apt install fuse3";
    private static final int SOCKET_IN_HELPER = 3;
    private static final int AF_UNIX = 1;
    private static final int STREAM_CLOEXEC = 1 | 0x80000;
    private static final int CLOEXEC_RECEIVED = 0x40000000;
    private static final int CREATE_READ_WRITE_CLOEXEC = 0x2 | 0x80000;
    /** More than {@code posix_spawn_file_actions_t} has in any C library. */
    private static final int ACTIONS_LENGTH = 512;

    private MountHelper() {}

    /** The descriptor of {@code /dev/fuse}, mounted at the folder. */
    static int mount(Path folder, Syscalls calls, Arena arena) throws IOException {
        MemorySegment pair = arena.allocate(2L * Integer.BYTES, Integer.BYTES);
        if (calls.socketPair(AF_UNIX, STREAM_CLOEXEC, pair) < 0) {
            throw new IOException("a pair of sockets: " + calls.errorText());
        }
        int ours = pair.get(ValueLayout.JAVA_INT, 0);
        int helpers = pair.get(ValueLayout.JAVA_INT, Integer.BYTES);
        Path errors = Files.createTempFile("gridtorrent-mount", ".txt");
        try {
            int status = runToEnd(folder, helpers, errors, calls, arena);
            calls.close(helpers);
            helpers = -1;
            int device = status == 0 ? receiveDescriptor(ours, calls, arena) : -1;
            if (device < 0) {
                throw failure(Files.readString(errors, StandardCharsets.UTF_8));
            }
            return device;
        } finally {
            calls.close(ours);
            if (helpers >= 0) {
                calls.close(helpers);
            }
            Files.delete(errors);
        }
    }

    private static MountException failure(String said) {
        String reason = said.strip();
        return reason.contains("/dev/fuse")
                ? new MountException(reason + ". As root: modprobe fuse; chmod 666 /dev/fuse",
                        false)
                : new MountException(reason.isEmpty() ? PROGRAM + " failed" : reason,
                        reason.contains(Errno.EBUSY.description()));
    }

    private static int runToEnd(Path folder, int socket, Path errors, Syscalls calls, Arena arena)
            throws MountException {
        int text = calls.open(arena.allocateFrom(errors.toString()), CREATE_READ_WRITE_CLOEXEC);
        MemorySegment actions = arena.allocate(ACTIONS_LENGTH, Long.BYTES);
        MemorySegment pid = arena.allocate(ValueLayout.JAVA_INT);
        calls.beginActions(actions);
        calls.addDuplicate(actions, socket, SOCKET_IN_HELPER);
        calls.addDuplicate(actions, text, 2);
        int error = calls.spawn(pid, arena.allocateFrom(PROGRAM), actions,
                strings(arena, PROGRAM, "-o",
                        "nosuid,nodev,fsname=" + Mounts.NAME + ",subtype=" + Mounts.NAME, "--",
                        folder.toString()),
                strings(arena, "_FUSE_COMMFD=" + SOCKET_IN_HELPER, "LC_ALL=C",
                        "PATH=" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin")));
        calls.endActions(actions);
        calls.close(text);
        if (error != 0) {
            throw new MountException(MISSING, false);
        }
        MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
        while (calls.waitFor(pid.get(ValueLayout.JAVA_INT, 0), status) < 0
                && calls.failedWith(Errno.EINTR)) {
            // waited for again
        }
        return status.get(ValueLayout.JAVA_INT, 0);
    }

    /** An array of C strings that ends in a null pointer. */
    private static MemorySegment strings(Arena arena, String... values) {
        MemorySegment array = arena.allocate((values.length + 1L) * Long.BYTES, Long.BYTES);
        for (int i = 0; i < values.length; i++) {
            array.set(ValueLayout.JAVA_LONG, (long) i * Long.BYTES,
                    arena.allocateFrom(values[i], StandardCharsets.UTF_8).address());
        }
        return array;
    }

    /** The descriptor in the one message (SCM_RIGHTS); negative when there is none. */
    private static int receiveDescriptor(int socket, Syscalls calls, Arena arena) {
        MemorySegment data = arena.allocate(8, Long.BYTES);
        MemorySegment control = arena.allocate(64, Long.BYTES);
        MemorySegment vector = arena.allocate(16, Long.BYTES);
        vector.set(ValueLayout.JAVA_LONG, 0, data.address());
        vector.set(ValueLayout.JAVA_LONG, 8, 1);
        MemorySegment message = arena.allocate(56, Long.BYTES);
        message.set(ValueLayout.JAVA_LONG, 16, vector.address());
        message.set(ValueLayout.JAVA_LONG, 24, 1);
        message.set(ValueLayout.JAVA_LONG, 32, control.address());
        message.set(ValueLayout.JAVA_LONG, 40, control.byteSize());
        long received = calls.receiveMessage(socket, message, CLOEXEC_RECEIVED);
        long socketLevelRights = 1L | 1L << Integer.SIZE;
        boolean hasDescriptor = received > 0 && message.get(ValueLayout.JAVA_LONG, 40) >= 20
                && control.get(ValueLayout.JAVA_LONG, 8) == socketLevelRights;
        return hasDescriptor ? control.get(ValueLayout.JAVA_INT, 16) : -1;
    }

    /** Runs it without a socket, as it unmounts. */
    static void run(List<String> arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(PROGRAM).redirectErrorStream(true);
        builder.command().addAll(arguments);
        builder.environment().put("LC_ALL", "C");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new MountException(MISSING, false);
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw failure(said);
        }
    }
}
