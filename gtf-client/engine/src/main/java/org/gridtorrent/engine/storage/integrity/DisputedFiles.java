package org.gridtorrent.engine.storage.integrity;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/**
 * Files that another program wrote to while they were incomplete, by index.
 *
 * <p>They are hashed once more before the content counts as complete, since not every such write can be
 * noticed. Thread-safe.
 */
public final class DisputedFiles {
    private final Set<Integer> files = ConcurrentHashMap.newKeySet();

    public void add(Collection<Integer> disputed) {
        files.addAll(disputed);
    }

    public void removeIf(IntPredicate settled) {
        files.removeIf(settled::test);
    }

    public boolean isAny() {
        return !files.isEmpty();
    }

    public Set<Integer> take() {
        Set<Integer> taken = Set.copyOf(files);
        files.removeAll(taken);
        return taken;
    }
}
