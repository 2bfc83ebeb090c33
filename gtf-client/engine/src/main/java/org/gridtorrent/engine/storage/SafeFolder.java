package org.gridtorrent.engine.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.metainfo.SafePath;

/**
 * The folder that a content is written into. Below it no link is followed and nothing but regular
 * files is opened, so that what lies there cannot lead a download elsewhere. Remembers which
 * folders got new entries, until they are synced. Thread-safe.
 */
final class SafeFolder {
    private final Path directory;
    private final Set<Path> unsynced = new HashSet<>();

    SafeFolder(Path directory) {
        this.directory = directory;
    }

    /**
     * Opens the file for writing, making it and its parents when they are missing; cuts what
     * exceeds the length.
     */
    FileChannel open(SafePath path, long length) throws IOException {
        makeParents(path);
        Path file = path.under(directory);
        Optional<FileStamp> stamp = FileStamp.of(file, NOFOLLOW_LINKS);
        if (stamp.isPresent()) {
            return existing(file, stamp.get(), length);
        }
        if (Files.exists(file, NOFOLLOW_LINKS)) {
            throw new FileSystemException(file.toString(), null,
                    "it is in the way: no regular file, left alone");
        }
        FileChannel created = FileChannel.open(file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        gotEntry(path, file);
        return created;
    }

    private static FileChannel existing(Path file, FileStamp stamp, long length)
            throws IOException {
        FileChannel channel = FileChannel.open(file,
                Set.of(StandardOpenOption.WRITE, NOFOLLOW_LINKS));
        if (stamp.length() > length) {
            channel.truncate(length);
        }
        return channel;
    }

    private void makeParents(SafePath path) throws IOException {
        Files.createDirectories(directory);
        List<String> elements = path.elements();
        Path folder = directory;
        for (String element : elements.subList(0, elements.size() - 1)) {
            Path parent = folder;
            folder = folder.resolve(element);
            makeFolder(folder, parent);
        }
    }

    private void makeFolder(Path folder, Path parent) throws IOException {
        if (Files.isDirectory(folder, NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.createDirectory(folder);
            addUnsynced(parent);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
                var refused = new FileSystemException(folder.toString(), null,
                        "it is in the way: no folder (links are not followed), left alone");
                refused.initCause(e);
                throw refused;
            }
        }
    }

    private void gotEntry(SafePath path, Path file) {
        Path parent = file.getParent();
        addUnsynced(parent == null ? path.under(directory) : parent);
    }

    private synchronized void addUnsynced(Path folder) {
        unsynced.add(folder);
    }

    /** Syncs the folders that got new entries. */
    void sync() throws IOException {
        for (Path folder : copyOfUnsynced()) {
            take(folder);
            boolean synced = false;
            try (FileChannel channel = FileDescriptors.retryWhileExhausted(
                    () -> FileChannel.open(folder, StandardOpenOption.READ))) {
                channel.force(true);
                synced = true;
            } finally {
                if (!synced) {
                    addUnsynced(folder);
                }
            }
        }
    }

    private synchronized List<Path> copyOfUnsynced() {
        return List.copyOf(unsynced);
    }

    /** Entries that it gets from now on are for the next sync. */
    private synchronized void take(Path folder) {
        unsynced.remove(folder);
    }
}
