package org.gridtorrent.catalog.db;

import java.util.List;

/** Part of a list: what is in it, and whether more follows. */
public record Slice<T>(List<T> items, boolean more) {
    public Slice {
        items = List.copyOf(items);
    }

    /** Of what was found when one more than is wanted was looked for. */
    public static <T> Slice<T> of(List<T> found, int most) {
        return new Slice<>(found.subList(0, Math.min(most, found.size())), found.size() > most);
    }
}
