package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.client.daemon.CacheState.CachedDataset;
import org.gridtorrent.client.share.CachedContents;
import org.gridtorrent.client.tracker.DatasetPage.Dataset;
import org.gridtorrent.client.tree.FollowedTree;
import org.gridtorrent.engine.cache.CacheUsage;
import org.gridtorrent.engine.cache.ReadCache;
import org.gridtorrent.metainfo.InfoHash;

/** What commands see of the cache, and do to it. Thread-safe. */
final class CacheControl {
    private final CachedContents contents;
    private final FollowedTree tree;

    CacheControl(CachedContents contents, FollowedTree tree) {
        this.contents = contents;
        this.tree = tree;
    }

    CacheState state() throws IOException {
        ReadCache cache = contents.cache();
        return new CacheState(cache.usedBytes(), cache.limits().maxBytes(),
                cache.limits().keepFreeBytes(), datasets());
    }

    private List<CachedDataset> datasets() throws IOException {
        List<CacheUsage> usage = contents.cache().usage();
        List<CachedDataset> datasets = new ArrayList<>();
        for (Dataset dataset : tree.datasets()) {
            usage.stream().filter(each -> each.infoHash().hex().equals(dataset.infoHash()))
                    .map(each -> new CachedDataset(dataset.id(), dataset.title(),
                            dataset.infoHash(), each.bytes(), each.totalBytes(),
                            each.isPinned()))
                    .forEach(datasets::add);
        }
        return datasets;
    }

    /** False when nothing of the data set is in the cache. */
    boolean drop(String datasetId) throws IOException {
        return each(datasetId, contents.cache()::drop);
    }

    /** Drops all data sets that are not pinned. */
    void dropAll() throws IOException {
        for (CachedDataset dataset : datasets()) {
            if (!dataset.pinned()) {
                contents.cache().drop(InfoHash.ofHex(dataset.infoHash()));
            }
        }
    }

    /** False when nothing of the data set is in the cache. */
    boolean pin(String datasetId, boolean isPinned) throws IOException {
        return each(datasetId, infoHash -> contents.cache().pin(infoHash, isPinned));
    }

    /** Change of what is kept of a content. */
    private interface Change {
        void apply(InfoHash infoHash) throws IOException;
    }

    private boolean each(String datasetId, Change change) throws IOException {
        for (CachedDataset dataset : datasets()) {
            if (dataset.id().equals(datasetId)) {
                change.apply(InfoHash.ofHex(dataset.infoHash()));
                return true;
            }
        }
        return false;
    }
}
