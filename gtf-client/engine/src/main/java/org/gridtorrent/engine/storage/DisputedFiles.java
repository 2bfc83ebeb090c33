package org.gridtorrent.engine.storage;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/**
 * Files that somebody else was found to write to while they were not whole, by their index: what they
 * hold is to be hashed once more in the end, since not every such write can be noticed. Thread-safe.
 */
final class DisputedFiles {
    private final Set<Integer> files = ConcurrentHashMap.newKeySet();

    void add(Collection<Integer> found) {
        files.addAll(found);
    }

    /** Those that are whole are so by a hash of after the last write of ours. */
    void settled(IntPredicate whole) {
        files.removeIf(whole::test);
    }

    boolean isAny() {
        return !files.isEmpty();
    }

    Set<Integer> take() {
        Set<Integer> taken = Set.copyOf(files);
        files.removeAll(taken);
        return taken;
    }
}
