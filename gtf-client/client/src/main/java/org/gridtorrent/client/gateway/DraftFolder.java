package org.gridtorrent.client.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.metainfo.SafePath;

/**
 * The folder of drafts as the gateway shows and fills it. Nothing is overwritten, and no link leads out of it.
 * Thread-safe.
 */
final class DraftFolder {
    private static final int CHUNK = 256 * 1024;

    private final Path drafts;
    private final Path uploads;

    /** @param uploads folder on the same disk for files that are not complete; what lies there is deleted */
    DraftFolder(Path drafts, Path uploads) throws IOException {
        this.drafts = drafts;
        this.uploads = uploads;
        DurableFile.createPrivateFolder(drafts);
        DurableFile.createPrivateFolder(uploads);
        try (DirectoryStream<Path> left = Files.newDirectoryStream(uploads)) {
            for (Path file : left) {
                Files.delete(file);
            }
        }
    }

    /** File or folder in a listing. */
    record Entry(String name, boolean isFolder, long size) {}

    /** What a folder has, its folders first; {@link NoSuchFileException} when it is none. Links are left out. */
    List<Entry> list(List<String> path) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder(path))) {
            for (Path child : children) {
                BasicFileAttributes attributes = attributes(child);
                if (attributes.isDirectory() || attributes.isRegularFile()) {
                    entries.add(new Entry(child.getFileName().toString(),
                            attributes.isDirectory(), attributes.size()));
                }
            }
        }
        entries.sort(Comparator.comparing((Entry entry) -> !entry.isFolder)
                .thenComparing(Entry::name));
        return entries;
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private Path folder(List<String> path) throws IOException {
        Path folder = drafts;
        for (String name : path) {
            folder = folder.resolve(name);
            if (!attributes(folder).isDirectory()) {
                throw new NoSuchFileException(folder.toString());
            }
        }
        return folder;
    }

    /** Bytes that fit on the disk. */
    long room() throws IOException {
        return Files.getFileStore(uploads).getUsableSpace();
    }

    Path path() {
        return drafts;
    }

    /**
     * Writes a new file, with the folders above it. It appears when it is complete and synced.
     *
     * <p>{@link FileAlreadyExistsException} where there is one, {@link NotDirectoryException} where a folder would have
     * to be and something else is, {@link DiskFullException}, and {@link EOFException} when there are fewer bytes.
     */
    void store(SafePath file, InputStream bytes, long length) throws IOException {
        Path target = target(file);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path upload = Files.createTempFile(uploads, "upload-", "");
        try {
            write(upload, bytes, length);
            createFolders(file);
            Files.createLink(target, upload); // never replaces
        } finally {
            Files.delete(upload);
        }
    }

    private Path target(SafePath file) {
        Path target = drafts;
        for (String name : file.elements()) {
            target = target.resolve(name);
        }
        return target;
    }

    private void write(Path upload, InputStream bytes, long length) throws IOException {
        byte[] chunk = new byte[CHUNK];
        try (FileChannel out = FileChannel.open(upload, StandardOpenOption.WRITE)) {
            for (long left = length; left > 0;) {
                int count = bytes.read(chunk, 0, (int) Math.min(chunk.length, left));
                if (count < 0) {
                    throw new EOFException(left + " bytes are missing");
                }
                ByteBuffer part = ByteBuffer.wrap(chunk, 0, count);
                try {
                    while (part.hasRemaining()) {
                        out.write(part);
                    }
                } catch (IOException e) {
                    throw DiskFullException.classify(upload, e);
                }
                left -= count;
            }
            force(out, upload);
        }
    }

    private static void force(FileChannel out, Path upload) throws IOException {
        try {
            out.force(true);
        } catch (IOException e) {
            throw DiskFullException.classify(upload, e);
        }
    }

    private void createFolders(SafePath file) throws IOException {
        Path folder = drafts;
        for (String name : file.elements().subList(0, file.elements().size() - 1)) {
            folder = folder.resolve(name);
            try {
                Files.createDirectory(folder);
            } catch (FileAlreadyExistsException e) {
                if (!attributes(folder).isDirectory()) {
                    throw new NotDirectoryException(file.toString());
                }
            }
        }
    }
}
