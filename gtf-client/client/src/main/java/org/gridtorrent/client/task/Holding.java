package org.gridtorrent.client.task;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.jspecify.annotations.Nullable;

/**
 * A content that this device holds or fetches, and where its files are.
 *
 * @param inPlace the owner's own files, never written to
 * @param stopped it is here, and not shared until somebody wants it to be again
 * @param uploadLimit as people write rates; null without one of its own, as is the download limit
 */
record Holding(Metainfo metainfo, String contentId, String title, Path directory, boolean inPlace,
        boolean stopped, @Nullable String uploadLimit, @Nullable String downloadLimit) {

    /** A site's content has no trackers and web seeds of its own: whoever named them, they are not asked. */
    Holding {
        metainfo = metainfo.infoOnly();
    }

    Holding(Metainfo metainfo, String contentId, String title, Path directory, boolean inPlace) {
        this(metainfo, contentId, title, directory, inPlace, false, null, null);
    }

    Holding stopped(boolean now) {
        return new Holding(metainfo, contentId, title, directory, inPlace, now, uploadLimit,
                downloadLimit);
    }

    Holding limited(@Nullable String upload, @Nullable String download) {
        return new Holding(metainfo, contentId, title, directory, inPlace, stopped, upload,
                download);
    }

    InfoHash infoHash() {
        return metainfo.infoHash();
    }

    /** The file or the folder that a person sees. */
    Path location() {
        return directory.resolve(metainfo.name());
    }

    /** Whether nothing at all is at its location any more. */
    boolean isGone() {
        return Files.notExists(location(), NOFOLLOW_LINKS);
    }

    /** The first file that is not there with its length; the bytes are not looked at. */
    Optional<Path> missingFile() {
        for (MetainfoFile file : metainfo.files()) {
            Path path = file.path().under(directory);
            if (!file.padding() && !isThere(path, file.length())) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    /** A publisher's own files may be links; what was fetched never is. */
    private boolean isThere(Path path, long length) {
        LinkOption[] links = inPlace ? new LinkOption[0] : new LinkOption[]{NOFOLLOW_LINKS};
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class, links);
            return attributes.isRegularFile() && attributes.size() == length;
        } catch (IOException e) {
            return false; // not there, or not to be read
        }
    }
}
