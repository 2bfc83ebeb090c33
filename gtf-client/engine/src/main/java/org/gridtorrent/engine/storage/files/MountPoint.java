package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Finds the mount point of a path's file system. */
public final class MountPoint {
    private MountPoint() {}

    /** For a path that does not exist, the nearest folder above it that does is taken. */
    public static Path of(Path path) throws IOException {
        Path existing = path;
        Path parent = existing.getParent();
        while (parent != null && Files.notExists(existing, LinkOption.NOFOLLOW_LINKS)) {
            existing = parent;
            parent = existing.getParent();
        }
        Object device = device(existing);
        while (parent != null && device.equals(device(parent))) {
            existing = parent;
            parent = existing.getParent();
        }
        return existing;
    }

    private static Object device(Path path) throws IOException {
        return Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS);
    }
}
