package org.gridtorrent.client.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.engine.storage.files.DiskFullException;

/**
 * Replaces small files so that a reader finds the old bytes or the new ones, never a part.
 *
 * <p>Written beside the file, synced, renamed over it, and the folder synced. Readable by the owner
 * alone.
 */
public final class DurableFile {
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions
            .fromString("rwx------");

    private DurableFile() {}

    /** A full disk is a {@link DiskFullException}. */
    public static void write(Path file, byte[] bytes) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(),
                "a file has a folder");
        Path draft = folder.resolve(file.getFileName() + ".new");
        try {
            createPrivateFolder(folder);
            Files.deleteIfExists(draft);
            writeSynced(draft, bytes);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            syncFolder(folder);
        } catch (IOException e) {
            throw DiskFullException.classify(file, e);
        }
    }

    private static void writeSynced(Path draft, byte[] bytes) throws IOException {
        var ownerOnly = PosixFilePermissions
                .asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(draft,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    /** Empty when the file is not there. */
    public static Optional<byte[]> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    public static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            syncFolder(Objects.requireNonNull(file.toAbsolutePath().getParent(),
                    "a file has a folder"));
        }
    }

    /** Creates what is missing; only the folders that are created get the owner-only mode. */
    public static void createPrivateFolder(Path folder) throws IOException {
        try {
            Files.createDirectories(folder, PosixFilePermissions
                    .asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw DiskFullException.classify(folder, e);
        }
    }

    /** Takes what rights others have to a file or a folder; whether they had any. */
    public static boolean closeToOthers(Path path) throws IOException {
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(path);
        boolean wasOpen = rights.retainAll(OWNERS);
        if (wasOpen) {
            Files.setPosixFilePermissions(path, rights);
        }
        return wasOpen;
    }

    private static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
