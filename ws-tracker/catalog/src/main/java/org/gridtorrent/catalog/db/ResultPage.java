package org.gridtorrent.catalog.db;

import java.util.List;

/** Part of a list: what is in it, and whether more follows. */
public record ResultPage<T>(List<T> items, boolean more) {
    public ResultPage {
        items = List.copyOf(items);
    }

    /** A page of the items found, when one more than the limit was looked for. */
    public static <T> ResultPage<T> of(List<T> found, int limit) {
        return new ResultPage<>(found.subList(0, Math.min(limit, found.size())),
                found.size() > limit);
    }
}
