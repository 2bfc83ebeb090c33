package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Where the file system that holds a path is mounted. */
public final class MountPoint {
    private MountPoint() {}

    /** Of a path that is not there, that of the nearest folder above it that is. */
    public static Path of(Path path) throws IOException {
        Path there = path;
        Path parent = there.getParent();
        while (parent != null && Files.notExists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = parent;
            parent = there.getParent();
        }
        Object device = device(there);
        while (parent != null && device.equals(device(parent))) {
            there = parent;
            parent = there.getParent();
        }
        return there;
    }

    private static Object device(Path path) throws IOException {
        return Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS);
    }
}
