package org.gridtorrent.catalog.access;

import java.util.List;

/**
 * A data set with rights to it.
 *
 * @param rights the first of them
 * @param total how many there are
 */
public record SharedDataset(String contentId, List<Right> rights, long total) {
    public SharedDataset {
        rights = List.copyOf(rights);
    }
}
