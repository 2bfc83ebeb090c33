package org.gridtorrent.ccm.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Contents;
import org.gridtorrent.ccm.view.DatasetView.FileLine;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of data sets, read out of their metainfo. Safe for use by several threads.
 *
 * <p>
 * Keeps the last few lists, since somebody who pages through a long one asks many times. They never
 * change: an info-hash stands for exactly these files.
 */
final class FileLists {
    private static final Logger LOG = LoggerFactory.getLogger(FileLists.class);
    private static final int KEPT = 16;

    private final Contents contents;
    private final Map<String, List<FileLine>> kept = new LinkedHashMap<>(32, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<FileLine>> eldest) {
            return size() > KEPT;
        }
    };

    FileLists(Contents contents) {
        this.contents = contents;
    }

    /** The files of a content that the reader was found to be allowed to see. */
    List<FileLine> of(String readerId, Content content) {
        if (content.infoHash().isEmpty()) {
            return List.of();
        }
        String key = content.infoHash().get();
        synchronized (kept) {
            List<FileLine> known = kept.get(key);
            if (known != null) {
                return known;
            }
        }
        List<FileLine> read = contents.metainfo(readerId, content.id()).map(this::read)
                .orElse(List.of());
        synchronized (kept) {
            kept.put(key, read);
        }
        return read;
    }

    private List<FileLine> read(byte[] metainfo) {
        try {
            return Metainfo.parse(metainfo).files().stream().filter(file -> !file.padding())
                    .map(FileLists::line).toList();
        } catch (MetainfoException broken) {
            LOG.warn("stored metainfo cannot be read: {}", broken.getMessage());
            return List.of();
        }
    }

    private static FileLine line(MetainfoFile file) {
        return new FileLine(file.path().toString(), file.length());
    }
}
