package org.gridtorrent.client.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.metainfo.InfoHash;

/** What would be shared if it were where it was. Thread-safe. */
final class MissingFolders {
    private final Map<InfoHash, Holding> missing = new LinkedHashMap<>();

    synchronized void add(Holding holding) {
        missing.put(holding.infoHash(), holding);
    }

    synchronized void remove(InfoHash infoHash) {
        if (missing.remove(infoHash) != null) {
            notifyAll();
        }
    }

    synchronized List<Holding> all() {
        return List.copyOf(missing.values());
    }

    /** Returns when the content is not among them. */
    synchronized void awaitFound(String contentId) throws InterruptedException {
        while (missing.values().stream()
                .anyMatch(holding -> holding.contentId().equals(contentId))) {
            wait();
        }
    }
}
