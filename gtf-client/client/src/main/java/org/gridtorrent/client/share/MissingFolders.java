package org.gridtorrent.client.share;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Contents that are to be shared and are not where they were. Thread-safe. */
final class MissingFolders {
    private final Map<InfoHash, Missing> missing = new LinkedHashMap<>();

    record Missing(Holding holding, TaskReason why) {}

    synchronized void add(Holding holding, TaskReason why) {
        missing.put(holding.infoHash(), new Missing(holding, why));
    }

    synchronized void remove(InfoHash infoHash) {
        if (missing.remove(infoHash) != null) {
            notifyAll();
        }
    }

    synchronized Optional<Missing> of(InfoHash infoHash) {
        return Optional.ofNullable(missing.get(infoHash));
    }

    synchronized List<Missing> all() {
        return List.copyOf(missing.values());
    }

    /** Returns when the content is not among them. */
    synchronized void awaitRemoval(String contentId) throws InterruptedException {
        while (missing.values().stream()
                .anyMatch(each -> each.holding().contentId().equals(contentId))) {
            wait();
        }
    }
}
