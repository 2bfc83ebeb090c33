package org.gridtorrent.client.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces small files so that a reader finds the old bytes or the new ones, never a part.
 *
 * <p>Written beside the file, synced, renamed over it, and the folder synced. Readable by the owner
 * alone.
 */
public final class DurableFile {
    private DurableFile() {}

    public static void write(Path file, byte[] bytes) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(),
                "a file has a folder");
        createPrivateFolder(folder);
        Path draft = folder.resolve(file.getFileName() + ".new");
        Files.deleteIfExists(draft);
        writeSynced(draft, bytes);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        syncFolder(folder);
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
        Files.createDirectories(folder,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
