package org.gridtorrent.ccm.dataset.file;

import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manifests of data sets, read out of their metainfo. Safe for use by several threads.
 *
 * <p>
 * Those asked for last are kept, since somebody who looks through one asks many times. They never
 * change: an info-hash stands for exactly these files. How many is bounded by their files, each of
 * which takes some hundred bytes. A metainfo may take many times its own length while it is read, so
 * one is read at a time.
 */
public final class Manifests {
    private static final Logger LOG = LoggerFactory.getLogger(Manifests.class);
    private static final int MOST_FILES = 400_000;
    /** What a manifest takes besides its files, counted as files. */
    private static final int EACH = 100;

    private final Contents contents;
    private final Lock reading = new ReentrantLock();
    private final LruCache<Manifest> kept = new LruCache<>(MOST_FILES,
            manifest -> EACH + manifest.files().count());

    public Manifests(Contents contents) {
        this.contents = contents;
    }

    /** Of a content that the reader was found to be allowed to see; empty until it is published. */
    public Optional<Manifest> of(String readerId, Content content) {
        if (content.infoHash().isEmpty()) {
            return Optional.empty();
        }
        String key = content.infoHash().get();
        Optional<Manifest> known = kept.find(key);
        if (known.isPresent()) {
            return known;
        }
        reading.lock();
        try {
            Optional<Manifest> meanwhile = kept.find(key);
            if (meanwhile.isPresent()) {
                return meanwhile;
            }
            Optional<Manifest> read = metainfo(readerId, content.id()).map(Manifest::of);
            read.ifPresent(manifest -> kept.keep(key, manifest));
            return read;
        } finally {
            reading.unlock();
        }
    }

    /** The metainfo itself, which is not kept. */
    public Optional<Metainfo> metainfo(String readerId, String contentId) {
        return contents.metainfo(readerId, contentId).flatMap(bytes -> {
            try {
                return Optional.of(Metainfo.parse(bytes));
            } catch (MetainfoException broken) {
                LOG.warn("stored metainfo of {} cannot be read: {}", contentId,
                        broken.getMessage());
                return Optional.empty();
            }
        });
    }
}
