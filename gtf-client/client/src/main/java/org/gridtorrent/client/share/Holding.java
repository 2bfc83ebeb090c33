package org.gridtorrent.client.share;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.gridtorrent.client.verify.FileLengths;
import org.gridtorrent.engine.storage.files.MountPoint;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;

/**
 * A content that this device holds or fetches, and where its files are.
 *
 * @param inPlace the owner's own files, never written to
 * @param stopped it is here, and not shared until somebody wants it to be again
 * @param uploadLimit as people write rates; null without one of its own, as is the download limit
 * @param mountPoint of the file system that it lies on; null of what was noted before this was
 */
public record Holding(Metainfo metainfo, String contentId, String title, Path directory,
        boolean inPlace,
        boolean stopped, @Nullable String uploadLimit, @Nullable String downloadLimit,
        @Nullable Path mountPoint) {

    /** A site's content has no trackers and web seeds of its own: whoever named them, they are not asked. */
    public Holding {
        metainfo = metainfo.infoOnly();
    }

    /** One that is read through the cache in this folder, and not kept. */
    static Holding cached(Metainfo metainfo, Path folder) {
        return new Holding(metainfo, metainfo.infoHash().hex(), metainfo.name(), folder, false,
                false, null, null, null);
    }

    /** One that is not noted yet. */
    public static Holding begun(Metainfo metainfo, String contentId, String title, Path directory,
            boolean inPlace) throws IOException {
        return new Holding(metainfo, contentId, title, directory, inPlace, false, null, null,
                MountPoint.of(directory.resolve(metainfo.name())));
    }

    Holding stopped(boolean now) {
        return new Holding(metainfo, contentId, title, directory, inPlace, now, uploadLimit,
                downloadLimit, mountPoint);
    }

    Holding limited(@Nullable String upload, @Nullable String download) {
        return new Holding(metainfo, contentId, title, directory, inPlace, stopped, upload,
                download, mountPoint);
    }

    public InfoHash infoHash() {
        return metainfo.infoHash();
    }

    /** The file or the folder that a person sees. */
    public Path location() {
        return directory.resolve(metainfo.name());
    }

    /** Whether at its location is nothing any more, an empty folder, or a disk that does not answer. */
    public boolean isGone() {
        try {
            return Files.readAttributes(location(), BasicFileAttributes.class).isDirectory()
                    && isEmptyFolder();
        } catch (AccessDeniedException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private boolean isEmptyFolder() {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(location())) {
            return !entries.iterator().hasNext();
        } catch (DirectoryIteratorException e) {
            return true; // the disk does not answer
        } catch (IOException e) {
            return false; // not to be opened, for want of a descriptor, for one
        }
    }

    /** Whether it lies on a file system that is mounted no longer. */
    public boolean isUnmounted() {
        try {
            return mountPoint != null && !mountPoint.equals(MountPoint.of(location()));
        } catch (IOException e) {
            return true; // what is mounted does not answer
        }
    }

    /** Of what {@link #isGone}. */
    public TaskReason whyMissing() {
        return isUnmounted()
                ? TaskReason.of(ReasonCode.FOLDER_UNMOUNTED, location(),
                        String.valueOf(mountPoint))
                : TaskReason.of(ReasonCode.FOLDER_MISSING, location());
    }

    /** The same, with the mount point of where it lies now. */
    Holding mounted() throws IOException {
        return new Holding(metainfo, contentId, title, directory, inPlace, stopped, uploadLimit,
                downloadLimit, MountPoint.of(location()));
    }

    /** The first file that is not there with its length; a publisher's own may be links. */
    public Optional<Path> missingFile() {
        return FileLengths.firstWrong(metainfo, directory,
                inPlace ? new LinkOption[0] : new LinkOption[]{NOFOLLOW_LINKS});
    }
}
