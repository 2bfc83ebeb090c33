package org.gridtorrent.fuse.system;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Mounts and unmounts folders: as root by the system calls, otherwise by {@code fusermount3}, which is
 * installed with the right to mount for users. Thread-safe.
 */
public final class Mounts {
    /** Name that mount tables show. */
    static final String NAME = "gridtorrent";

    private static final Path MOUNT_TABLE = Path.of("/proc/self/mountinfo");
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");
    private static final int READ_WRITE_CLOEXEC = 0x2 | 0x80000;
    private static final long NOSUID_NODEV = 0x2 | 0x4;
    private static final int DETACH = 0x2;
    private static final int NOFOLLOW = 0x8;
    private static final int ROOT = 0;

    private Mounts() {}

    /**
     * Mounts a folder, after it detached a mount there whose process was killed.
     *
     * @throws MountException says what is missing
     */
    public static FuseDevice mount(Path folder) throws IOException {
        detachDead(folder);
        if (!Files.exists(folder)) {
            throw new MountException(folder + " does not exist; first: mkdir " + folder, false);
        }
        if (!Files.isDirectory(folder)) {
            throw new MountException(folder + " is not a folder", false);
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) { // a mount would hide it, in a folder above even the home
                throw new MountException(folder + " is not empty; name an empty folder", false);
            }
        }
        try (Arena arena = Arena.ofConfined()) {
            Syscalls calls = new Syscalls(arena);
            return calls.effectiveUser() == ROOT
                    ? mountAsRoot(folder, calls, arena)
                    : new FuseDevice(MountHelper.mount(folder, calls, arena));
        }
    }

    private static FuseDevice mountAsRoot(Path folder, Syscalls calls, Arena arena)
            throws MountException {
        int descriptor = calls.open(arena.allocateFrom("/dev/fuse"), READ_WRITE_CLOEXEC);
        if (descriptor < 0) {
            throw new MountException("/dev/fuse cannot be opened: " + calls.errorText()
                    + ". Load the kernel's module: modprobe fuse", false);
        }
        String options = "fd=%d,rootmode=40000,user_id=%d,group_id=%d".formatted(descriptor,
                calls.effectiveUser(), calls.effectiveGroup());
        int result = calls.mount(arena.allocateFrom(NAME), path(folder, arena),
                arena.allocateFrom("fuse." + NAME), NOSUID_NODEV, arena.allocateFrom(options));
        if (result < 0) {
            String reason = calls.errorText();
            calls.close(descriptor);
            throw new MountException(folder + " cannot be mounted: " + reason, false);
        }
        return new FuseDevice(descriptor);
    }

    private static MemorySegment path(Path path, Arena arena) {
        return arena.allocateFrom(path.toString(), StandardCharsets.UTF_8);
    }

    /** Whether a mount is there whose process is gone: every access fails. */
    public static boolean isDead(Path folder) {
        try (Arena arena = Arena.ofConfined()) {
            Syscalls calls = new Syscalls(arena);
            return calls.access(path(folder, arena)) < 0 && calls.failedWith(Errno.ENOTCONN);
        }
    }

    /** Detaches what killed processes left there, of which several may lie one above the other. */
    private static void detachDead(Path folder) throws IOException {
        while (isDead(folder)) {
            unmount(folder, true);
        }
    }

    /** Whether this program's file system is mounted at the folder, with a process or without. */
    public static boolean isMounted(Path folder) throws IOException {
        try (Stream<String> lines = Files.lines(MOUNT_TABLE, StandardCharsets.UTF_8)) {
            return lines.anyMatch(line -> line.contains(" - fuse." + NAME + " ")
                    && unescape(line.split(" ", 6)[4]).equals(folder.toString()));
        }
    }

    private static String unescape(String path) {
        return ESCAPED.matcher(path).replaceAll(match -> Matcher
                .quoteReplacement(String.valueOf((char) Integer.parseInt(match.group(1), 8))));
    }

    /**
     * Unmounts a folder.
     *
     * @param lazy takes it out of the tree at once though files are open; their reads go on
     */
    public static void unmount(Path folder, boolean lazy) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            Syscalls calls = new Syscalls(arena);
            if (calls.effectiveUser() != ROOT) {
                MountHelper.run(lazy
                        ? List.of("-u", "-z", folder.toString())
                        : List.of("-u", folder.toString()));
            } else if (calls.unmount(path(folder, arena),
                    NOFOLLOW | (lazy ? DETACH : 0)) < 0) {
                throw new MountException(folder + " cannot be unmounted: " + calls.errorText(),
                        calls.failedWith(Errno.EBUSY));
            }
        }
    }
}
