package org.gridtorrent.engine.storage.files;

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
import java.util.Set;
import org.gridtorrent.metainfo.SafePath;

/**
 * Folder that a content is written into.
 *
 * <p>Below it no link is followed and only regular files are opened, so that a download cannot be led
 * elsewhere. Folders with new entries are noted until they are synced.
 *
 * <p>Thread-safe. Files are opened one at a time, so a folder that exists was noted by the thread that created
 * it; folders are synced beside that.
 */
public final class SafeFolder {
    private final Path directory;
    private final Object opening = new Object();
    /** Guarded by this. */
    private final Set<Path> unsynced = new HashSet<>();

    public SafeFolder(Path directory) {
        this.directory = directory;
    }

    /** Opens the file for writing; creates it and its parents, and truncates it to the length. */
    FileChannel open(SafePath path, long length) throws IOException {
        synchronized (opening) {
            return openAlone(path, length);
        }
    }

    private FileChannel openAlone(SafePath path, long length) throws IOException {
        createParents(path);
        Path file = path.under(directory);
        try {
            FileChannel created = FileChannel.open(file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            addEntry(path, file);
            return created;
        } catch (FileAlreadyExistsException e) {
            return existing(file, length);
        }
    }

    private static FileChannel existing(Path file, long length) throws IOException {
        FileStamp stamp = FileStamp.of(file, NOFOLLOW_LINKS)
                .orElseThrow(() -> new FileSystemException(file.toString(), null,
                        "it is in the way: no regular file, left alone"));
        FileChannel channel = FileChannel.open(file,
                Set.of(StandardOpenOption.WRITE, NOFOLLOW_LINKS));
        if (stamp.length() > length) {
            channel.truncate(length);
        }
        return channel;
    }

    /** Creates the folders that a file is in. */
    public void createParents(SafePath path) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
        }
        List<String> elements = path.elements();
        Path folder = directory;
        for (String element : elements.subList(0, elements.size() - 1)) {
            Path parent = folder;
            folder = folder.resolve(element);
            createFolder(folder, parent);
        }
    }

    private void createFolder(Path folder, Path parent) throws IOException {
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

    private void addEntry(SafePath path, Path file) {
        Path parent = file.getParent();
        addUnsynced(parent == null ? path.under(directory) : parent);
    }

    private synchronized void addUnsynced(Path folder) {
        unsynced.add(folder);
    }

    /** Syncs the folders with new entries. */
    public void sync() throws IOException {
        SyncThreads.each(copyOfUnsynced(), this::sync);
    }

    private void sync(Path folder) throws IOException {
        removeUnsynced(folder);
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

    private synchronized List<Path> copyOfUnsynced() {
        return List.copyOf(unsynced);
    }

    /** Later entries of the folder belong to the next sync. */
    private synchronized void removeUnsynced(Path folder) {
        unsynced.remove(folder);
    }
}
