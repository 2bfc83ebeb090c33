package org.gridtorrent.client.owner;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.tracker.Listing;
import org.gridtorrent.client.tracker.Listing.Entry;
import org.gridtorrent.client.tracker.Listing.Outcome;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.SafePath;

/**
 * Lists opened folders. What lies outside of them is refused here, whoever asks: a path has to be the
 * one that the file system itself gives its folder, so that neither {@code ..} nor a link nor a name in
 * other letters leads out. Links are not shown, nor hidden files, nor names that cannot be published.
 *
 * <p>Thread-safe.
 */
public final class FolderBrowser {
    private static final Comparator<Entry> ORDER = Comparator.comparing(Entry::folder).reversed()
            .thenComparing(Entry::name);

    private final OpenedFolders folders;

    public FolderBrowser(OpenedFolders folders) {
        this.folders = folders;
    }

    /** Some of a folder's entries; an empty one means the opened folders. */
    public Listing list(String folder, int first) {
        try {
            if (folder.isEmpty()) {
                return part(opened(), first);
            }
            Path path = Path.of(folder);
            return isOpen(path) ? part(entries(path), first) : Listing.refused(Outcome.NOT_OPEN);
        } catch (InvalidPathException e) {
            return Listing.refused(Outcome.NOT_OPEN);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Listing.refused(Outcome.NOT_FOUND);
        } catch (IOException | DirectoryIteratorException | SecurityException e) {
            return Listing.refused(Outcome.UNREADABLE);
        }
    }

    /** What is not there is told from what is closed only where the owner opened it. */
    private boolean isOpen(Path path) throws IOException {
        if (!path.isAbsolute() || !path.equals(path.normalize()) || !folders.cover(path)) {
            return false;
        }
        return path.toRealPath().equals(path);
    }

    private List<Entry> opened() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Path path : folders.all()) {
            look(path).ifPresent(found -> entries
                    .add(new Entry(path.toString(), found.isDirectory(), length(found))));
        }
        return entries;
    }

    private static List<Entry> entries(Path folder) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                String name = child.getFileName().toString();
                if (isPublishable(name)) {
                    look(child).ifPresent(found -> entries
                            .add(new Entry(name, found.isDirectory(), length(found))));
                }
            }
        }
        entries.sort(ORDER);
        return entries;
    }

    private static boolean isPublishable(String name) {
        try {
            SafePath.of(List.of(name));
            return !name.startsWith(".");
        } catch (MetainfoException e) {
            return false;
        }
    }

    /** Empty for links, devices and what went while it was looked at. */
    private static Optional<BasicFileAttributes> look(Path path) throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            return Optional.of(found).filter(
                    entry -> entry.isDirectory() || entry.isRegularFile());
        } catch (NoSuchFileException | AccessDeniedException e) {
            return Optional.empty();
        }
    }

    private static long length(BasicFileAttributes found) {
        return found.isDirectory() ? 0 : found.size();
    }

    private static Listing part(List<Entry> all, int first) {
        int from = Math.min(first, all.size());
        return new Listing(Outcome.YES, all.size(),
                List.copyOf(all.subList(from, Math.min(from + Listing.MOST, all.size()))));
    }
}
