package org.gridtorrent.ccm.dataset.file;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Values that were asked for last, as many as a weight allows. The one kept last stays however heavy it
 * is: who asked for it is about to ask again. Safe for use by several threads.
 */
final class LruCache<V> {
    private final long mostWeight;
    private final ToIntFunction<V> weigher;
    // Under this object's monitor.
    private final Map<String, V> kept = new LinkedHashMap<>(64, 0.75f, true);
    private long weight;

    LruCache(long mostWeight, ToIntFunction<V> weigher) {
        this.mostWeight = mostWeight;
        this.weigher = weigher;
    }

    synchronized Optional<V> find(String key) {
        return Optional.ofNullable(kept.get(key));
    }

    synchronized void keep(String key, V value) {
        V before = kept.put(key, value);
        weight += weigher.applyAsInt(value) - (before == null ? 0 : weigher.applyAsInt(before));
        Iterator<V> eldest = kept.values().iterator();
        while (weight > mostWeight && kept.size() > 1) {
            weight -= weigher.applyAsInt(eldest.next());
            eldest.remove();
        }
    }
}
