package org.gridtorrent.mdtp.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * State of a file of secrets at one moment; empty if there was no file.
 *
 * <p>Holds nothing of its content.
 */
record SecretFile(Path path, Optional<State> state) {

    /** No file. */
    static final SecretFile NONE = new SecretFile(Path.of(""), Optional.empty());

    /** Bytes that a file may have. */
    static final long MAX_LENGTH = 1 << 20;

    private static final Set<PosixFilePermission> OWNER = Set.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    /**
     * What tells one state of a file from another.
     *
     * @param inode its number and device, as Java writes them
     */
    record State(String inode, long length, FileTime changed, Set<PosixFilePermission> mode) {}

    static SecretFile find(Path path) throws IOException {
        try {
            PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class);
            return new SecretFile(path, Optional.of(new State(String.valueOf(found.fileKey()),
                    found.size(), found.lastModifiedTime(), Set.copyOf(found.permissions()))));
        } catch (NoSuchFileException e) {
            return new SecretFile(path, Optional.empty());
        }
    }

    boolean hasChanged() throws IOException {
        return !equals(find(path));
    }

    /** Whether its owner alone may read it, or there is none. */
    boolean isPrivate() {
        return state.isEmpty() || OWNER.containsAll(state.get().mode());
    }

    /** Its content, or nothing if there is no file; throws if it is too long. */
    String read() throws IOException {
        if (state.isEmpty()) {
            return "";
        }
        if (state.get().length() > MAX_LENGTH) {
            throw new FileSystemException(path.toString(), null, "longer than 1 MiB");
        }
        return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    }
}
