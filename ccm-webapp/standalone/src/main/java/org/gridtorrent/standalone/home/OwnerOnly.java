package org.gridtorrent.standalone.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that only their owner may use, whatever the umask is. */
public final class OwnerOnly {
    public static final Set<PosixFilePermission> FILE = PosixFilePermissions
            .fromString("rw-------");
    public static final Set<PosixFilePermission> FOLDER = PosixFilePermissions
            .fromString("rwx------");

    private OwnerOnly() {}

    /** Makes an empty file, which must not be there yet. */
    public static void createFile(Path file) throws IOException {
        Files.createFile(file, attribute(FILE));
    }

    /** Makes the folder and those above it, unless they are there. */
    public static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, attribute(FOLDER));
    }

    static FileAttribute<Set<PosixFilePermission>> attribute(Set<PosixFilePermission> rights) {
        return PosixFilePermissions.asFileAttribute(rights);
    }
}
