package org.gridtorrent.client.share;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.gridtorrent.metainfo.MetainfoFile;

/**
 * Deletes what was fetched, and nothing else: other files in its folders stay, and so do these. A folder is
 * held open while its files are deleted, so no link that somebody puts in its place is followed.
 */
public final class HeldFiles {
    private final LongConsumer progress;
    private long deletedBytes;

    private HeldFiles(LongConsumer progress) {
        this.progress = progress;
    }

    /** The data set's part in one folder. */
    private record Folder(Map<String, Folder> folders, List<MetainfoFile> files) {
        Folder() {
            this(new LinkedHashMap<>(), new ArrayList<>());
        }

        static Folder of(List<MetainfoFile> files) {
            Folder root = new Folder();
            files.stream().filter(file -> !file.isPadding()).forEach(root::add);
            return root;
        }

        private void add(MetainfoFile file) {
            List<String> path = file.path().elements();
            Folder folder = this;
            for (String name : path.subList(0, path.size() - 1)) {
                folder = folder.folders.computeIfAbsent(name, _ -> new Folder());
            }
            folder.files.add(file);
        }
    }

    /**
     * Ends with the file at hand when the thread is interrupted.
     *
     * @param progress is told the bytes of the files that are deleted, after each of them
     */
    public static void delete(Holding holding, LongConsumer progress)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(holding.directory())) {
            return; // somebody deleted it all
        }
        try (DirectoryStream<Path> directory = Files.newDirectoryStream(holding.directory())) {
            new HeldFiles(progress).delete(Folder.of(holding.metainfo().files()),
                    (SecureDirectoryStream<Path>) directory);
        }
    }

    private void delete(Folder folder, SecureDirectoryStream<Path> directory)
            throws IOException, InterruptedException {
        for (MetainfoFile file : folder.files) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the deletion was stopped");
            }
            deleteFile(Path.of(file.path().name()), directory);
            deletedBytes += file.length();
            progress.accept(deletedBytes);
        }
        for (var below : folder.folders.entrySet()) {
            Path name = Path.of(below.getKey());
            if (isFolder(name, directory)) {
                try (var inner = directory.newDirectoryStream(name, NOFOLLOW_LINKS)) {
                    delete(below.getValue(), inner);
                }
                deleteIfEmpty(name, directory);
            }
        }
    }

    /** A folder in its place is somebody else's. */
    private static void deleteFile(Path name, SecureDirectoryStream<Path> directory)
            throws IOException {
        try {
            directory.deleteFile(name);
        } catch (NoSuchFileException e) {
            return; // an attempt before may have done so
        } catch (FileSystemException e) {
            if (!isFolder(name, directory)) {
                throw e;
            }
        }
    }

    /** Not a link that somebody put in the place of a folder since. */
    private static boolean isFolder(Path name, SecureDirectoryStream<Path> directory)
            throws IOException {
        try {
            return directory.getFileAttributeView(name, BasicFileAttributeView.class,
                    NOFOLLOW_LINKS).readAttributes().isDirectory();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void deleteIfEmpty(Path name, SecureDirectoryStream<Path> directory)
            throws IOException {
        try {
            directory.deleteDirectory(name);
        } catch (DirectoryNotEmptyException e) {
            return;
        }
    }
}
