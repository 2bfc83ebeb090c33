package org.gridtorrent.catalog;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gridtorrent.catalog.dataset.ReadableDatasets.Dataset;
import org.gridtorrent.catalog.dataset.ReadableDatasets.Gone;
import org.gridtorrent.catalog.dataset.ReadableDatasets.Page;

/** A device that follows what its account may read, a few contents at a time. */
final class DatasetFollower {
    private final String accountId;
    private final int limit;
    private String cursor = "";
    /** Named since the list began anew; empty while it goes on. */
    private Optional<Set<String>> named = Optional.empty();
    final Map<String, Dataset> list = new TreeMap<>();

    DatasetFollower(String accountId, int limit) {
        this.accountId = accountId;
        this.limit = limit;
    }

    /** Until there is no more. */
    void follow(Catalog node) {
        boolean more = true;
        while (more) {
            more = step(node).more();
        }
    }

    /** One page. */
    Page step(Catalog node) {
        Page page = node.datasets().readable().after(accountId, cursor, limit);
        cursor = page.cursor();
        if (page.restart()) {
            named = Optional.of(new HashSet<>());
        }
        for (Dataset dataset : page.datasets()) {
            list.put(dataset.id(), dataset);
            named.ifPresent(ids -> ids.add(dataset.id()));
        }
        for (Gone gone : page.gone()) {
            list.remove(gone.id());
            named.ifPresent(ids -> ids.remove(gone.id()));
        }
        if (!page.more()) {
            named.ifPresent(ids -> list.keySet().retainAll(ids));
            named = Optional.empty();
        }
        return page;
    }
}
