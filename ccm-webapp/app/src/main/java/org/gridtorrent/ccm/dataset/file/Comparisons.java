package org.gridtorrent.ccm.dataset.file;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.dataset.file.FileChanges.Change;
import org.gridtorrent.metainfo.Metainfo;

/**
 * What changed between versions. One comparison is made at a time, and those asked for last are kept.
 * Safe for use by several threads.
 */
public final class Comparisons {
    private static final int MOST_CHANGES = 200_000;
    private static final int EACH = 100;

    private final Manifests manifests;
    private final Lock comparing = new ReentrantLock();
    private final LruCache<List<Change>> kept = new LruCache<>(MOST_CHANGES,
            changes -> EACH + changes.size());

    public Comparisons(Manifests manifests) {
        this.manifests = manifests;
    }

    /** Of contents that the reader was found to be allowed to see; empty until both are published. */
    public Optional<List<Change>> between(String readerId, Content earlier, Content later) {
        if (earlier.infoHash().isEmpty() || later.infoHash().isEmpty()) {
            return Optional.empty();
        }
        String key = earlier.infoHash().get() + later.infoHash().get();
        Optional<List<Change>> known = kept.find(key);
        if (known.isPresent()) {
            return known;
        }
        comparing.lock();
        try {
            Optional<Metainfo> before = manifests.metainfo(readerId, earlier.id());
            Optional<Metainfo> after = manifests.metainfo(readerId, later.id());
            Optional<List<Change>> made = before.flatMap(
                    old -> after.map(recent -> FileChanges.between(old, recent)));
            made.ifPresent(changes -> kept.keep(key, changes));
            return made;
        } finally {
            comparing.unlock();
        }
    }
}
