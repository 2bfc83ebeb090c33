package org.gridtorrent.fuse;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * Process that mounts one file of so many bytes, for tests that kill it and for measuring. Arguments: folder,
 * length.
 */
final class MemoryMount {
    private MemoryMount() {}

    /** Bytes that differ from place to place. */
    static MemorySegment pattern(long length) {
        MemorySegment bytes = Arena.global().allocate(length);
        for (long at = 0; at + Long.BYTES <= length; at += Long.BYTES) {
            bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, at, at * 0x9e3779b97f4a7c15L);
        }
        return bytes;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        MemoryFileSystem files = new MemoryFileSystem();
        files.root().put("data", new MemoryFileSystem.Content(
                pattern(Long.parseLong(arguments[1]))));
        FuseMount mount = FuseMount.mount(Path.of(arguments[0]), files,
                Throwable::printStackTrace);
        System.out.println("mounted");
        mount.awaitUnmount();
    }
}
