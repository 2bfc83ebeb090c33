package org.gridtorrent.client.task;

import java.nio.file.Path;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/**
 * A content that this device holds or fetches, and where its files are.
 *
 * @param inPlace the owner's own files, never written to
 */
record Holding(Metainfo metainfo, String contentId, String title, Path directory, boolean inPlace) {
    InfoHash infoHash() {
        return metainfo.infoHash();
    }

    /** The file or the folder that a person sees. */
    Path location() {
        return directory.resolve(metainfo.name());
    }
}
